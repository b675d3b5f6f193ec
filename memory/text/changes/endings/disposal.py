"""Decides if somebody has parted with what they had, or finished what they did. Pure.

`I sold the Volvo` ends `I have a blue Volvo`, and `I've finished the pottery course` that it is
going on. It must be theirs, and the only one of its kind in what was said before.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from indexer.inference.reading import guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.dates.finder import has_mention
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_all_folded, load_all_words, load_folded, load_words
from memory.text.assertion import is_negated
from memory.text.changes.things import tells_apart
from memory.text.changes.times import strip_times
from memory.text.persons import find_heads
from memory.text.statement import (
    Statement,
    find_pattern,
    find_person_words,
    is_unspaced,
    list_tokens,
    load_copulas,
)

LONGEST_THING = 3  # words
NOUN_FIRST = ("es", "fr", "it", "pt")  # `coche verde`
WITHOUT_ARTICLES = ("ru",)
YEAR = re.compile("(?:19|20)[0-9]{2}")  # `a 2016 Fiesta`
SAME_STEM = 4  # letters that two cases of a Russian noun share
COUNTED = re.compile(r"[的個个辆輛台只隻条條部把本套间間匹]$")
TAKEN = re.compile(r"把(?P<thing>[^，。把]{1,12}?)(?:给|給|都|已经|已經)?(?:卖|賣|送|扔|丢|丟)")
PARTED = re.compile(
    r"(?:^|[、。は])(?P<thing>[^、。はをが]{1,12})を(?:売|手放|譲|処分|捨て|下取り|解約|退会)"
)
GONE = re.compile(
    r"(?:我的?)?(?P<thing>[^，。的]{1,12}?)(?:已经|已經|终于|終於)?(?:卖|賣|退)(?:了|掉了?)"
)
MADE = re.compile(
    r"(?:开|開|骑|騎|有|养|養|订|訂)(?:着|著|了)?[^，。的个個一二两兩三辆輛台只隻条本]{0,6}$"
)  # `我开大众`


def disposes_of(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that what `before` says the speaker has, or does, is over."""
    if find_pattern("disposal_patterns", before.text):
        return False
    if any(is_negated(each.text) or _names_owner(each.written) for each in (now, before)):
        return False
    clauses = map(strip_times, now.sentence)
    parted = ((each, find_pattern("disposal_patterns", each)) for each in clauses)
    return any(found and _parts_with(each, found, now, before) for each, found in parted)


def _names_owner(text: str) -> bool:
    """Tell if a relative is named, and not only as who gets something: `sold it to my cousin`."""
    reading = read_text(text)
    heads = find_heads(reading)
    given = (each for each in reading.words if each.has("kin") and "rel:to" in each.relations)
    return bool(heads - {mark for each in given for mark in each.marks})


def _parts_with(clause: str, found: re.Match[str], now: Statement, before: Statement) -> bool:
    """Tell if a clause says that what `before` says the speaker has is gone."""
    if is_unspaced(clause):
        return _disposes_in_signs(clause, before.text)
    language = guess_language(f"{now.written} {before.written}")
    things = [_find_whole(clause, before.text, language)]
    things = things if things[0] else _list_things(clause, found, now, language)
    one = len(things) == 1 and _has_one(before, things[0], language)
    return one and not tells_apart(now.written, before.written)


def _disposes_in_signs(now: str, before: str) -> bool:
    found = TAKEN.search(now) or PARTED.search(now) or GONE.fullmatch(now)
    if found is None or find_pattern("holding_patterns", before) is None:
        return False
    thing = found["thing"].removeprefix("我的").removeprefix("その")
    held = before.rstrip("。")
    opening, with_, _rest = re.sub("に(?=[乗入加通])", "を", before).partition(f"{thing}を")
    if not with_:
        known = held.removesuffix(thing)
        made = len(thing) > 1 and MADE.search(known)
        return held.endswith(thing) and bool(COUNTED.search(known) or made)
    return not opening or opening[-1] in "、はのい"


def _find_whole(text: str, before: str, language: str) -> tuple[str, ...]:
    """Find a thing that both name with the same `of`: `cours de poterie`; it may be genitive."""
    tokens, known = list_tokens(text), list_tokens(before)
    links = load_words("of_words", language) | load_words("definite_articles", language)
    for n, each in enumerate(tokens[:-3]):
        thing = tuple(tokens[n + 1 : n + 4])
        named = each in _load_determiners(language) and thing[1] in links - {thing[0], thing[2]}
        if named and any(tuple(known[at : at + 3]) == thing for at in range(len(known) - 2)):
            return thing
    return ()


def _list_things(
    text: str, found: re.Match[str], now: Statement, language: str
) -> list[tuple[str, ...]]:
    """List what a clause names with an article or `my`; none of what belongs to somebody else."""
    before, behind = list_tokens(text[: found.start()]), list_tokens(text[found.end() :])
    if language in WITHOUT_ARTICLES:
        return [_take_words(behind or before, language)]
    if thing := _find_object(text[found.end() :], now, language):
        return [thing]
    if behind and behind[0] in _load_determiners(language) and _is_owned(behind[1:], language):
        return []  # `changé les pneus de la Clio`
    if behind and language == "en" and behind[0] not in load_stopwords(language):
        return [_take_words(behind, language)]  # `swapped tyres on the Focus`
    return _list_led(list_tokens(text), before, list_tokens(found.group()), language)


