"""Decides if words behind `in` or `on` are surely two places: `under the pot`, `in the shed`. Pure.

`In German`, `on Instagram` and `in good shape` leave alone where a thing is.
"""

from collections.abc import Collection, Sequence
from itertools import takewhile

from msgspec import Struct

from indexer.inference.reading import Reading, Word
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_words
from memory.text.naming import is_strange, read_both
from memory.text.roles import HEAD_LAST
from memory.text.statement import Statement, list_tokens

NEAR = frozenset(("rel:behind", "rel:beside", "rel:under"))
LINKS = NEAR | {"rel:by", "rel:in", "rel:on", "rel:with"}
TIMES = ("day", "daypart", "month", "season", "unit", "when")
# Nouns that behind an article are a place, whatever is said to be there: not `on the market`.
PLACE_NOUNS = frozenset(
    (
        *("bag", "basement_room", "basket", "bathroom", "bed_room", "box", "building", "cellar"),
        *("church", "cupboard", "desk", "door", "entrance", "factory", "farm", "garage", "garden"),
        *("hall", "hallway", "hospital", "hostel", "hotel", "kitchen", "laundry_room", "library"),
        *("museum", "office", "park", "port", "restaurant", "roof", "school", "shed", "shelf"),
        *("shop", "stairs", "station", "suitcase", "swimming_pool", "university", "village"),
        *("window", "workshop"),
        *("bed", "bench", "carpet", "flower", "hedge", "pan", "plant", "seat", "table", "tree"),
    )
)
LANGUAGES = frozenset(("chinese", "english", "french", "german", "italian", "japanese", "spanish"))
# Languages in which what is in a town is not also on a network: Spanish has `en` for both.
NAMED_IN = ("de", "en", "fr", "it", "nl", "pt")
# What is in some town: a course or a book may be in some language.
SITED = frozenset(("club", "company", "desk", "firm", "house", "office", "shop", "work"))


class Placed(Struct, frozen=True):
    """The words for a thing, the one that leads to where it is, and those behind that."""

    thing: tuple[Word, ...]
    link: Word
    where: tuple[Word, ...]


def may_be_another_place(
    now: Statement, before: Statement, values: Collection[str], others: Collection[str]
) -> bool:
    """Tell if two values of one frame stand behind no such word as `in`, or are surely places.

    `values` are the tokens of `now` that differ, `others` those of `before`.
    """
    mine, theirs = read_both(now.written, before.written)
    here, there = _find_values(mine, values), _find_values(theirs, others)
    if here is None and there is None:
        return True
    if here is None or there is None:
        return False
    sited = now.corrects or any(each.topics & SITED for each in here.thing)
    return _are_nouns(here, there, theirs.language) or (
        sited and _are_names(here, there, theirs.language)
    )


def _find_values(reading: Reading, values: Collection[str]) -> Placed | None:
    """Find the place that values tell; None if they stand elsewhere."""
    return next(
        (
            Placed(tuple(clause[:at]), link, where)
            for clause in reading.by_clause.values()
            for at, link in enumerate(clause)
            if _leads_on(at, link, clause) and (where := _list_where(clause[at + 1 :]))
            if not set(list_tokens(fold(" ".join(each.text for each in where)))).isdisjoint(values)
        ),
        None,
    )


def _list_where(behind: Sequence[Word]) -> tuple[Word, ...]:
    """List the words for a place, without those that say since when it holds."""
    now = load_all_words("now")
    named = (each for each in behind if each.term or each.has("kin"))
    return tuple(each for each in named if fold(each.text) not in now)


def _are_nouns(now: Placed, known: Placed, language: str) -> bool:
    """Tell if it was at a known place, and is at another one or with somebody by now."""
    elsewhere = _is_with_somebody(now) or _is_noun_of_place(now, language)
    return elsewhere and _is_noun_of_place(known, language)


def _are_names(now: Placed, known: Placed, language: str) -> bool:
    """Tell if both are names behind the same word, which is not `on`."""
    same = language in NAMED_IN and fold(now.link.text) == fold(known.link.text)
    plain = same and not now.link.has("rel:on")
    return plain and all(_is_name_of_place(each, language) for each in (now, known))


def _is_with_somebody(placed: Placed) -> bool:
    first = placed.where[0]
    named = placed.link.has("rel:with") and first.is_name and not first.is_led
    return named or first.has("kin")  # `bei Frau Kern`, `with my mum`


def _is_noun_of_place(placed: Placed, language: str) -> bool:
    """Tell if it is a noun for a place, or any thing that another may lie under."""
    phrase = _take_phrase(placed)
    head = phrase[-1 if language in HEAD_LAST else 0]
    led = language != "en" or any(e.is_led or e.has("poss") or e.is_name for e in phrase)
    near = bool(placed.link.marks & NEAR) and is_strange(head)
    return led and (bool(head.topics & PLACE_NOUNS) or near)


def _is_name_of_place(placed: Placed, language: str) -> bool:
    """Tell if it is a name; in German, which writes all nouns so, one of no meaning."""
    phrase = _take_phrase(placed)
    known = language == "de" and not all(map(is_strange, phrase))
    named = all(each.text[:1].isupper() and not each.topics & LANGUAGES for each in phrase)
    return named and not known


def _take_phrase(placed: Placed) -> list[Word]:
    """Take the words up to the next one that leads on: `the drawer | in the hall`."""
    ways = placed.where[0].relations
    return list(takewhile(lambda each: each.relations == ways, placed.where))


def _leads_on(at: int, word: Word, clause: Sequence[Word]) -> bool:
    """Tell if a word may lead to a place: not to an hour or a day."""
    behind = clause[at + 1 : at + 2]
    timed = any(each.is_figure or any(each.has(kind) for kind in TIMES) for each in behind)
    return bool(word.marks & LINKS) and bool(behind) and not timed
