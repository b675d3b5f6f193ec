"""Decides if somebody has parted with what they had, or finished what they did. Pure.

`I sold the Volvo` ends `I have a blue Volvo`, and `I've finished the pottery course` that it is
going on. It must be theirs, and the only one of its kind in what was said before. `Moss died` ends
`we have a dog called Moss`: the dead one must be named, and known as a pet.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, takewhile

from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.dates.finder import has_mention
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_all_folded, load_all_words, load_folded, load_words
from memory.text.assertion import is_negated
from memory.text.changes.things import tells_apart
from memory.text.changes.times import strip_times
from memory.text.persons import PETS, find_heads
from memory.text.statement import (
    Statement,
    find_pattern,
    find_person_words,
    is_unspaced,
    list_tokens,
    load_copulas,
)
from memory.text.values import names_thing

DYING = frozenset(("die", "euthanise"))
# Who was about to die has not died: `stava per morire`.
TO_DIE = frozenset(("die", "morir", "morire", "morrer", "mourir", "sterben", "sterven", "умереть"))
NAMING = frozenset(("call", "name"))
OF = frozenset(("rel:from", "rel:of"))
UNSURE = (
    *("neg", "asp:near", "conj:that", "mod:can", "mod:if", "mod:maybe", "mod:plan", "mod:say"),
    *("mod:wish", "mod:would"),
)
LONGEST_THING = 3  # words
OPENING = 2  # words: `our dog`
NOUN_FIRST = ("es", "fr", "it", "pt")  # `coche verde`
WITHOUT_ARTICLES = ("ru",)
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


def loses_pet(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that the pet has died whose name `before` tells."""
    language = guess_language(f"{now.written} {before.written}")
    mine, theirs = read_text(now.written, language), read_text(before.written, language)
    names = _list_pet_names(theirs)
    if _joins_another(names, theirs):
        return False  # the other one is alive
    names |= _list_only_pet(before, theirs)
    return bool(names) and any(_has_died(words, names) for words in mine.by_clause.values())


def _joins_another(names: frozenset[str], reading: Reading) -> bool:
    """Tell if somebody else is named behind a pet: `our cats Miso and Udon`."""
    joins = load_all_folded("and_words")
    pairs = pairwise(reading.words)
    return any(one.term in names and fold(two.text) in joins for one, two in pairs)


def _list_only_pet(before: Statement, reading: Reading) -> frozenset[str]:
    """List the words for the one pet that the speaker says they have: `we have a rabbit`."""
    pets = [each for each in reading.words if each.topics & PETS]
    tokens = list_tokens(before.text)
    several = any(map(is_number, tokens)) or not load_all_folded("and_words").isdisjoint(tokens)
    held = find_pattern("holding_patterns", before.text) is not None
    held = held or any(each.place < OPENING and _is_own(each, reading.words) for each in pets)
    kin = find_heads(reading)
    return frozenset(each.term for each in pets if len(pets) == 1 and held and not (several or kin))


def _list_pet_names(reading: Reading) -> frozenset[str]:
    """List the names behind a pet and `is called`, or before it and `is`: `Moss is our dog`,
    `Rufus the cat`.
    """
    words = reading.words
    pets = [each.place for each in words if each.topics & PETS]
    return frozenset(
        each.term
        for each in words
        for pet in pets
        if names_thing(each)
        and each.place != pet
        and all(map(_only_names, words[min(pet, each.place) + 1 : max(pet, each.place)]))
        and (each.place > pet or _leads_to_pet(words[each.place : pet + 1], words[pet + 1 :]))
    )


def _leads_to_pet(words: Sequence[Word], behind: Sequence[Word]) -> bool:
    """Tell if `is` stands between a name and a pet, or an article alone: `Rufus the cat`.

    A noun behind says that it is no pet: `Tom the dog walker`.
    """
    name, *between, pet = words
    if any(names_thing(each) and each.place == pet.place + 1 for each in behind):
        return False
    led = pet.is_led and not between and name.text.istitle()
    return led or any("be" in each.topics for each in between)


def _only_names(word: Word) -> bool:
    return not names_thing(word) or bool(word.topics & NAMING)


def _has_died(words: Sequence[Word], names: frozenset[str]) -> bool:
    """Tell if a clause says so of one of these alone: not `Moss's brother died`, `nearly died`."""
    died = next((each for each in words if each.topics & DYING and each.text not in TO_DIE), None)
    unsure = any(each.has(mark) for each in words for mark in UNSURE)
    if died is None or died.is_led or unsure or _is_only_as_dead(died, words):
        return False
    if "die" in died.topics and any(_is_speaker(each) for each in words):
        return False  # `I dreamt Moss died`
    told = [
        each
        for each in words
        if names_thing(each) and not (_is_adverb(each) or _tells_time(each, words))
    ]
    before = [each for each in told if each.place < died.place]
    behind = [each for each in told if each.place > died.place]
    meant = before or behind[:1]
    if not _says_only_that(died, words, names):
        return False
    return any(_is_known(each, words, names) for each in meant) and all(
        each.term in names or each.topics & PETS for each in meant
    )


