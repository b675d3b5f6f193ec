"""Decides if two statements are about the same thing, and give it another value. Pure.

They are if a word that names the thing stands in both, and neither says of it what the other does
not allow: `the board meeting` is not `the team meeting`, nor is `my mother's flat` mine. A value is
what a thing has one of at a time: a day, an hour, an amount, a name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from indexer.inference.alignment import align
from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, read_text
from indexer.inference.vetoes.tenses import turns_past
from indexer.text.dates.finder import has_mention
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName
from memory.text.assertion import is_negated
from memory.text.changes.event_change import tells_change
from memory.text.changes.person_state import (
    begins_state,
    has_same_owner,
    is_about_same_state,
    is_side_work,
)
from memory.text.changes.times import is_far_ahead
from memory.text.changes.topic import is_of_other_role
from memory.text.introductions import shorten_introductions
from memory.text.naming import (
    STOPS,
    find_lead,
    has_like,
    is_headed,
    is_loud,
    list_shared,
    read_both,
)
from memory.text.persons import ROLES, find_heads
from memory.text.qualifier import is_called_former
from memory.text.statement import (
    find_pattern,
    list_several_values,
    names_new_one,
    parse_statement,
)
from memory.text.values import CHANGES, gives_other_value, list_values, names_thing
from memory.text.words import content_words

FEW = 4  # words of an afterthought
PLAN = "mod:plan"
NOUN_FIRST = ("es", "fr", "it", "nl", "pt")  # `réunion parents`
PLACED = frozenset(("rel:for", "rel:from", "rel:in", "rel:to"))  # `pour Rome`
WHOSE = PLACED | {"rel:of", "rel:with"}  # the meeting with Ann
OVER: tuple[ListName, ...] = ("leaving_patterns", "disposal_patterns", "ended_patterns")
TRADING = frozenset(("give", "replace", "sell"))
COVERED = 0.5  # of what a clause names


def revises(said: str, old: str) -> bool:
    """Tell if words may change what a statement says, for whoever knows that they are about it.

    They do if they contradict it, or say most of it, or tell of another home or work of the same
    person.
    """
    if not is_of_same(said, old) or is_of_other_role(said, old):
        return False
    plain, known = shorten_introductions(said, old), shorten_introductions(old, said)
    if _begins_anew(plain, known):
        return True
    return names_same_thing(plain, known) and (
        _contradicts(plain, known)
        or (
            _names_lead(plain, known)
            and _says_otherwise(plain, known)
            and not _is_of_past(plain, known)
        )
        or (_may_be_lead(plain, known) and _repeats_most(plain, known))
    )


def contradicts(said: str, old: str) -> bool:
    """Tell if words say that what a statement says has ended, or is another one by now.

    Nobody says that they are about it, so that they must name its thing and say what becomes of
    its value: a day, an amount, the whole.
    """
    if not is_of_same(said, old) or is_of_other_role(said, old):
        return False
    plain, known = shorten_introductions(said, old), shorten_introductions(old, said)
    moved = _is_of_thing(known) and tells_change(parse_statement(plain).text)
    valued = bool(list_values(read_both(plain, known)[1]))
    return names_same_thing(plain, known) and (
        _contradicts(plain, known) or (moved and valued and _says_otherwise(plain, known))
    )


def _contradicts(said: str, old: str) -> bool:
    """Tell if what `said` says of the thing of `old` cannot be so beside it."""
    return (
        tells_of_end(said, old)
        or (gives_other_value(*read_both(said, old)) and not _is_of_past(said, old))
        or _leaves_for_other(said, old)
    )


def ends(said: str, old: str) -> bool:
    """Tell if words say that what a statement says has ended."""
    plain, known = shorten_introductions(said, old), shorten_introductions(old, said)
    return is_of_same(said, old) and names_same_thing(plain, known) and tells_of_end(plain, known)


def is_of_same(said: str, old: str) -> bool:
    """Tell if words are no mere plan, and not about another one: `my new daughter`."""
    if _is_planned(said, old) or names_other_one(said, old):
        return False
    new, known = (names_new_one(fold(unify(each))) for each in (said, old))
    return known or not new


def _is_planned(said: str, old: str) -> bool:
    """Tell if it has not begun: `I'm going to quit smoking`; an event is planned in any case."""
    words = read_text(said).words
    sure = parse_statement(said).changes or any(each.has("neg") for each in words)
    planned = is_far_ahead(said) or (any(each.has(PLAN) for each in words) and not sure)
    return planned and not has_mention(old) and not any(e.has(PLAN) for e in read_text(old).words)


def names_other_one(said: str, old: str) -> bool:
    """Tell if words name another one of what a statement names: `my other daughter`."""
    theirs = read_both(said, old)[1]
    if find_pattern("other_patterns", fold(unify(old))):
        return False
    found = find_pattern("other_patterns", fold(unify(said)))
    if found is None:
        return False
    # In the middle of a word of `said` if folding has changed its length: then nothing is like it.
    before = read_text(said[: found.start()], theirs.language).words[-1:]
    following = read_text(said[found.end() :], theirs.language).words[:2]
    return any(has_like(each, theirs) for each in (*before, *following) if names_thing(each))


def _begins_anew(said: str, old: str) -> bool:
    """Tell if words say that somebody's home or work is another one by now."""
    now, before = parse_statement(said), parse_statement(old)
    anew = (now.changes or begins_state(now.text)) and not is_side_work(now)
    same = is_about_same_state(now, before) and has_same_owner(now, before)
    return anew and same and not names_another(said, old)