def _list_led(
    tokens: Sequence[str], before: Sequence[str], verb: Sequence[str], language: str
) -> list[tuple[str, ...]]:
    """List the things behind an article or `my`, or what opens a clause without either."""
    around = {verb[0], verb[-1]}  # gave my piano away
    known = _load_determiners(language)
    if tokens[0] in load_folded("moving_auxiliaries", language):
        known |= load_words("other_persons", language)  # a note: `has sold her Clio`
    led = [tokens[n + 1 :] for n, each in enumerate(tokens) if each in known]
    if not led and tokens[0] not in load_stopwords(language) and tokens[0] not in around:
        return [_take_words(before, language)]  # `Polo sold`
    if any(_is_owned(each, language) for each in led):
        return []
    things = (_take_words([one for one in each if one not in around], language) for each in led)
    return [each for each in things if each]


def _find_object(behind: str, now: Statement, language: str) -> tuple[str, ...]:
    """Find what stands right behind a verb: `swapped | the Ibiza for a Leon`, `binned | Hulu`."""
    tokens = list_tokens(behind)
    led = bool(tokens) and tokens[0] in _load_determiners(language)
    if not tokens or not (led or (_is_name(tokens[0], now) and not has_mention(tokens[0]))):
        return ()
    rest = tokens[1:] if led else tokens
    return () if _is_owned(rest, language) else _take_words(rest, language)


def _load_determiners(language: str) -> frozenset[str]:
    owners = load_folded("owners", language)
    return owners | load_words("definite_articles", language)


def _take_words(tokens: Sequence[str], language: str) -> tuple[str, ...]:
    """Take the words that name a thing, up to the first common one."""
    thing: list[str] = []
    for each in tokens:
        if each in load_stopwords(language) or len(thing) == LONGEST_THING:
            break
        thing.append(each)
    return tuple(thing)


def _is_owned(tokens: Sequence[str], language: str) -> bool:
    """Tell if it is said whose a thing is: `the piano of my aunt`, `Ann's piano`."""
    thing = _take_words(tokens, language)
    following = tokens[len(thing) : len(thing) + 1]
    genitive = any(each.endswith(("'s", "’s")) for each in thing)
    return genitive or any(each in load_words("of_words", language) for each in following)


def _has_one(before: Statement, thing: tuple[str, ...], language: str) -> bool:
    """Tell if a statement says that the speaker has such a thing, and one alone."""
    tokens = list_tokens(before.text)
    places = [n for n in range(len(tokens)) if _is_thing(tokens[n:], thing, language)]
    if len(places) != 1 or not _is_whole(before, places[0], len(thing), language):
        return False
    if not load_all_folded("and_words").isdisjoint(tokens) or any(
        is_number(each) and not YEAR.fullmatch(each) for each in tokens[: places[0]]
    ):
        return False
    mine = tokens[0] in _load_determiners(language) and places[0] == 1
    held = find_pattern("holding_patterns", before.text)
    return (
        mine
        or _is_what_own_is(tokens[: places[0]], language)
        or (held is not None and held.start() < _find_start(before.text, places[0]))
    )


def _is_what_own_is(tokens: Sequence[str], language: str) -> bool:
    """Tell if words lead to what something of the speaker's is: `my car is a | Golf`."""
    owner, thing, verbs = tokens[:1], tokens[1:2], tokens[2:]
    links = load_copulas() | load_words("indefinite_articles", language)
    own = _load_determiners(language).issuperset(owner) and links.isdisjoint(thing)
    if any(each.topics & {"call", "name"} for each in read_text(" ".join(tokens), language).words):
        return False  # `my name is Mercedes`
    return own and bool(thing) and links.issuperset(verbs) and _leads_to_value(verbs, language)


def _leads_to_value(verbs: Sequence[str], language: str) -> bool:
    return not load_copulas().isdisjoint(verbs) or language in WITHOUT_ARTICLES


def _find_start(text: str, place: int) -> int:
    """Find where a token stands in a text."""
    tokens = list_tokens(text)
    at = 0
    for each in tokens[:place]:
        at = text.find(each, at) + len(each)
    return at


def is_number(token: str) -> bool:
    """Tell if a folded word counts things: `two`, `3`."""
    return token in _load_numbers() or token.isdigit()


@cache
def _load_numbers() -> frozenset[str]:
    return frozenset(fold(each.partition(" ")[2]) for each in load_all_words("numbers"))


def _is_thing(tokens: Sequence[str], thing: tuple[str, ...], language: str) -> bool:
    here = tokens[: len(thing)]
    return len(here) == len(thing) and all(
        _is_same(one, other, language) for one, other in zip(here, thing, strict=True)
    )


def _is_same(one: str, other: str, language: str) -> bool:
    shortest = min(len(one), len(other))
    if language in WITHOUT_ARTICLES and shortest >= SAME_STEM:
        stem = min(SAME_STEM, shortest - 1)
        return one[:stem] == other[:stem]
    return one == other or analyze(one, language).terms == analyze(other, language).terms


def _is_whole(before: Statement, at: int, length: int, language: str) -> bool:
    """Tell if the words name the thing itself: not the `Volvo` of `a Volvo dealership`.

    Its make may stand before it, and its year behind: `a Seat Ibiza, 2014`.
    """
    tokens = list_tokens(before.text)
    common = load_stopwords(language) | find_person_words()
    if language in NOUN_FIRST:
        makes = list(takewhile(lambda n: _is_name(tokens[n], before), range(at - 1, -1, -1)))
        first = at - len(makes)
        return first > 0 and tokens[first - 1] in common
    following = tokens[at + length : at + length + 1]
    return not following or following[0] in common or following[0].isdigit()


def _is_name(token: str, before: Statement) -> bool:
    """Tell if a word has a capital, and does not begin the statement."""
    written = re.findall(r"[^\W\d_]\w*", before.written)[1:]
    return any(fold(each) == token for each in written if each[:1].isupper())
