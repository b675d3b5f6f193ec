"""Changes as people type them end what was said; a question, a joke, another thing end nothing."""

import pytest

from memory.text.assertion import is_meant
from memory.text.changes.change import takes_place_of
from memory.text.changes.compound import find_ended_part
from memory.text.introductions import find_introductions

CHANGED = (
    ("my brother tom lives in leeds", "tom's moved to sheffield"),
    ("I live in Leeds", "I've finally moved, I'm in York now"),
    ("netflix is 10.99 a month", "ugh netflix went up again its 12.99 now"),
    ("The MOT is booked for Tuesday.", "garage rang about the MOT, they've moved it to Friday"),
    ("our lease runs till end of march", "the landlord extended our lease till end of september"),
    ("Die Feier ist am Freitag.", "Der Wirt hat die Feier abgesagt."),
    ("Zahnarzt 9:30", "der Zahnarzt hat abgesagt, die Praxis ist zu"),
    ("el partido es el domingo a las 11", "se ha suspendido el partido por la lluvia"),
    ("The picnic is on Sunday.", "The picnic is cancelled because of the rain."),
    ("Le match est samedi.", "Le match est annulé à cause de la neige."),
    ("a reunião com o banco é terça", "adiaram a reunião com o banco pra quinta"),
    ("o aluguel é 1500", "o aluguel subiu pra 1650"),
    ("estou de férias até dia 10", "estendi as férias até dia 17"),
    ("tô namorando a Júlia", "casei com a Júlia ontem"),
    ("我爸在银行上班", "我爸换工作了，现在在学校上班"),
    ("周五晚上公司聚餐", "公司聚餐取消了"),
    ("妹は独身です", "妹が先週結婚した"),
    ("家賃は7万円", "家賃が7万5千円に上がった"),
    ("Ich arbeite bei Kramer.", "Ich arbeite jetzt bei Bosch, das macht Spaß."),
    (
        "Der Strom kostet 31 Cent pro Kilowattstunde.",
        "Ab Januar kostet der Strom 34 Cent pro Kilowattstunde.",
    ),
    ("Je suis un cours de poterie.", "J'ai terminé le cours de poterie."),
    ("Ich habe ein Abo der Zeitung.", "Das Abo der Zeitung habe ich gekündigt."),
    ("Ich bin bis Freitag in Rom.", "Ich bleibe zwei Tage länger in Rom, bis Sonntag."),
    ("mot is booked for tuesday", "garage rang about the mot, they've moved it to friday"),
)
KEPT = (
    ("The office is in Hull", "The office is now also in Bath"),
    ("My name is Ruth and I live in Leeds", "I live on the Moon now, just kidding"),
    ("My name is Ruth and I live in Leeds", "So I live in York now?"),
    ("Mis padres llegan el martes.", "Mis padres pasaron el lunes en casa."),
    ("A festa é no sábado às 20h.", "A festa não vai ter música."),
    ("The meeting is on Monday.", "The meeting is not on Zoom."),
    ("Die Feier ist am Freitag.", "Die Feier wird nichts kosten."),
    ("The rent is 700", "The rent went up by 50"),
    ("Ich bin bis Freitag in Rom.", "Anna bleibt zwei Tage länger in Rom, bis Sonntag."),
    ("Je suis un cours de poterie.", "J'ai terminé le cours de danse."),
    ("Ich habe ein Abo der Zeitung.", "Das Abo der Oper habe ich gekündigt."),
    ("The meeting is on Tuesday", "Is the meeting on Wednesday now?"),
    ("der elternabend ist am dienstag", "ist der elternabend jetzt am mittwoch?"),
    ("mijn kat heet Pluis", "mijn kat heet vanaf nu Sloopkogel haha nee grapje"),
    ("trabajo en una farmacia", "ahora trabajo de taxista de mis hijos jajaja"),
    ("I live in Leeds", "I've moved to the moon, just kidding"),
    ("我住在北京", "我现在住在月球，开玩笑的"),
    ("L'anniversaire de Léa est le 3 mai", "L'anniversaire de Zoé est maintenant le 8 mai"),
    ("The meeting with Ann is on Monday", "The meeting with Bob is now on Friday"),
    ("The rent of the flat is 700", "The rent of the garage is now 80"),
    ("My wedding is in June", "My sister postponed her wedding until July"),
    ("The party with Ann is on Friday", "The party with Bob is cancelled because of the rain"),
    ("我爸在银行上班", "我爸退休了，我现在在学校上班"),
    ("私は独身です", "妹が先週結婚した"),
    ("家賃は7万円", "駐車場が1万円に上がった"),
    (
        "The MOT is booked for Tuesday.",
        "the garage rang about the tyres, they've moved it to Friday",
    ),
)


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_a_change_as_it_is_typed_ends_what_was_said(old: str, new: str) -> None:
    assert takes_place_of(new, old)


@pytest.mark.parametrize(("old", "new"), KEPT)
def test_what_only_sounds_like_a_change_ends_nothing(old: str, new: str) -> None:
    assert not takes_place_of(new, old)
    assert find_ended_part(new, old) is None


@pytest.mark.parametrize(
    ("old", "new", "rest"),
    [
        ("abito a Prato e lavoro in comune", "ora abito a Lucca", "Lavoro in comune"),
        (
            "o aluguel é 1500 e o condomínio é 300",
            "o aluguel subiu pra 1650",
            "O condomínio é 300",
        ),
        (
            "The rent is 700 and the parking space is 40",
            "The rent has gone up to 750",
            "The parking space is 40",
        ),
        ("我住在苏州，养了一只猫", "我搬家了，现在住在无锡", "养了一只猫"),
    ],
)
def test_the_other_half_of_a_sentence_holds_on(old: str, new: str, rest: str) -> None:
    part = find_ended_part(new, old)
    assert part is not None
    assert part.rest == rest


@pytest.mark.parametrize(
    "text", ["Moved to York?", "haha I live on Mars", "je plaisante", "шучу", "冗談だよ"]
)
def test_questions_and_jokes_are_not_meant(text: str) -> None:
    assert not is_meant(text)
    assert is_meant("I have moved to York.")
    assert is_meant("Mein neuer Job macht Spaß.")


def test_a_name_in_small_letters_stands_behind_a_relative_and_before_a_verb() -> None:
    assert [each.name for each in find_introductions("my brother tom lives in leeds")] == ["tom"]
    assert [each.name for each in find_introductions("mio cugino luca lavora qui")] == ["luca"]
    for text in (
        "my brother plays golf",
        "my brother drums loudly",
        "my sister often works late",
        "my brother is a vet",
    ):
        assert find_introductions(text) == ()
