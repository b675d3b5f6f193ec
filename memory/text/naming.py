"""Finds the words of a statement that name what it is about, and those that two share. Pure."""

from collections.abc import Sequence
from functools import cache, lru_cache

from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded
from memory.text.statement import load_copulas
from memory.text.values import names_thing

SHORTEST_PART = 4  # letters of a part of a compound
COMPOUNDING = ("de", "nl")
FARTHEST = 4  # words from a thing to what is said of it
STOPS = frozenset(("cancel", "divorce", "end", "give_up", "leave", "retire", "stop_doing"))
STATES = frozenset(("live", "start_work", "work"))  # which say little without where
SUBSCRIBING = frozenset(
    ("account", "class", "contract", "exercise", "member", "membership", "subscription")
)
KEPT = 1024


def find_lead(reading: Reading) -> list[Word]:
    """Find the words that name what a statement begins with; none if it begins with a verb, or for
    whom something is: `pour Sylvie ce sera`.
    """
    named = list_naming(reading)
    if (
        not named
        or "rel:for" in named[0].relations
        or not (
            named[0].is_led
            or named[0].is_opening
            or named[0].has("kin")
            or _is_subject(named, reading)
        )
    ):
        return []
    return [each for n, each in enumerate(named) if each.place - named[0].place == n]


def _is_subject(named: Sequence[Word], reading: Reading) -> bool:
    """Tell if a statement begins with a thing that it says something of: `flight to Rome is`."""
    opening = reading.words[: named[0].place]
    clause = [each for each in reading.words if each.clause == named[0].clause]
    behind = [fold(each.text) for each in clause if each.place > named[0].place][:FARTHEST]
    return not any(map(is_loud, opening)) and not load_copulas().isdisjoint(behind)


def is_loud(word: Word) -> bool:
    return names_thing(word) and word.topics.isdisjoint(STATES | STOPS)


def is_strange(word: Word) -> bool:
    """Tell if a word has no meaning that is known, as a name has none."""
    known = word.topics or word.marks or word.is_number
    return not known and bool(word.term) and fold(word.text) not in _load_adverbs()


@cache
def _load_adverbs() -> frozenset[str]:
    """Load words beside verbs, such as `finally`, which may stand alone."""
    return load_all_folded("moving_auxiliaries")


def read_both(one: str, other: str) -> tuple[Reading, Reading]:
    language = guess_language(f"{one} {other}")
    return read_text(one, language), read_text(other, language)


@lru_cache(maxsize=KEPT)
def list_shared(mine: Reading, theirs: Reading) -> tuple[tuple[Word, Word], ...]:
    """List the words that name something in both, each with its like."""
    return tuple(
        (one, two)
        for one in list_naming(mine)
        for two in list_naming(theirs)
        if is_like(one, two, mine.language)
    )


@lru_cache(maxsize=KEPT)
def list_naming(reading: Reading) -> tuple[Word, ...]:
    """List the words that say what a statement is about, without values and what verbs add.

    What a clause says again and again is named once: pairs of them are compared with one another.
    """
    naming = [each for each in reading.words if names_thing(each)]
    first = {(each.clause, each.text): each for each in reversed(naming)}
    return tuple(reversed(first.values()))


def is_like(one: Word, other: Word, language: str) -> bool:
    kin = [each for each in one.marks if each.startswith("kin:")]
    if kin:
        return not other.marks.isdisjoint(kin)
    if one.term == other.term or fold(one.text) == fold(other.text):
        return True
    return bool(one.topics & other.topics) or (
        language in COMPOUNDING and _is_part(one.term, other.term)
    )


def _is_part(one: str, other: str) -> bool:
    """Tell if a word begins with the other: `Friseur`, `Friseurtermin`."""
    short, long = sorted((one, other), key=len)
    return len(short) >= SHORTEST_PART and long.startswith(short)


def has_like(word: Word, reading: Reading) -> bool:
    return any(is_like(word, each, reading.language) for each in list_naming(reading))


def list_more_named(note: str, said: str, old: str) -> tuple[str, ...]:
    """List what a note names besides the words that it rests on; nothing if it is in `old`."""
    mine, spoken = read_both(note, said)
    theirs = read_text(old, mine.language)
    more = [each for each in list_naming(mine) if not has_like(each, spoken)]
    return () if any(has_like(each, theirs) for each in more) else tuple(w.text for w in more)


def is_headed(word: Word, named: Sequence[Word], language: str) -> bool:
    """Tell if a word only says which one the thing behind it is: `Disney` of `Disney cruise`.

    A subscription to something is that thing. In English, where such words stand apart.
    """
    behind = [each for each in named if each.place == word.place + 1 and each.clause == word.clause]
    return language == "en" and any(
        not each.is_name and each.topics.isdisjoint(SUBSCRIBING) for each in behind
    )
