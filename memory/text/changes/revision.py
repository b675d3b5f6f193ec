"""Decides if words change a statement though they do not repeat its frame, nor a model names it.

`garage rang about the MOT, they've moved it to Friday` changes `the MOT is on Tuesday`. Without
anybody who knows what they are about, they must name most of what it names, in the same words, and
say that it has ended, or give a value of the same kind. Pure.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.normalize import fold
from indexer.text.word_lists import ListName, load_all_words
from memory.text.assertion import is_meant, leaves_open
from memory.text.changes.change import tells_more
from memory.text.changes.event_change import list_change_words, tells_change
from memory.text.changes.things import (
    OVER,
    contradicts,
    is_of_same,
    tells_of_end,
    tells_of_stop,
)
from memory.text.changes.times import is_dated
from memory.text.changes.whose import is_apart, is_way_back
from memory.text.naming import STOPS, find_lead, is_strange, list_naming, list_shared, read_both
from memory.text.persons import PETS, ROLES, find_heads
from memory.text.qualifier import is_of_former
from memory.text.roles import HEAD_LAST
from memory.text.statement import (
    CLAUSE,
    LONGEST,
    Statement,
    find_pattern,
    find_person_words,
    list_tokens,
    parse_statement,
    strip_repetition,
)
from memory.text.values import (
    CHANGES,
    are_of_other_times,
    gives_other_value,
    list_values,
    names_thing,
)

MEETINGS = frozenset(("afspraak", "stunde", "termin"))
NAMING = frozenset(("call", "name"))
SILENT = frozenset(
    ("be", "cost", "get", "have", "must_pay", "pay", "reserve")
)  # verbs round a value
TURNS = (CHANGES | STOPS) - {"begin", "leave"}
REPLACING = frozenset(("change", "replace", "transfer"))
TOWARDS = ("rel:for", "rel:to")  # `para 6161`
COVERED = 0.5  # of what a statement names
FIRST = 2  # words that name something: `Saturday we go to | the lake`
HELD = "rel:with"  # `our insurance is with Axis`
NO = "neg"
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
JOURNEY = frozenset(("excursion", "flight", "go", "holiday", "plane", "vacation"))
TRAVEL = JOURNEY | {"leave", "train"}
FEWEST_SIGNS = 2  # that stand together in both


def revises_by_itself(said: str, old: str) -> bool:
    """Tell if words change a statement, whoever reads them."""
    if _calls_off(said, old):
        return True
    if _denies_end(said) or leaves_open(said):
        return False
    if not (_tells_of_change(said) or tells_of_stop(said, old)) or _is_of_other_time(said, old):
        return False
    return names_mostly(said, old) and (contradicts(said, old) or _puts_in_place(said, old))


def _puts_in_place(said: str, old: str) -> bool:
    """Tell if somebody changes what a statement begins with to a name or a number: `switched the
    insurance to Beacon`.
    """
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    others = find_heads(mine) - find_heads(theirs)
    if others or not find_lead(theirs) or any(each.has(NO) for each in mine.words):
        return False
    if any(_is_of_this(*pair) for pair in pairwise(said.split())):
        return False  # `switched to Zoom for yoga this week`
    return any(
        verb.topics & REPLACING and not verb.is_led and _is_put(verb, mine, theirs)
        for verb in mine.words
    )


def _is_of_this(word: str, following: str) -> bool:
    """Tell if words are of a time such as `this week` alone."""
    units = any(each.has("unit") for each in read_text(following).words)
    return units and fold(word) in load_all_words("this_words")


def _is_put(verb: Word, mine: Reading, theirs: Reading) -> bool:
    """Tell if a known thing alone and, behind `to`, a name or a number follow a verb, in any order:
    `switched to Axis for the insurance`. Not `the dog's food to Purina`, which names the dog alone.
    """
    behind = [e for e in mine.words if e.clause == verb.clause and e.place > verb.place]
    links = (pair for pair in pairwise(behind) if not pair[0].marks.isdisjoint(TOWARDS))
    return any(
        _replaces(value, theirs)
        and _is_of([each for each in behind if each not in (link, value)], theirs)
        for link, value in links
    )


def _is_of(words: Sequence[Word], theirs: Reading) -> bool:
    """Tell if words name what a statement begins with, and nothing that it does not name."""
    lead, named = find_lead(theirs), list_naming(theirs)
    things = [each for each in words if each.term and "rel:from" not in each.relations]
    begins = any(_is_same_word(one, two) for one in things for two in lead)
    return begins and all(any(_is_same_word(one, two) for two in named) for one in things)


def _replaces(value: Word, theirs: Reading) -> bool:
    """Tell if it takes the place of a number, or of a name: `is with Axis`, no pet's own."""
    if value.is_number:
        return any(each.is_number for each in theirs.words)
    if not value.is_name or any(each.topics & PETS or each.has("kin") for each in theirs.words):
        return False
    return any(
        name.is_name and not name.is_led and (HELD in name.relations or "be" in before.topics)
        for before, name in pairwise(theirs.words)
    )