def _is_of_past(said: str, old: str) -> bool:
    """Tell if words say what was once: `the rent was 650`; not `the meeting was moved`."""
    changed = tells_change(parse_statement(said).text)
    return not changed and turns_past(align(*read_both(said, old)))


def _is_of_thing(text: str) -> bool:
    """Tell if a statement begins with a thing, and not with what somebody does."""
    return bool(find_lead(read_text(text)))


def _may_be_lead(said: str, old: str) -> bool:
    """Tell if words may be of what a statement is of: not `Park Street is shut`, where we live."""
    return _names_lead(said, old) or not (_is_of_thing(said) or _is_of_thing(old))


def _names_lead(one: str, other: str) -> bool:
    """Tell if words name what a statement begins with: not a nurse, if they are of the hospital."""
    mine, theirs = read_both(one, other)
    pairs = list_shared(mine, theirs)  # a relative alone is no thing: `my daughter is in year 4`
    thing = any(not each.has("kin") or each.marks & ROLES for each, _two in pairs)
    return thing and any(has_like(each, mine) for each in find_lead(theirs))


def _leaves_for_other(one: str, other: str) -> bool:
    """Tell if a clause names what was, and another what is: `Polo gone, I have a Kia now`."""
    statement = parse_statement(one)
    if not statement.changes or len(statement.sentence) <= len(statement.parts):
        return False
    anew = frozenset(word for part in statement.parts for word in part.split())
    return not any(fold(mine.text) in anew for mine, _ in list_shared(*read_both(one, other)))


def _repeats_most(one: str, other: str) -> bool:
    """Tell if a statement has more than half of another's words, in the same tense.

    A value of the other it must not leave out: `the flight to Oslo leaves at 6:40` says more of
    that on the 3rd.
    """
    mine, theirs = read_both(one, other)
    if not list_values(theirs).keys() <= list_values(mine).keys():
        return False
    known = content_words(other, theirs.language)
    shared = known & content_words(one, mine.language)
    several = list_several_values(one).isdisjoint(parse_statement(one).text.split())
    same = several and is_negated(one) == is_negated(other)
    return same and 2 * len(shared) > len(known) and not turns_past(align(mine, theirs))


def names_same_thing(one: str, other: str) -> bool:
    """Tell if two statements name the same thing, and nothing tells one from the other."""
    mine, theirs = read_both(one, other)
    pairs = list_shared(mine, theirs)
    apart = (
        _are_apart(*pair, mine, theirs)
        or _are_of_dayparts(*pair, mine, theirs)
        or (is_called_former(pair[0], mine) and not is_called_former(pair[1], theirs))
        for pair in pairs
    )
    if not pairs or any(apart):
        return False
    lead = find_lead(theirs)
    led = not lead or any(has_like(each, mine) for each in lead)
    named = _share_name(pairs, placed=not find_lead(mine))
    return (led or named) and not _are_of_others(mine, theirs, pairs)


