"""Tells if words without a verb tell of somebody's life: `rent 850 a month`, `keys with mum`. Pure.

Search words look much the same, so that each kind must be there in full, with nothing beside it: a
thing that is paid for, an amount and a period; an appointment and its day; a thing and the one
person who has it.
"""

from collections.abc import Sequence
from itertools import dropwhile, pairwise, takewhile

from indexer.inference.reading import Word, guess_language, read_text
from indexer.text.dates.finder import has_mention, strip_dates
from indexer.text.normalize import fold
from memory.text.part import HOMES
from memory.text.values import names_thing

MOST_NAMES = 2  # words for what is paid for, or had: `piano lessons`
MOST_WORDS = 8
PAID = frozenset(
    (
        *("choir", "class", "course", "dance", "electricity", "fee", "heating", "insurance"),
        *("member", "membership", "parking", "rent", "sport", "subscription", "swim", "water"),
    )
)
PERIODS = ("unit:d", "unit:mo", "unit:wk", "unit:yr")
AMOUNTS = ("num", "quant", "rel", "unit")
VISITS = frozenset(("check", "dentist", "meeting", "operation", "visit"))
LEADING = ("^rel", "pers:clitic", "rel")  # `chez le dentiste | le`
MEETINGS = ("afspraak", "termin")  # which end compounds
HELD = frozenset(
    ("bag", "bike", "book", "car", "card", "cat", "dog", "key", "luggage", "suitcase", "umbrella")
)
HOLDING = frozenset(("rel:in", "rel:with"))  # `chez`, `bei`, `with`


def tells_in_fragment(text: str) -> bool:
    """Tell if a text says what something costs regularly, when a visit is, or who has a thing."""
    words = read_text(text).words
    if not words or len(words) > MOST_WORDS:
        return False
    return _tells_cost(words) or _tells_who_has(words) or _names_visit(text)


def _tells_cost(words: Sequence[Word]) -> bool:
    """Tell if all is what is paid for, an amount and a period: `piano lessons 40 a week`."""
    names = list(takewhile(names_thing, words))
    amount = words[len(names) :]
    return (
        len(names) <= MOST_NAMES
        and any(each.topics & PAID for each in names)
        and not any(each.topics & HOMES for each in names)  # `Wohnung mieten`
        and any(each.is_figure for each in amount)
        and any(each.has(period) for each in amount for period in PERIODS)
        and all(_is_of_amount(*pair) for pair in pairwise((*amount, amount[-1])))
    )


def _is_of_amount(word: Word, following: Word) -> bool:
    """Tell if a word is a number, or what is counted, or leads to a period: `per | maand`."""
    return word.is_figure or any(map(word.has, AMOUNTS)) or following.has("unit")


def _names_visit(text: str) -> bool:
    """Tell if all but a day is a visit, and to whom: `cita con el dentista el 5 de mayo`."""
    if not has_mention(text):
        return False
    words = read_text(strip_dates(text), guess_language(text)).words
    named = [each for each in words if not any(map(each.has, LEADING))]
    return bool(named) and all(map(_is_visit, named))


def _is_visit(word: Word) -> bool:
    compound = fold(word.text).endswith(MEETINGS)
    return bool(word.topics & VISITS) or word.has("kin:doctor") or compound


def _tells_who_has(words: Sequence[Word]) -> bool:
    """Tell if all is a thing and the one person who has it: `Schlüssel bei der Nachbarin`."""
    things = list(takewhile(names_thing, words))
    link, person = words[len(things) : len(things) + 1], words[len(things) + 1 :]
    had = any(each.topics & HELD for each in things)
    held = any(not each.marks.isdisjoint(HOLDING) for each in link)
    known = list(dropwhile(_points_to_speaker, person))
    named = all(each.has("kin") or each.is_name for each in known)
    return had and held and named and any(each.has("kin") for each in known[:1])


def _points_to_speaker(word: Word) -> bool:
    return word.has("poss:speaker")