def tells_anew(said: str, old: str) -> bool:
    """Tell if words give a value of the same kind to what a statement names: both may hold.

    `Max is in size 32 shoes`, who wears size 31.
    """
    if max(len(said), len(old)) > LONGEST or not is_meant(said) or is_apart(said, old):
        return False
    other = gives_other_value(*read_both(said, old))
    return other and is_of_same(said, old) and names_mostly(said, old)


def _tells_of_change(said: str) -> bool:
    """Tell if words say that something has changed or ended, and not only how it is."""
    statement = parse_statement(said)
    if statement.changes or tells_change(statement.text):
        return True
    if any(find_pattern(each, statement.text) for each in OVER):
        return True
    return any(each.topics & TURNS or "rel:instead" in each.marks for each in read_text(said).words)


def _calls_off(said: str, old: str) -> bool:
    """Tell if words deny what a statement begins with, of the same day: `no yoga on Friday`."""
    here, there = (_list_days(each) for each in (said, old))
    if here.isdisjoint(there):
        return False
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    leads = {each.term for each in list_naming(theirs)[:FIRST]}
    words = [each for each in mine.words if "rel:of" not in each.marks]  # `pas de yoga`
    return any(
        one.has(NO) and bool(two.term) and two.term in leads and not _find_behind(two, mine)
        for one, two in pairwise(words)
        if one.clause == two.clause
    )


def _is_of_other_time(said: str, old: str) -> bool:
    """Tell if what ends is at another time: `yoga on Friday was cancelled`, which is on Mondays."""
    off = find_pattern("cancellation_patterns", parse_statement(said).text) is not None
    return (off or tells_of_end(said, old)) and are_of_other_times(*read_both(said, old))


def calls_off_journey(said: str, old: str) -> bool:
    """Tell if a journey is cancelled that a statement gives a date for: `the Lisbon trip is off`,
    of `we're flying to Lisbon on 3 May`.
    """
    now, before = parse_statement(said), parse_statement(old)
    off = find_pattern("cancellation_patterns", now.text)
    if off is None or _goes_ahead(now) or _departs(now.text, off) or not is_dated(before):
        return False
    mine, theirs = read_both(said, old)
    changing = list_change_words(now.text)
    places = _name_destination(mine, changing)
    others = any(map(_is_others, mine.words)) or _is_of_other_months(mine, theirs)
    years = (frozenset(YEAR.findall(each)) for each in (said, old))
    others = others or not next(years) <= next(years)
    others = others or is_way_back(said, old) or is_of_former(said, old)
    return bool(places) and not others and _leads_to(places, theirs)


def _departs(text: str, off: re.Match[str]) -> bool:
    """Tell if it is people who are off: `we're off on the Lisbon trip`."""
    return text.endswith("off", 0, off.end()) and not find_person_words().isdisjoint(
        list_tokens(text[: off.end()])[:1]
    )


