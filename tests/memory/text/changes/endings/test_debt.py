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
    ("Bia me deve 30 euros", "a Bia me devolveu o dinheiro"),
    ("Дима должен мне 5000", "Дима вернул долг"),
    ("小王欠我五百块", "小王把钱还我了"),
    ("Pete owes me 60 for Ann's birthday present", "Pete paid me back today"),
    ("Pete owes me 60.", "Pete paid me back!"),
    ("Jan moet me nog 20 euro", "Jan heeft me terugbetaald"),
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
    (OWED, "Pete paid me back. Not!"),
    (OWED, "Pete paid me back, I wish"),
    (OWED, "I had a dream: Pete paid me back"),
    (OWED, "Pete paid me back last year"),
    (OWED, "Pete paid me back in kind"),
    ("Pete owes me an apology", "Pete paid me back"),
    ("Pete owes me rent", "Pete paid me back"),
    ("I lent Pete my drill", "Pete paid me back"),
    ("I lent Pete 3 books", "Pete paid me back"),
    ("Pete owes me 60 a month", "Pete paid me back"),
    ("Pete owes me 60 for every lesson", "Pete paid me back"),
    ("Pete owes me 60 for May and June", "Pete paid me back"),
    ("Pete owes me 60 for 3 tickets", "Pete paid me back"),
    ("Pete owes me 60 since he lost his job", "Pete paid me back"),
    ("Pete owes me 60 for tickets that nobody of them could use then", "Pete paid me back"),
    ("the Pete Jones owes me 60", "the Pete Jones paid me back"),
    ("Pete owes me 60 for lovely red bikes with new tyres near Leeds station", "Pete paid me back"),
    ("she owes me 20", "she paid me back"),
    ("they owe me 20", "they paid me back"),
    ("someone owes me 20", "someone paid me back"),
    ("he owes me 20", "he paid me back"),
    ("jemand schuldet mir 20 Euro", "jemand hat mir das Geld zurückgegeben"),
    ("alguém me deve 20 reais", "alguém me devolveu o dinheiro"),
    ("Jan is me 3 keer voorbijgelopen", "Jan heeft me terugbetaald"),
    ("Jan moet me nog bellen", "Jan heeft me terugbetaald"),
    ("Marta mi deve chiamare", "Marta mi ha rimborsato"),
    ("Дима должен мне позвонить", "Дима вернул долг"),
    ("小王向我借了车", "小王还清了"),
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