def tells_apart(one: str, other: str) -> bool:
    """Tell if each says whose or where of a thing that both name, and not the same.

    `My subscription to Canal`, `my bus subscription`; where it was sold does not say which it was.
    """
    mine, theirs = read_both(one, other)
    if any(each.topics & TRADING for each in mine.words):
        return False
    return any(
        (here := list(_list_owners(one_, mine.by_clause[one_.clause])))
        and (there := list(_list_owners(two, theirs.by_clause[two.clause])))
        and not any(has_like(each, theirs) for each in here)
        and not any(has_like(each, mine) for each in there)
        for one_, two in list_shared(mine, theirs)
    )


def names_another(one: str, other: str) -> bool:
    """Tell if a relative stands in one of two statements alone, and no name in both."""
    mine, theirs = read_both(one, other)
    return find_heads(mine) != find_heads(theirs) and not _share_name(list_shared(mine, theirs))


def _share_name(pairs: Sequence[tuple[Word, Word]], *, placed: bool = True) -> bool:
    """Tell if both name somebody or something; if not `placed`, not only where: `to Rome`."""
    named = ((one, two) for one, two in pairs if one.is_name or two.is_name or two.is_opening)
    return any(placed or not (_is_placed(one) and _is_placed(two)) for one, two in named)


def _is_placed(word: Word) -> bool:
    return not word.relations.isdisjoint(PLACED)


def _are_of_others(mine: Reading, theirs: Reading, pairs: Sequence[tuple[Word, Word]]) -> bool:
    """Tell if a clause that shares a word has a relative of its own, or lacks that of the other."""
    if _share_name(pairs):
        return False
    clauses = {each for one, _two in pairs for each in _list_leading(one.clause, mine)}
    near = [each for each in mine.words if each.clause in clauses]
    alone = tuple(replace(each, place=place) for place, each in enumerate(near))
    here = find_heads(Reading(alone, mine.language))
    there = find_heads(theirs)
    return not here <= there or not there <= find_heads(mine)


def _list_leading(clause: int, reading: Reading) -> list[int]:
    """List a clause, and the one before it that says it: `my neighbour says that his rent`.

    Chinese and Japanese name who is meant in the first clause of a sentence.
    """
    first = reading.by_clause[clause][0]
    if reading.language in UNSPACED:
        return [each for each in range(clause + 1) if _is_of_sentence(each, first, reading)]
    said = first.has("conj:that")
    return [clause, clause - 1] if said and clause - 1 in reading.by_clause else [clause]


def _is_of_sentence(clause: int, word: Word, reading: Reading) -> bool:
    return any(each.sentence == word.sentence for each in reading.by_clause.get(clause, ()))


def _are_apart(one: Word, other: Word, mine: Reading, theirs: Reading) -> bool:
    """Tell if each says which one it is, and not the same: `team meeting`, `board meeting`."""
    here = [each for each in _list_beside(one, mine) if not has_like(each, theirs)]
    there = [each for each in _list_beside(other, theirs) if not has_like(each, mine)]
    return bool(here and there)


def _are_of_dayparts(one: Word, other: Word, mine: Reading, theirs: Reading) -> bool:
    """Tell if each is of another time of day: `the morning train is`, `the evening train is`."""
    if other not in find_lead(theirs):
        return False  # `I prefer the morning train`
    before = [mine.words[max(0, one.place - 1) : one.place]]
    before.append(theirs.words[max(0, other.place - 1) : other.place])
    here, there = ({each.text for each in near if each.has("daypart")} for near in before)
    return bool(here and there) and here.isdisjoint(there)


def _list_beside(word: Word, reading: Reading) -> list[Word]:
    """List what says which one it is: `dentist` of `dentist appointment`, `Ann` of `with Ann`."""
    clause = reading.by_clause[word.clause]
    signs = reading.language in UNSPACED  # whose verbs stand elsewhere
    near = {
        each.place: each
        for each in clause
        if names_thing(each) or (signs and each.topics) or _is_unit_alone(each, clause)
    }
    places = [] if word.is_led else [word.place - 1]
    if reading.language in NOUN_FIRST and word.is_led:
        places.append(word.place + 1)
    found = [near[each] for each in places if each in near]
    return [*found, *_list_owners(word, clause)]


