"""A debt that is paid back ends; one of somebody else, of a part or of other money does not."""

import pytest

from memory.text.changes.decision import choose_ended, separate_things

OWED = "Pete owes me 60 quid"
PAID = (
    (OWED, "Pete paid me back"),
    (OWED, "Pete's paid me back yesterday"),
    ("Pete owes me £40 for the pizza", "Pete finally paid me back"),
    ("I lent my brother 200", "my brother gave me the money back"),
    ("I owe Kim 30 pounds", "I've paid Kim back"),
    ("Jonas schuldet mir 20 Euro", "Jonas hat mir das Geld zurückgegeben"),
    ("Ana me debe 40 euros", "Ana ya me devolvió el dinero"),
    ("Luc me doit 15 euros", "Luc m'a remboursé"),
    ("Marta mi deve 50 euro", "Marta mi ha restituito i soldi"),
    ("Bia me deve 30 reais", "a Bia me devolveu o dinheiro"),
    ("Дима должен мне 5000", "Дима вернул долг"),
    ("小王欠我五百块", "小王把钱还我了"),
)
STILL_OWED = (
    (OWED, "Pete hasn't paid me back"),
    (OWED, "Pete paid me back 20"),
    (OWED, "Pete paid me back half"),
    (OWED, "Pete paid me back some of it"),
    (OWED, "Pete will pay me back on Friday"),
    (OWED, "Pete paid me a visit"),
    (OWED, "Pete says he paid me back"),
    (OWED, "maybe Pete paid me back"),
    (OWED, "I hope Pete paid me back"),
    (OWED, "if Pete paid me back I'd buy the bike"),
    (OWED, "Pete's brother paid me back"),
    (OWED, "my brother paid me back"),
    (OWED, "Jo paid me back"),
    (OWED, "he paid me back"),
    (OWED, "I paid Pete back"),
    (OWED, "Pete paid Jo back"),
    (OWED, "has Pete paid me back?"),
    (OWED, "Pete paid me back for the tickets"),
    ("Pete owes me 60 quid and lives in Hull", "Pete paid me back"),
    ("Pete owes me a favour, he knows", "Pete paid me back"),
    ("I owe Pete 20", "Pete paid me back"),
    ("Jonas schuldet mir 20 Euro", "Jonas hat mir das Buch zurückgegeben"),
    ("Дима должен мне 5000", "Дима вернул половину"),
    ("小王欠我五百块", "小王还没还我钱"),
    ("小王欠我五百块", "小王还我书了"),
    ("小王欠我五百块", "小李还我钱了"),
)


@pytest.mark.parametrize(("old", "new"), PAID)
def test_whoever_paid_owes_no_more(old: str, new: str) -> None:
    assert choose_ended(new, [old, "I like tea"]) == 0


@pytest.mark.parametrize(("old", "new"), STILL_OWED)
def test_who_has_not_paid_it_all_still_owes_it(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None


def test_of_two_debts_it_is_not_known_which_is_paid() -> None:
    assert choose_ended("Pete paid me back", [OWED, "Pete owes me £5 for lunch"]) is None


def test_what_others_owe_stays() -> None:
    both = "Pete owes me 60 quid and Jo owes me 20"
    part = separate_things("Pete paid me back", both)
    assert part
    assert part.rest == "Jo owes me 20"
