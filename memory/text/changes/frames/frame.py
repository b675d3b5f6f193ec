"""Finds the words that two statements have round two values that differ. Pure."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from msgspec import Struct

from indexer.inference.reading import read_text
from indexer.text.dates.finder import has_mention, strip_dates
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded, load_all_words
from memory.text.statement import (
    UNSPACED,
    Statement,
    drop_speaker,
    find_person_words,
    has_meaning,
    is_unspaced,
    load_copulas,
    load_weekdays,
)
from memory.text.values import CHANGES

LONGEST_VALUE = 8  # tokens; signs of Chinese and Japanese count each
SHORTEST_FRAME = 2  # tokens that both statements have
ELIDABLE = frozenset(("il", "l", "la", "le", "lo"))  # articles: `il nuovo affitto`, `l'affitto`
TOPIC_PARTICLES = ("は", "が")
SAYING_LITTLE = (CHANGES - {"begin"}) | {"be", "get", "have"}  # of what a value is of
NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬两兩")
EMPTY_SIGNS = "的是了在我们們个個不有"
KANA = "[\u3040-\u30ff]"  # Chinese has none, and names first what it is about
Tokens = Sequence[str]


class Frame(Struct, frozen=True):
    """The words of both statements, and the two values that differ."""

    words: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)


def list_frames(now: Statement, before: Statement) -> Iterator[tuple[Frame, Tokens]]:
    for written, other in product(map(_drop_opening, now.clauses), before.clauses):
        clause = _take_determiner(written, other) if now.changes else written
        if not set(clause).isdisjoint(other):  # a frame is of words that both have
            frame = _find_frame(clause, other) or _find_turned_frame(clause, other)
            if frame and _says_about_what(frame):
                yield frame, clause


def _says_about_what(frame: Frame) -> bool:
    """Tell if a frame has more than endings, and signs such as 我的: `い ます` frames any verb."""
    if is_unspaced(frame.text):
        return "は" in frame.words or any(map(has_sense, frame.words))
    return has_meaning(frame.text)


def has_sense(sign: str) -> bool:
    return sign not in EMPTY_SIGNS and not "\u3040" <= sign <= "\u309f"


def _drop_opening(clause: Tokens) -> Tokens:
    """Drop words to the listener before what is said: `so our band is ...`."""
    openings = _load_openings()
    at = next((n for n, each in enumerate(clause) if each not in openings), 0)
    return clause[at:]


@cache
def _load_openings() -> frozenset[str]:
    openings = load_all_words("openers") | {fold(each) for each in load_all_words("and_words")}
    return openings - load_all_words("owners") - find_person_words()


def _take_determiner(now: Tokens, before: Tokens) -> Tokens:
    """Return `now` with the first word of `before`, if both only say which: `our dog`, `the dog`.

    What was told of as the speaker's own is known by then, and `the` points to it.
    """
    articles = load_all_words("definite_articles")
    owners = load_all_folded("owners")
    firsts = {*now[:1], *before[:1]}
    same = firsts <= articles | owners and len(firsts & owners) == 1 and len(firsts) > 1
    if same:
        return (before[0], *now[1:])
    if now[:1] == before[1:2] and {*before[:1]} <= articles | owners:
        return (before[0], *now)  # `spare key is`, typed in a hurry
    return now[1:] if before[:1] == now[1:2] and {*now[:1]} <= articles | owners else now


def _find_turned_frame(now: Tokens, before: Tokens) -> Frame | None:
    """Find the words of both in any order, where the verb precedes its subject after `now`.

    Both are of languages with spaces, and what differs is one piece in each, and no person.
    """
    if is_unspaced("".join((*now, *before))):
        return None
    mine, theirs = _find_difference(now, before), _find_difference(before, now)
    if not mine or not theirs or not _load_persons().isdisjoint((*mine, *theirs)):
        return None
    shared = tuple(token for token in before if token not in theirs)
    if shared == tuple(token for token in now if token not in mine):
        return None  # nothing is turned: the values may be those whom it is about
    right = max(len(mine), len(theirs)) <= LONGEST_VALUE // 2
    enough = len(shared) >= SHORTEST_FRAME and counts(mine) == counts(theirs)
    return Frame(shared, mine, theirs) if right and enough else None


@cache
def _load_persons() -> frozenset[str]:
    """Load the words for a person, and for whose a thing is."""
    persons = load_all_words("first_person") | load_all_words("other_persons")
    return persons | load_all_words("possessives") | load_all_folded("owners")


def _find_difference(tokens: Tokens, others: Tokens) -> tuple[str, ...]:
    """Return the tokens that are not among `others`, if they stand together; none otherwise."""
    places = [n for n, token in enumerate(tokens) if token not in others]
    together = places == list(range(places[0], places[-1] + 1)) if places else False
    return tuple(tokens[n] for n in places) if together else ()


def _find_frame(now: Tokens, before: Tokens) -> Frame | None:
    """Find the words around two different values; None if those are not comparable."""
    here, there = drop_speaker(now), drop_speaker(before)
    if here[:1] != there[:1] and {*here[:1], *there[:1]} <= ELIDABLE:
        here, there = here[1:], there[1:]
    if (len(here) < len(now)) != (len(there) < len(before)) and not _may_omit(now, before):
        return None
    start = _count_equal(here, there)
    end = _count_equal(here[start:][::-1], there[start:][::-1])
    mine, theirs = here[start : len(here) - end], there[start : len(there) - end]
    shared = start + end + (len(here) < len(now))
    right = 0 < len(mine) <= LONGEST_VALUE and 0 < len(theirs) <= LONGEST_VALUE
    if not right or shared < SHORTEST_FRAME or not _are_alike(mine, theirs):
        return None
    apart = _share_meaning(mine, theirs) or _are_of_two_things(mine, theirs)
    if apart or not _is_about_same(now, here, start, (*mine, *theirs)):
        return None
    if _are_of_two_kinds(mine, theirs):
        return None
    return Frame((*here[:start], *here[len(here) - end :]), mine, theirs)


def _is_about_same(now: Tokens, here: Tokens, start: int, values: Tokens) -> bool:
    """Tell if the values do not hold whom or what the statements are about.

    It stands before the value, or, where words are not separated, has a particle of its own.
    """
    if re.match(UNSPACED, "".join(here)):
        opens_alike = start > 0 or len(here) < len(now)
        japanese = re.search(KANA, "".join(here)) is not None
        return (japanese or opens_alike) and not any(each in TOPIC_PARTICLES for each in values)
    return len(here) < len(now) or has_meaning(" ".join(filter(_says_whom, here[:start])))


def _says_whom(token: str) -> bool:
    """Tell if a word is not merely how notes call the speaker: `the user's` says not which son."""
    return re.split("['’]", token)[0] not in load_all_words("person_nouns")


def _share_meaning(mine: Tokens, theirs: Tokens) -> bool:
    """Tell if words with meaning stand in both: then more than the value differs."""
    both = [token for token in mine if token in theirs]
    units = _list_units(mine) & _list_units(theirs)
    both = [token for token in both if token not in units]
    return any(has_meaning(token) and not re.match(UNSPACED, token) for token in both)


def _are_of_two_things(mine: Tokens, theirs: Tokens) -> bool:
    """Tell if what the values are of differs as well: `the flat is 700`, `the garage is 80`.

    One of them alone may say it: `my rent is 700`, `the rent of my daughter is 80`.
    """
    return any(has_meaning(" ".join(_take_subject(each))) for each in (mine, theirs))


def _take_subject(tokens: Tokens) -> Tokens:
    """Take what stands before the first `is`; nothing where there is none: `Rome | is at 8`."""
    at = next((n for n, each in enumerate(tokens) if each in load_copulas()), 0)
    return tokens[:at]


def _are_of_two_kinds(mine: Tokens, theirs: Tokens) -> bool:
    """Tell if the values say different things: `plays the drums`, `is taller`; 9 May, 14000."""
    copulas = [bool(each) and each[0] in load_copulas() for each in (mine, theirs)]
    dated = [_is_dated(each) for each in (mine, theirs)]
    if counts(mine) and counts(theirs):
        return dated[0] != dated[1] or _do_otherwise(mine, theirs)
    placed = [_says_where(each) for each in (mine, theirs)]  # `in the hall`, `on Monday`
    whens = [_says_when(each) for each in (mine, theirs)]
    return copulas[0] != copulas[1] or placed == whens[::-1] != [False, False]


def _do_otherwise(mine: Tokens, theirs: Tokens) -> bool:
    """Tell if two values begin with verbs that mean two things: `opens at 7`, `costs 25`."""
    here, there = (
        frozenset[str]().union(*(word.topics for word in read_text(" ".join(each)).words[:1]))
        for each in (mine, theirs)
    )
    return bool(here and there) and here.isdisjoint(there) and not (here | there) & SAYING_LITTLE


def _is_dated(tokens: Tokens) -> bool:
    text = " ".join(tokens)
    dated = has_mention(text) and not re.search(r"\d", strip_dates(text))  # `from May 215`
    return dated or re.search(r"\b\d{1,2}(?:st|nd|rd|th|e|\.)(?!\w)", text) is not None


def _list_units(tokens: Tokens) -> set[str]:
    """List what is counted: `pounds` of `1200 pounds a year`."""
    return {unit for number, unit in pairwise(tokens) if counts([number])}


def _may_omit(now: Tokens, before: Tokens) -> bool:
    """Tell if the language may leave out the word for the speaker."""
    text = "".join((*now, *before))
    return bool(re.search(UNSPACED + "|[а-я]", text))


def _count_equal(one: Tokens, other: Tokens) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _are_alike(mine: Tokens, theirs: Tokens) -> bool:
    """Tell if both are numbers, or neither."""
    return counts(mine) == counts(theirs)


def _says_where(tokens: Tokens) -> bool:
    led = any(each.has("rel") for each in read_text(" ".join(tokens)).words[:1])
    return led and not _says_when(tokens) and not counts(tokens[1:2])


def _says_when(tokens: Tokens) -> bool:
    return has_mention(" ".join(tokens)) or not load_weekdays().isdisjoint(tokens)


def counts(tokens: Tokens) -> bool:
    numerals = bool(tokens) and all(token in NUMERALS for token in tokens)
    return numerals or any(any(sign.isdigit() for sign in token) for token in tokens)
