"""Decides if a debt of which somebody told is paid. Pure.

`Pete paid me back` ends `Pete owes me £40`: whoever owed it must have paid all of it.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from indexer.text.word_lists import list_languages, load_all_folded, load_all_words, load_entries
from memory.text.changes.times import strip_times
from memory.text.statement import MARKS, Statement, find_person_words, is_unspaced, list_tokens

WHO = "…"
LONGEST_NAME = 2  # words: `my brother`
MOST_OWED = 6  # words behind who owes whom: an amount, and what it is for


class _Debt(Struct, frozen=True):
    """Words for owing something, and for paying it back."""

    owing: tuple[str, ...]
    paying: tuple[str, ...]


def settles_debt(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that what is owed, as `before` says, has been paid back."""
    if len(before.sentence) != 1:
        return False
    paid = [strip_times(each).strip(f"{MARKS}.!。！") for each in now.sentence]
    owed = before.sentence[0].strip(f"{MARKS}.!。！")
    return any(_is_same_debt(owed, paid, each) for each in _load_debts())


def _is_same_debt(owed: str, paid: Sequence[str], debt: _Debt) -> bool:
    owing = {who for who, rest in _find_persons(owed, debt.owing) if _is_amount(rest)}
    paying = {
        who for each in paid for who, rest in _find_persons(each, debt.paying) if not rest.strip()
    }
    return not owing.isdisjoint(paying)


def _find_persons(clause: str, templates: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Find who stands in the place of `…` in a clause, and what is behind."""
    for opening, _who, behind in (each.partition(WHO) for each in templates):
        if not clause.startswith(opening):
            continue
        rest = clause.removeprefix(opening)
        who, found, rest = rest.partition(behind) if behind else _split_person(rest)
        if found and _is_person(who):
            yield _drop_article(who), rest


def _split_person(text: str) -> tuple[str, str, str]:
    """Split a text behind the person that it begins with: `my brother | 40 quid`."""
    words = text.split(" ")
    length = LONGEST_NAME if words[0] in _load_leading() else 1
    return " ".join(words[:length]), " ", " ".join(words[length:])


def _is_person(who: str) -> bool:
    """Tell if it is a name, or a word behind `my`: neither `he` nor `maybe Pete`."""
    first, *more = who.split(" ")
    led = first in _load_leading()
    pronouns = find_person_words() | load_all_words("subject_pronouns")
    return bool(first) and len(more) == led and first not in pronouns


def _drop_article(who: str) -> str:
    first, _space, name = who.partition(" ")
    return name if name and first in load_all_words("definite_articles") else who


def _load_leading() -> frozenset[str]:
    """Load what may stand before a person: `my`, in German and Portuguese an article, too."""
    return load_all_folded("owners") | load_all_words("definite_articles")


def _is_amount(rest: str) -> bool:
    """Tell if nothing but what is owed can follow."""
    words = list_tokens(rest)
    few = is_unspaced(rest) or len(words) <= MOST_OWED
    return few and load_all_folded("and_words").isdisjoint(words)


@cache
def _load_debts() -> tuple[_Debt, ...]:
    languages = list_languages("debt_templates")
    lines = (line for each in languages for line in load_entries("debt_templates", each))
    pairs = (line.partition(" = ") for line in lines)
    return tuple(_Debt(tuple(a.split(", ")), tuple(b.split(", "))) for a, _sign, b in pairs)