def _says_only_that(died: Word, words: Sequence[Word], names: frozenset[str]) -> bool:
    """Tell if no more is said of a pet without a name: not `the cat flap died`, `the cat next door
    died`, `the dog died in John Wick`.
    """
    pets = [each for each in words if each.term in names and each.topics & PETS]
    if any(each.term in names and not each.topics & PETS for each in words) or not pets:
        return True
    between = [each for each in words if pets[-1].place < each.place < died.place]
    behind = [each for each in words if each.place > died.place]
    return not any(
        (each.term and "be" not in each.topics) or each.has("rel") for each in between
    ) and not any(
        each.term and (each.is_name or "rel:in" in each.relations) and not each.has("day")
        for each in behind
    )


def _is_known(word: Word, words: Sequence[Word], names: frozenset[str]) -> bool:
    """Tell if a word is a name, or a pet with an article: not `a dog`, nor `his dog`."""
    before = [each.text.lower() for each in words if each.place == word.place - 1]
    articles = load_all_words("definite_articles")
    pointed = any(fold(each) in articles for each in before) or not before
    own = _is_own(word, words)
    return word.term in names and (pointed or own or not word.topics & PETS)


def _is_own(word: Word, words: Sequence[Word]) -> bool:
    """Tell if a word follows `my` or `our`."""
    owners = load_all_folded("owners")
    return any(fold(each.text) in owners for each in words if each.place == word.place - 1)


def _is_speaker(word: Word) -> bool:
    return word.has("pers:speaker") and not word.has("pers:clitic")


def _is_only_as_dead(died: Word, words: Sequence[Word]) -> bool:
    """Tell if it says how somebody is: `Moss is dead tired`, `Rex est mort de faim`."""
    near = {each.place: each for each in words}
    before, behind = near.get(died.place - 1), near.get(died.place + 1)
    state = before is not None and "be" in before.topics
    more = behind is not None and (names_thing(behind) or not behind.marks.isdisjoint(OF))
    return state and more


def _tells_time(word: Word, words: Sequence[Word]) -> bool:
    """Tell if a word is of a time: `letzte Woche`."""
    units = {each.place for each in words if any(mark.startswith("unit:") for mark in each.marks)}
    return word.place in units or (word.place + 1 in units and not word.is_name)


def _is_adverb(word: Word) -> bool:
    """Tell if an unknown word is no name, which has a capital, and no thing: `leider`."""
    unknown = not (word.topics or word.marks or word.is_led)
    return unknown and word.text.islower()


def disposes_of(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that what `before` says the speaker has, or does, is over."""
    if find_pattern("disposal_patterns", before.text):
        return False
    if any(is_negated(each.text) or find_heads(read_text(each.written)) for each in (now, before)):
        return False
    clauses = map(strip_times, now.sentence)
    parted = ((each, find_pattern("disposal_patterns", each)) for each in clauses)
    return any(found and _parts_with(each, found, now, before) for each, found in parted)


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
    if language in WITHOUT_ARTICLES:
        parted = list_tokens(text[found.end() :]) or list_tokens(text[: found.start()])
        return [_take_words(parted, language)]
    behind = list_tokens(text[found.end() :])
    if thing := _find_object(text[found.end() :], now, language):
        return [thing]
    if behind[:1] and behind[0] in _load_determiners(language) and _is_owned(behind[1:], language):
        return []  # `changé les pneus de la Clio`
    if behind and language == "en" and behind[0] not in load_stopwords(language):
        return [_take_words(behind, language)]  # `swapped tyres on the Focus`
    tokens = list_tokens(text)
    spoken = list_tokens(found.group())
    verb = {spoken[0], spoken[-1]}  # gave my piano away
    known = _load_determiners(language)
    if tokens[0] in load_folded("moving_auxiliaries", language):
        known |= load_words("other_persons", language)  # a note: `has sold her Clio`
    starts = [n for n, each in enumerate(tokens) if each in known]
    if not starts and tokens[0] not in load_stopwords(language) and tokens[0] not in verb:
        return [_take_words(list_tokens(text[: found.start()]), language)]  # `Polo sold`
    things = [
        _take_words([each for each in tokens[n + 1 :] if each not in verb], language)
        for n in starts
        if not _is_owned(tokens[n + 1 :], language)
    ]
    return [each for each in things if each] if len(things) == len(starts) else []


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
        map(is_number, tokens[: places[0]])
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