def _denies_end(said: str) -> bool:
    """Tell if words only say that something is not cancelled, of which no end follows."""
    now = parse_statement(said)
    return find_pattern("cancellation_patterns", now.text) is not None and _is_denied(now)


def _goes_ahead(now: Statement) -> bool:
    return _is_denied(now) or find_pattern("reinstatement_patterns", now.text) is not None


def _is_denied(now: Statement) -> bool:
    """Tell if words deny that something is cancelled: `the trip isn't cancelled`."""
    changing = list_change_words(now.text)
    words = read_text(now.written, guess_language(now.written)).words
    told = {each: fold(each.text) in changing for each in words}
    off = {each.clause for each, changes in told.items() if changes}
    return any(each.has(NO) and each.clause in off for each, changes in told.items() if not changes)


def _name_destination(mine: Reading, changing: frozenset[str]) -> frozenset[str]:
    """Name where a journey leads: `lisbon` of `the Lisbon trip`; none of what is no journey."""
    told = [each for each in mine.words if fold(each.text) not in changing]
    journey = any(each.topics & JOURNEY for each in told)
    where = [each for each in told if names_thing(each) and each.topics.isdisjoint(JOURNEY)]
    return frozenset(fold(each.text) for each in where if journey)


def _leads_to(places: frozenset[str], theirs: Reading) -> bool:
    """Tell if somebody travels to all of these places."""
    named = [each for each in list_naming(theirs) if fold(each.text) in places]
    travels = any(each.topics & TRAVEL for each in theirs.words)
    led = travels or any("rel:to" in each.relations for each in named)
    alone = not any(_is_somebody(each) for each in theirs.words if each not in named)
    return led and alone and places <= {fold(each.text) for each in named}


def _is_somebody(word: Word) -> bool:
    """Tell if a word is a relative or a name, who may travel without the speaker."""
    return word.has("kin") or word.is_name or (word.is_opening and is_strange(word))


def _is_others(word: Word) -> bool:
    return word.has("poss:other") and fold(word.text) not in load_all_words("owners")


def _is_of_other_months(mine: Reading, theirs: Reading) -> bool:
    here, there = (_list_months(each) for each in (mine, theirs))
    return bool(here and there and here.isdisjoint(there)) or are_of_other_times(mine, theirs)


def _list_months(reading: Reading) -> frozenset[str]:
    marks = (mark for each in reading.words for mark in each.marks)
    return frozenset(mark for mark in marks if mark.startswith("month:"))


def _list_days(text: str) -> frozenset[str]:
    return list_values(read_text(text)).get("day", frozenset())


def names_mostly(said: str, old: str) -> bool:
    """Tell if words name most of what a statement names, and begin with no other thing."""
    said, old = strip_repetition(said), strip_repetition(old)
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    changing = list_change_words(parse_statement(old).text)
    pairs = [each for each in list_shared(mine, theirs) if _is_same_word(*each)]
    held, held_here = {two for _one, two in pairs}, {one for one, _two in pairs}
    more = _says_which_part(mine, held_here)
    named = [each for each in _list_first(old, theirs, more=more) if _is_telling(each, changing)]
    shared = [each for each in named if each in held]
    own = any(not each.has("kin") or each.marks & ROLES for each in shared)
    if language in UNSPACED:
        return own and find_heads(theirs) <= find_heads(mine) and _share_signs(said, shared)
    if _values_another(mine, held_here) and not tells_of_stop(said, old):
        return False
    most = own and len(shared) >= COVERED * len(named)
    return most and not (_begin_apart(mine, theirs, held) or _are_parts(mine, theirs))


def _says_which_part(mine: Reading, held: set[Word]) -> bool:
    """Tell if a thing of its own follows what both name: `the fence | on the left`."""
    last = max((each.place for each in held), default=len(mine.words))
    return any(each.place > last and each.is_led and each.term for each in mine.words)


