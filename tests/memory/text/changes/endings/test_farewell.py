"""An idiom says that something is over: a job, a home, a habit, a course, a relation."""

import pytest

from memory.facts.told_change import tells_of_change
from memory.text.changes.decision import choose_ended

OVER = (
    ("we're renovating the flat in Hull", "we finally threw in the towel on the flat"),
    ("I work at Siemens", "hung up my boots at Siemens"),
    ("I go to the gym on Mondays", "packed in the gym"),
    ("I'm dating Sam", "it's over between Sam and me"),
    ("Ich spiele Trompete im Verein", "Hab die Trompete an den Nagel gehängt"),
    ("arbeite als Erzieherin in der Kita Regenbogen", "hab die Kita hinter mir gelassen"),
    ("je prends des cours de piano le mardi", "j'ai laissé tomber le piano"),
    ("llevo dos años saliendo con Marcos", "lo hemos dejado Marcos y yo, mejor así"),
    ("faccio un corso di tango il martedì", "ho mollato il corso di tango"),
    ("trabalho como garçom no Mané", "saí do Mané, agora sou entregador"),
    ("ik sta achter de kassa bij de Hema", "gestopt bij de hema, ben nu postbode"),
    ("я курю", "бросила курить"),
    ("我在一家火锅店当服务员", "火锅店那边我辞了，下周去奶茶店上班"),
    ("ピアノ教室に通っています", "ピアノ教室をやめました"),
)
HOLDS = (
    ("I go to the gym on Mondays", "I'm going to pack in the gym"),
    ("I go to the gym on Mondays", "my sister packed in the gym"),
    ("I go to the gym on Mondays", "I haven't packed in the gym"),
    ("Ann goes to the gym on Mondays", "ditched the gym for good"),
    ("I go to the gym on Mondays", "packed in the choir"),
    ("月曜日にジムに行きます", "英会話をやめました"),
    ("Kita kostet uns 180 im Monat", "hab die Kita hinter mir gelassen"),
)


@pytest.mark.parametrize(("old", "new"), OVER)
def test_an_idiom_ends_what_it_names(old: str, new: str) -> None:
    assert choose_ended(new, [old]) == 0


@pytest.mark.parametrize(("old", "new"), HOLDS)
def test_what_is_planned_denied_or_of_another_holds(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None


@pytest.mark.parametrize(
    "text",
    [
        "packed in the gym",
        "rent's gone up to 690",
        "arbeite jetzt bei der Bahn",
        "bin umgezogen, endlich. wohne jetzt in Göttingen",
        "Renault m'a viré",
        "nein, am Samstag",
    ],
)
def test_what_tells_of_a_change_without_a_subject_is_told(text: str) -> None:
    assert tells_of_change(text)


@pytest.mark.parametrize(
    "text", ["gym prices", "how do I quit the gym?", "show my job", "rent 690"]
)
def test_search_words_and_questions_tell_nothing(text: str) -> None:
    assert not tells_of_change(text)
