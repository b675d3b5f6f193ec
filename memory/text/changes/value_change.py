"""Decides if a statement gives the thing of an earlier one another value, in the same frame. Pure.

`The office is in Hull` and `The office is now in Bath` have the same words round two values. What
somebody does or has now, they may do or have beside the former: `I now learn Czech` ends nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from msgspec import Struct

from indexer.inference.reading import guess_language, read_text
from indexer.text.dates.finder import has_mention, strip_dates
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded, load_all_words
from memory.text.changes.event_change import tells_change
from memory.text.persons import PETS, ROLES, SEVERAL_KIN, find_heads
from memory.text.statement import (
    UNSPACED,
    Statement,
    drop_speaker,
    find_pattern,
    find_person_words,
    has_meaning,
    is_unspaced,
    list_several_values,
    load_copulas,
    load_weekdays,
)
from memory.text.values import CHANGES, names_thing

DRIVING = frozenset(("drive",))
ABOARD = frozenset(("in",))  # `ik rij in een Polo`
LONGEST_MAKE = 3  # words
LONGEST_VALUE = 8  # tokens; signs of Chinese and Japanese count each
SHORTEST_FRAME = 2  # tokens that both statements have
ELIDABLE = frozenset(("il", "l", "la", "le", "lo"))  # articles: `il nuovo affitto`, `l'affitto`
TOPIC_PARTICLES = ("は", "が")
SAYING_LITTLE = (CHANGES - {"begin"}) | {"be", "get", "have"}  # of what a value is of
PRONOUNS = ("pers:he", "pers:she")
FEWEST_SIGNS = 2  # that name something
NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬两兩")
OWNED = frozenset("的の")
EMPTY_SIGNS = "的是了在我们們个個不有"
KANA = "[\u3040-\u30ff]"  # Chinese has none, and names first what it is about

Tokens = Sequence[str]


class _Frame(Struct, frozen=True):
    """The words of both statements, and the two values that differ."""

    words: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)


def changes_value(now: Statement, before: Statement) -> bool:
    """Tell if both say the same of two values, of which only one can be."""
    if is_unspaced(now.text) and _names_others(now, before):
        return False
    return any(
        _has_changed(frame, clause, now) or _drives_another(frame, clause, now, before)
        for frame, clause in _list_frames(now, before)
        if now.corrects or not _name_two(frame, now, before)
    )


def _name_two(frame: _Frame, now: Statement, before: Statement) -> bool:
    """Tell if the values name what each is of: `the train to | Ulm leaves at 8`."""
    if not (_is_number(frame.mine) and _is_number(frame.theirs)):
        return False
    if is_unspaced(frame.text):
        return _name_two_in_signs(frame)
    pairs = ((frame.mine, now), (frame.theirs, before))
    named = all(_begins_with_name(values, each.written) for values, each in pairs)
    return named or _count_two(frame, guess_language(f"{now.written} {before.written}"))


def _name_two_in_signs(frame: _Frame) -> bool:
    rests = [_take_before_number(each) for each in (frame.mine, frame.theirs)]
    signs = [[each for each in one if each not in other] for one, other in (rests, rests[::-1])]
    if all(any(map(_has_sense, each)) for each in signs):
        return True
    counted = [_name_counted(each) for each in (frame.mine, frame.theirs)]
    both = counted[0] & counted[1]
    return all(len(each - both) >= FEWEST_SIGNS for each in counted)


def _name_counted(values: Tokens) -> frozenset[str]:
    """Return the signs behind a number: `毫克阿司匹林`."""
    return frozenset(each for each in values if _has_sense(each) and not _is_number([each]))


def _count_two(frame: _Frame, language: str) -> bool:
    """Tell if what each amount is of differs: `I take | 20 mg of omeprazole`, `100 mg aspirin`.

    What a thing is stands behind `is`, and may be anything: `my phone is | a Pixel 7`.
    """
    if not load_copulas().isdisjoint(frame.words):
        return False
    here, there = (_list_counted(each, language) for each in (frame.mine, frame.theirs))
    return bool(here and there) and here.isdisjoint(there)


def _list_counted(values: Tokens, language: str) -> frozenset[str]:
    """List what values name: `gardener` of `the gardener 20 euros`."""
    words = read_text(" ".join(values), language).words
    return frozenset(each.term for each in words if names_thing(each))


def _take_before_number(tokens: Tokens) -> Tokens:
    at = next((n for n, each in enumerate(tokens) if _is_number([each])), len(tokens))
    return tokens[:at]


def _begins_with_name(values: Tokens, written: str) -> bool:
    first = _take_before_number(values)[:1]
    words = re.findall(r"[^\W\d_]\w*", written)[1:]
    capitals = {fold(each) for each in words if each[:1].isupper()}
    return bool(first) and first[0] in capitals and not has_mention(first[0])


def _list_frames(now: Statement, before: Statement) -> Iterator[tuple[_Frame, Tokens]]:
    for written, other in product(map(_drop_opening, now.clauses), before.clauses):
        clause = _take_determiner(written, other) if now.changes else written
        if not set(clause).isdisjoint(other):  # a frame is of words that both have
            frame = _find_frame(clause, other) or _find_turned_frame(clause, other)
            if frame and _says_about_what(frame):
                yield frame, clause


def _names_others(now: Statement, before: Statement) -> bool:
    """Tell if a relative is named in signs, who may be meant in the clauses behind as well."""
    mine, theirs = (find_heads(read_text(each.written)) for each in (now, before))
    if OWNED.isdisjoint(now.written):  # `房东涨价了，现在房租3100`
        mine -= ROLES - theirs
    pronoun = any(each.has(mark) for each in read_text(now.written).words for mark in PRONOUNS)
    return not mine <= theirs or (mine != theirs and not pronoun)


def _says_about_what(frame: _Frame) -> bool:
    """Tell if a frame has more than endings, and signs such as 我的: `い ます` frames any verb."""
    if is_unspaced(frame.text):
        return "は" in frame.words or any(map(_has_sense, frame.words))
    return has_meaning(frame.text)


def _has_sense(sign: str) -> bool:
    return sign not in EMPTY_SIGNS and not "\u3040" <= sign <= "\u309f"


def _drop_opening(clause: Tokens) -> Tokens:
    """Drop words to the listener before what is said: `so our band is ...`."""
    openings = _load_openings()
    at = next((n for n, each in enumerate(clause) if each not in openings), 0)
    return clause[at:]


@cache
def _load_openings() -> frozenset[str]:
    openings = load_all_words("openers") | load_all_folded("and_words")
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


def _has_changed(frame: _Frame, clause: Tokens, now: Statement) -> bool:
    if find_pattern("home_patterns", frame.text) and not is_unspaced(frame.text):
        return now.corrects
    if find_pattern("single_predicate_patterns", frame.text):
        return now.changes or not _names_one_of_several(frame, now)
    if not (now.changes or _is_told_elsewhere(now, clause)) or not _says_more_than_whose(frame):
        return False
    several = list_several_values(now.text)
    return now.corrects or _is_measured(frame) or not _is_open_to_more(frame, clause, several)


def _drives_another(frame: _Frame, clause: Tokens, now: Statement, before: Statement) -> bool:
    """Tell if somebody drives a car of another make by now, which is no trade: `I drive a bus`."""
    words = read_text(frame.text, guess_language(now.written)).words
    articles = load_all_words("indefinite_articles")
    drives = any(each.topics & DRIVING for each in words) and _is_of_speaker(clause)
    drives = drives and len(set(frame.words) - articles - ABOARD) == 1  # not `drive to`
    led = (articles & {*frame.words, *values} for values in (frame.mine, frame.theirs))
    drives = drives and all(led)  # not `I drive Tom`, `en Bretagne`
    pairs = ((frame.mine, now), (frame.theirs, before))
    return drives and now.changes and all(is_make(values, each.written) for values, each in pairs)


def is_make(values: Tokens, written: str) -> bool:
    """Tell if a value has names and figures alone: not `Mum's Micra`, `a Tesla at work`."""
    bare = [each for each in values if each not in load_all_words("indefinite_articles")]
    capitals = {fold(each) for each in re.findall(r"[^\W_]+", written) if not each[0].islower()}
    return 0 < len(bare) <= LONGEST_MAKE and capitals.issuperset(bare)


def _names_one_of_several(frame: _Frame, now: Statement) -> bool:
    """Tell if it gives a name to what somebody may have two of: a daughter, a dog."""
    naming = find_pattern("naming_patterns", frame.text)
    if naming is None:
        return False
    words = read_text(frame.text, guess_language(now.written)).words
    return any(each.topics & PETS or each.marks & SEVERAL_KIN for each in words)


def _is_told_elsewhere(now: Statement, clause: Tokens) -> bool:
    """Tell if another clause says that this one is new: `my flight is delayed, it leaves at 9`."""
    return tells_change(now.text) and not tells_change(" ".join(clause))


def _says_more_than_whose(frame: _Frame) -> bool:
    return len(frame.words) > SHORTEST_FRAME or frame.words[0] not in load_all_folded("owners")


def _is_measured(frame: _Frame) -> bool:
    """Tell if the values are dates, or numbers, and nothing else that differs: `with Ann on`."""
    values = " ".join(frame.mine), " ".join(frame.theirs)
    if all(map(has_mention, values)):
        return not all(has_meaning(strip_dates(each)) for each in values)
    weekdays = load_weekdays().issuperset((*frame.mine, *frame.theirs))
    return weekdays or _is_number(frame.mine)


def _is_open_to_more(frame: _Frame, clause: Tokens, several: frozenset[str]) -> bool:
    """Tell if it is about what somebody does or has: there may be another of it."""
    signs = any(each in frame.text.replace(" ", "") for each in several if is_unspaced(each))
    verbs = (*frame.words, *frame.mine[:1])  # `my sister | has a baby`
    return signs or not several.isdisjoint(verbs) or _is_of_speaker(clause)


def _is_of_speaker(clause: Tokens) -> bool:
    if clause[:1] and clause[0] in load_copulas():
        return True  # a note, which leaves out who: `Is allergic to kiwi`
    return bool(clause) and clause[0] in find_person_words() and clause[1:2] != ("的",)


def _find_turned_frame(now: Tokens, before: Tokens) -> _Frame | None:
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
    enough = len(shared) >= SHORTEST_FRAME and _is_number(mine) == _is_number(theirs)
    return _Frame(shared, mine, theirs) if right and enough else None


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


def _find_frame(now: Tokens, before: Tokens) -> _Frame | None:
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
    if not right or shared < SHORTEST_FRAME or _is_number(mine) != _is_number(theirs):
        return None
    apart = _share_meaning(mine, theirs) or _are_of_two_things(mine, theirs)
    if apart or not _is_about_same(now, here, start, (*mine, *theirs)):
        return None
    if _are_of_two_kinds(mine, theirs):
        return None
    return _Frame((*here[:start], *here[len(here) - end :]), mine, theirs)


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
    counted = _is_number(mine) and _is_number(theirs)
    if counted:
        return dated[0] != dated[1] or _do_otherwise(mine, theirs)
    return copulas[0] != copulas[1]


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
    return {unit for number, unit in pairwise(tokens) if _is_number([number])}


def _may_omit(now: Tokens, before: Tokens) -> bool:
    """Tell if the language may leave out the word for the speaker."""
    text = "".join((*now, *before))
    return bool(re.search(UNSPACED + "|[а-я]", text))


def _count_equal(one: Tokens, other: Tokens) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _is_number(tokens: Tokens) -> bool:
    numerals = bool(tokens) and all(token in NUMERALS for token in tokens)
    return numerals or any(any(sign.isdigit() for sign in token) for token in tokens)
