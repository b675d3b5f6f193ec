"""Decides if a debt of which somebody told is paid. Pure.

`Pete paid me back` ends `Pete owes me £40`: whoever owed it must have paid all of it.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from indexer.inference.figures.units import MONEY, PERIODS
from indexer.inference.reading import Word, read_text
from indexer.text.word_lists import list_languages, load_all_folded, load_all_words, load_entries
from memory.text.changes.times import happened_lately, strip_times
from memory.text.statement import MARKS, find_person_words, is_comparable, parse_statement

WHO = "…"
LONGEST_NAME = 2  # words: `my brother`
MOST_OWED = 6  # words for what an amount is owed
ENDINGS = f"{MARKS}.!。！"


class _Debt(Struct, frozen=True):
    """Words for owing something, and for paying it back."""

    owing: tuple[str, ...]
    paying: tuple[str, ...]


def settles_debt(said: str, old: str) -> bool:
    """Tell if somebody says that what is owed, as `old` says, has been paid back, and nothing else:
    `I wish` behind it may deny it.
    """
    if not is_comparable(said, old) or not happened_lately(said) or _names_anybody(old):
        return False
    paid, owed = parse_statement(said).sentence, parse_statement(old).sentence
    if not len(paid) == len(owed) == 1:
        return False
    clause = strip_times(paid[0]).strip(ENDINGS)
    return any(_is_same_debt(owed[0], clause, each) for each in _load_debts())


def _is_same_debt(owed: str, paid: str, debt: _Debt) -> bool:
    owing = {who for who, rest in _find_persons(owed, debt.owing) if _is_amount(rest)}
    paying = {who for who, rest in _find_persons(paid, debt.paying) if not rest.strip()}
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


def _names_anybody(text: str) -> bool:
    """Tell if a text is of `someone`, who may be another person in the next one."""
    return any("pers:other" in each.marks for each in read_text(text).words)


def _drop_article(who: str) -> str:
    first, _space, name = who.partition(" ")
    return name if name and first in load_all_words("definite_articles") else who


def _load_leading() -> frozenset[str]:
    """Load what may stand before a person: `my`, in German and Portuguese an article, too."""
    return load_all_folded("owners") | load_all_words("definite_articles")


def _is_amount(rest: str) -> bool:
    """Tell if it is one sum, and at most what for: no thing, no favour, no rate."""
    words = read_text(rest).words
    place = next((n for n, each in enumerate(words) if not _is_sum(each)), len(words))
    return sum(map(_is_number, words)) == 1 and place > 0 and _says_what_for(words[place:])


def _says_what_for(words: Sequence[Word]) -> bool:
    again = any(
        each.startswith("quant:") or each in PERIODS for word in words for each in word.marks
    )
    several = again or any(each.has("conj") for each in words)
    return not words or ("rel:for" in words[0].marks and len(words) <= MOST_OWED and not several)


def _is_sum(word: Word) -> bool:
    return _is_number(word) or not MONEY.isdisjoint(word.marks)


def _is_number(word: Word) -> bool:
    return word.is_number or any(each.startswith("num:") for each in word.marks)


@cache
def _load_debts() -> tuple[_Debt, ...]:
    languages = list_languages("debt_templates")
    lines = (line for each in languages for line in load_entries("debt_templates", each))
    pairs = (line.partition(" = ") for line in lines)
    return tuple(_Debt(tuple(a.split(", ")), tuple(b.split(", "))) for a, _sign, b in pairs)
