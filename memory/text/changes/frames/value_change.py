"""Decides if a statement gives the thing of an earlier one another value, in the same frame. Pure.

`The office is in Hull` and `The office is now in Bath` have the same words round two values. What
somebody does or has now, they may do or have beside the former: `I now learn Czech` ends nothing.
"""

import re

from indexer.inference.reading import guess_language, read_text
from indexer.text.dates.finder import has_mention, strip_dates
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded, load_all_words
from memory.text.changes.event_change import tells_change
from memory.text.changes.frames.frame import (
    SHORTEST_FRAME,
    Frame,
    Tokens,
    counts,
    has_sense,
    list_frames,
)
from memory.text.changes.frames.places import may_be_another_place
from memory.text.persons import PETS, ROLES, SEVERAL_KIN, find_heads
from memory.text.statement import (
    Statement,
    find_pattern,
    find_person_words,
    has_meaning,
    is_unspaced,
    list_several_values,
    load_copulas,
    load_weekdays,
)
from memory.text.values import names_thing

DRIVING = frozenset(("drive",))
ABOARD = frozenset(("in",))  # `ik rij in een Polo`
LONGEST_MAKE = 3  # words
PRONOUNS = ("pers:he", "pers:she")
FEWEST_SIGNS = 2  # that name something
OWNED = frozenset("的の")


def changes_value(now: Statement, before: Statement) -> bool:
    """Tell if both say the same of two values, of which only one can be."""
    if is_unspaced(now.text) and _names_others(now, before):
        return False
    return any(
        (_has_changed(frame, clause, now) and _may_be_elsewhere(frame, now, before))
        or _drives_another(frame, clause, now, before)
        for frame, clause in list_frames(now, before)
        if now.corrects or not _name_two(frame, now, before)
    )


def _may_be_elsewhere(frame: Frame, now: Statement, before: Statement) -> bool:
    """Tell if what differs is no place, or surely another one: not `the course is in German`."""
    plain = is_unspaced(now.text) or (counts(frame.mine) and counts(frame.theirs))
    return plain or may_be_another_place(now, before, frame.mine, frame.theirs)


def _name_two(frame: Frame, now: Statement, before: Statement) -> bool:
    """Tell if the values name what each is of: `the train to | Ulm leaves at 8`."""
    if not (counts(frame.mine) and counts(frame.theirs)):
        return False
    if is_unspaced(frame.text):
        return _name_two_in_signs(frame)
    pairs = ((frame.mine, now), (frame.theirs, before))
    named = all(_begins_with_name(values, each.written) for values, each in pairs)
    return named or _count_two(frame, guess_language(f"{now.written} {before.written}"))


def _name_two_in_signs(frame: Frame) -> bool:
    rests = [_take_before_number(each) for each in (frame.mine, frame.theirs)]
    signs = [[each for each in one if each not in other] for one, other in (rests, rests[::-1])]
    if all(any(map(has_sense, each)) for each in signs):
        return True
    counted = [_name_counted(each) for each in (frame.mine, frame.theirs)]
    both = counted[0] & counted[1]
    return all(len(each - both) >= FEWEST_SIGNS for each in counted)


def _name_counted(values: Tokens) -> frozenset[str]:
    """Return the signs behind a number: `毫克阿司匹林`."""
    return frozenset(each for each in values if has_sense(each) and not counts([each]))


def _count_two(frame: Frame, language: str) -> bool:
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
    at = next((n for n, each in enumerate(tokens) if counts([each])), len(tokens))
    return tokens[:at]


def _begins_with_name(values: Tokens, written: str) -> bool:
    first = _take_before_number(values)[:1]
    words = re.findall(r"[^\W\d_]\w*", written)[1:]
    capitals = {fold(each) for each in words if each[:1].isupper()}
    return bool(first) and first[0] in capitals and not has_mention(first[0])


def _names_others(now: Statement, before: Statement) -> bool:
    """Tell if a relative is named in signs, who may be meant in the clauses behind as well."""
    mine, theirs = (find_heads(read_text(each.written)) for each in (now, before))
    if OWNED.isdisjoint(now.written):  # `房东涨价了，现在房租3100`
        mine -= ROLES - theirs
    pronoun = any(each.has(mark) for each in read_text(now.written).words for mark in PRONOUNS)
    return not mine <= theirs or (mine != theirs and not pronoun)


def _has_changed(frame: Frame, clause: Tokens, now: Statement) -> bool:
    if find_pattern("home_patterns", frame.text) and not is_unspaced(frame.text):
        return now.corrects
    if find_pattern("single_predicate_patterns", frame.text):
        return now.changes or not _names_one_of_several(frame, now)
    if not (now.changes or _is_told_elsewhere(now, clause)) or not _says_more_than_whose(frame):
        return False
    several = list_several_values(now.text)
    return now.corrects or _is_measured(frame) or not _is_open_to_more(frame, clause, several)


def _drives_another(frame: Frame, clause: Tokens, now: Statement, before: Statement) -> bool:
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


def _names_one_of_several(frame: Frame, now: Statement) -> bool:
    """Tell if it gives a name to what somebody may have two of: a daughter, a dog."""
    naming = find_pattern("naming_patterns", frame.text)
    if naming is None:
        return False
    words = read_text(frame.text, guess_language(now.written)).words
    return any(each.topics & PETS or each.marks & SEVERAL_KIN for each in words)


def _is_told_elsewhere(now: Statement, clause: Tokens) -> bool:
    """Tell if another clause says that this one is new: `my flight is delayed, it leaves at 9`."""
    return tells_change(now.text) and not tells_change(" ".join(clause))


def _says_more_than_whose(frame: Frame) -> bool:
    return len(frame.words) > SHORTEST_FRAME or frame.words[0] not in load_all_folded("owners")


def _is_measured(frame: Frame) -> bool:
    """Tell if the values are dates, or numbers, and nothing else that differs: `with Ann on`."""
    values = " ".join(frame.mine), " ".join(frame.theirs)
    if all(map(has_mention, values)):
        return not all(has_meaning(strip_dates(each)) for each in values)
    weekdays = load_weekdays().issuperset((*frame.mine, *frame.theirs))
    return weekdays or counts(frame.mine)


def _is_open_to_more(frame: Frame, clause: Tokens, several: frozenset[str]) -> bool:
    """Tell if it is about what somebody does or has: there may be another of it."""
    signs = any(each in frame.text.replace(" ", "") for each in several if is_unspaced(each))
    verbs = (*frame.words, *frame.mine[:1])  # `my sister | has a baby`
    return signs or not several.isdisjoint(verbs) or _is_of_speaker(clause)


def _is_of_speaker(clause: Tokens) -> bool:
    if clause[:1] and clause[0] in load_copulas():
        return True  # a note, which leaves out who: `Is allergic to kiwi`
    return bool(clause) and clause[0] in find_person_words() and clause[1:2] != ("的",)