def _is_unit_alone(word: Word, clause: Sequence[Word]) -> bool:
    """Tell if a unit counts nothing: `day ticket`."""
    before = (each for each in clause if each.place == word.place - 1)
    return word.has("unit") and not any(each.is_figure for each in before)


def _list_owners(word: Word, clause: Sequence[Word]) -> Iterator[Word]:
    """List the word behind `with`, `of`, `at` or `for`, where that follows a word."""
    following = [each for each in clause if each.place > word.place]
    if following and following[0].marks & WHOSE:
        yield from list(filter(names_thing, following[1:3]))[:1]


def tells_of_end(one: str, other: str) -> bool:
    """Tell if a clause says that what `other` says has ended, or denies it: `sold the Clio`."""
    mine, theirs = read_both(one, other)
    affirmed = not any(each.has("neg") for each in theirs.words)
    return any(
        _has_stopped(words) or (affirmed and any(each.has("neg") for each in words))
        for words in mine.by_clause.values()
        if _is_covered(_list_meant(words, mine), theirs, strictly=not _has_stopped(words))
    )


def tells_of_stop(one: str, other: str) -> bool:
    """Tell if a clause says that what `other` says has ended: `left the choir`."""
    mine, theirs = read_both(one, other)
    return any(
        _has_stopped(words) and _is_covered(_list_meant(words, mine), theirs, strictly=False)
        for words in mine.by_clause.values()
    )


def _list_meant(words: Sequence[Word], mine: Reading) -> Sequence[Word]:
    """List what a clause is about, which may stand apart: `Ann and I, that is over. My ex.`"""
    if any(map(is_loud, words)):
        return words
    near = (each for at, each in mine.by_clause.items() if at <= words[0].clause or len(each) < FEW)
    return [word for each in near for word in each]


def _has_stopped(words: Sequence[Word]) -> bool:
    """Tell if a clause says that something has ended."""
    over = (
        each
        for each, two in zip(words, [*words[1:], None], strict=True)
        if (each.has("asp") or (each.topics & STOPS and "rel:in" not in each.relations))
        and not (not each.has("asp") and two and "rel:of" in two.marks)
    )  # not `the end of August`, `on leave`
    if not all(_departs(each, words) for each in over):
        return True
    text = parse_statement(" ".join(each.text for each in words)).text
    return any(find_pattern(each, text) for each in OVER)


def _departs(word: Word, words: Sequence[Word]) -> bool:
    """Tell if it is a thing that leaves: `the flight leaves at nine`."""
    before = [each for each in words if each.place < word.place]
    led = any(map(names_thing, before))
    somebody = any(each.has("kin") or each.has("pers") or each.is_name for each in before)
    return "leave" in word.topics and led and not somebody


def _is_covered(words: Sequence[Word], theirs: Reading, *, strictly: bool) -> bool:
    """Tell if half of what a clause names stands in the other statement, or more than half."""
    named = [each for each in words if is_loud(each)]
    held = [each for each in named if has_like(each, theirs)]
    most = len(held) > COVERED * len(named)
    strictly = strictly or any(is_headed(each, named, theirs.language) for each in held)
    return most or (bool(held) and not strictly and len(held) == COVERED * len(named))


def _says_otherwise(one: str, other: str) -> bool:
    """Tell if a statement says that something has changed, of what the other says as well."""
    if says_more(one, other):
        return False
    statement, mine = parse_statement(one), read_both(one, other)[0]
    changed = any(each.topics & CHANGES and not each.is_led for each in mine.words)
    return changed or statement.corrects or tells_change(statement.text)


def says_more(one: str, other: str) -> bool:
    """Tell if words say something else of a thing, and give no other value to what is known.

    `The cafe now has music`; `the meeting is in room 4 now`, which is on Monday.
    """
    mine, theirs = (list_values(each) for each in read_both(one, other))
    more = bool(mine) and mine.keys().isdisjoint(theirs)
    return more or not list_several_values(one).isdisjoint(parse_statement(one).text.split())
