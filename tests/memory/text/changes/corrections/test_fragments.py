"""Corrections and changes in fragments, as people type them a day later, in ten languages."""

import pytest

from memory.text.changes.corrections.correction import correct_words
from memory.text.changes.corrections.last_said import correct_last
from memory.text.changes.decision import choose_ended
from memory.text.changes.person_state import list_state_words

CORRECTED = (
    ("gym class is on thursday", "not thursday, friday", "gym class is on friday"),
    ("Tüv am Freitag um 8", "Freitag nicht, Samstag", "Tüv am Samstag um 8"),
    ("Tüv am Freitag um 8", "nicht am Freitag, am Samstag", "Tüv am Samstag um 8"),
    ("Tüv am Freitag um 8", "ach nee, Samstag. hab mich verlesen", "Tüv am Samstag um 8"),
    ("rdv kiné mardi 17h", "pas mardi, jeudi", "rdv kiné jeudi 17h"),
    ("rdv kiné mardi 17h", "je me suis plantée, c'est jeudi", "rdv kiné jeudi 17h"),
    ("cena el viernes a las 9", "uy no, el sábado. perdón 😅", "cena el sábado a las 9"),
    ("cena el viernes a las 9", "el viernes no, el sábado", "cena el sábado a las 9"),
    ("dentista mercoledì alle 15", "anzi no giovedì, ho letto male", "dentista giovedì alle 15"),
    ("dentista mercoledì alle 15", "mercoledì no, giovedì", "dentista giovedì alle 15"),
    ("consulta na quinta às 10h", "opa, quinta não, sexta", "consulta na sexta às 10h"),
    ("feestje Sanne zaterdag 20u", "niet zaterdag, zondag", "feestje Sanne zondag 20u"),
    ("feestje Sanne zaterdag 20u", "sorry, zondag, verkeerd gekeken", "feestje Sanne zondag 20u"),
    ("встреча в среду в 18", "не в среду, а в четверг", "встреча в четверг в 18"),
    ("встреча в среду в 18", "блин, перепутала, в четверг", "встреча в четверг в 18"),
    ("同学聚会在周六", "不对不对，是周日", "同学聚会在周日"),
    ("同学聚会在周六", "不是周六，是周日", "同学聚会在周日"),
    ("飲み会は金曜の7時", "ごめん間違えた、土曜だった", "飲み会は土曜の7時"),
    ("飲み会は金曜の7時", "金曜じゃなくて土曜だった", "飲み会は土曜の7時"),
)
NO_CORRECTION = (
    ("we have pizza on fridays", "no yoga, swimming"),
    ("nan's birthday is the 8th", "not bad, thanks"),
    ("gym class is on thursday", "not thursday, he said friday or so"),
)
CHANGED = (
    ("faccio il barista da Nino", "assunto in banca!! inizio lunedì, addio cappuccini"),
    ("j'habite Angers, près de la gare", "ça y est, installée à Nantes depuis samedi !!"),
    ("コンビニでバイトしてる", "月曜から楽天で働いてます！"),
    ("在美团跑外卖", "这周一开始在京东上班啦"),
    ("im based in Leicester atm", "phew. boxes everywhere! new place is in Nottingham"),
)


@pytest.mark.parametrize(("old", "said", "right"), CORRECTED)
def test_a_fragment_corrects_one_value(old: str, said: str, right: str) -> None:
    assert (correct_words(said, old) or correct_last(said, old)) == right


@pytest.mark.parametrize(("old", "said"), NO_CORRECTION)
def test_what_only_denies_corrects_nothing(old: str, said: str) -> None:
    assert (correct_words(said, old) or correct_last(said, old)) == ""


@pytest.mark.parametrize(("old", "said"), CHANGED)
def test_a_fragment_changes_a_home_or_a_job(old: str, said: str) -> None:
    assert choose_ended(said, [old]) == 0


def test_a_clause_that_tells_of_a_move_is_looked_up_as_one() -> None:
    words = list_state_words("bin umgezogen, endlich. hab jetzt ne eigene bude in Göttingen")
    assert "wohn" in words