def _list_first(old: str, theirs: Reading, *, more: bool) -> Sequence[Word]:
    """List what a statement names, without details of it in later clauses: `on chapter 12`.

    `more` if words say which part is meant: `finished the fence on the left`.
    """
    named = list_naming(theirs)
    if more or any(map(tells_more, CLAUSE.split(old)[1:])):
        return named
    return [each for each in named if each.clause == named[0].clause]


def _values_another(mine: Reading, held: set[Word]) -> bool:
    """Tell if the clause with a value has a thing of its own: `rang in sick, so the boiler`."""
    for words in mine.by_clause.values():
        things = [each for each in words if names_thing(each) and each.is_led]
        if things and held.isdisjoint(words) and list_values(Reading(tuple(words), mine.language)):
            return True
    return False


def _is_telling(word: Word, changing: frozenset[str]) -> bool:
    """Tell if a word says what it is about: not `now` or `has`, nor that it was moved."""
    folded = fold(word.text)
    silent = word.topics.isdisjoint(NAMING | SILENT) and folded not in _load_untelling()
    return silent and folded not in changing and find_pattern("new_patterns", folded) is None


@cache
def _load_untelling() -> frozenset[str]:
    lists: tuple[ListName, ...] = (
        *("now", "openers", "moving_auxiliaries", "now_signs"),
        *("place_prepositions", "since_words", "until_words"),
    )
    return frozenset(fold(each) for name in lists for each in load_all_words(name))


def _is_same_word(one: Word, two: Word) -> bool:
    """Tell if it is one word, and not two that mean the same: an exam is no driving test."""
    same = fold(one.text) == fold(two.text) or one.term == two.term
    return same or (one.has("kin") and two.has("kin")) or _is_appointment(one, two)


def _is_appointment(one: Word, two: Word) -> bool:
    """Tell if one word is an appointment with the other: `Zahnarzt`, `Zahnarzttermin`."""
    short, long = sorted((fold(one.text), fold(two.text)), key=len)
    return long.startswith(short) and long.removeprefix(short) in MEETINGS


def _begin_apart(mine: Reading, theirs: Reading, held: set[Word]) -> bool:
    """Tell if both begin with a thing, and not the same: `the concert of Ann`, `her birthday`."""
    lead, other = find_lead(theirs), find_lead(mine)
    return bool(lead and other) and held.isdisjoint(lead)


def _are_parts(mine: Reading, theirs: Reading) -> bool:
    """Tell if a word of both has another noun beside it: `door code`, `gate code`."""
    return mine.language in HEAD_LAST and any(
        (here := find(one, mine))
        and (there := find(two, theirs))
        and not (_is_named(here, theirs) or _is_named(there, mine))
        for one, two in list_shared(mine, theirs)
        if _is_same_word(one, two)
        for find in (_find_before, _find_behind)
    )


def _is_named(word: Word, reading: Reading) -> bool:
    return any(_is_same_word(word, each) for each in list_naming(reading))


def _find_before(word: Word, reading: Reading) -> Word | None:
    """Find the word right before one that no article leads, if it names something."""
    before = [] if word.is_led else reading.words[max(0, word.place - 1) : word.place]
    near = [each for each in before if each.clause == word.clause and _is_noun(each)]
    return next(iter(near), None)


def _find_behind(word: Word, reading: Reading) -> Word | None:
    """Find the word right behind one in its clause, if it names something and no verb stands so."""
    following = reading.words[word.place + 1 : word.place + 2]
    near = [each for each in following if each.clause == word.clause and _is_noun(each)]
    return next(iter(near), None)


def _is_noun(word: Word) -> bool:
    """Tell if a word names a thing, and is no verb round a value: `Strom | kostet`."""
    return names_thing(word) and (word.is_led or word.topics.isdisjoint(SILENT))


def _share_signs(said: str, shared: Sequence[Word]) -> bool:
    """Tell if signs that stand together in both name something."""
    text = "".join(each.text for each in shared)
    return len(text) >= FEWEST_SIGNS and any(
        text[at : at + FEWEST_SIGNS] in said for at in range(len(text) - 1)
    )
