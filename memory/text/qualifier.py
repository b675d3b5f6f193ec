"""Decides if words narrow the thing of an earlier statement, and so are about another. Pure.

`The average rent is 900` leaves `my rent is 800` alone, a courtesy Corsa the own one, and the party
of the course the day on which that begins. What merely says that it is new, or how often it is
paid, tells no other thing.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.dates.finder import find_named, has_mention
from indexer.text.dates.holidays import names_holiday
from indexer.text.dates.repeats import recurs
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, load_all_folded, load_all_words
from memory.text.changes.corrections.value_spans import WEEKDAY, find_same_days, list_spans
from memory.text.naming import has_like, list_naming, list_shared, read_both
from memory.text.part import EVENTS, HOMES, SINGLE, WHOLE, is_thing_of, leads_to_value, leave_values
from memory.text.statement import (
    CLAUSE,
    LONGEST,
    find_pattern,
    is_unspaced,
    list_tokens,
    load_copulas,
)
from memory.text.values import CHANGES, list_values, names_thing

NOUN_FIRST = ("es", "fr", "it", "pt")  # `le loyer moyen`
VERBS = CHANGES | {"be", "cost", "have"}
DOING = frozenset(("live", "work"))  # verbs that end a clause: `dat ik in Breda woon`
NEWER = frozenset(("full", "last_one", "new", "newcomer", "old"))
# What is said of these is said of the thing itself: `dentist appointment`, `price of the gym`.
ITS_OWN = (WHOLE - EVENTS) | {"meeting", "visit"}
OF = "的の"
FIRST = 2  # words that name what a statement is about
FARTHEST = 2  # words from an article
LONGEST_LINK = 3  # words: a thing, `of` and an article
ANY_DAY = datetime(2000, 1, 3)  # noqa: DTZ001 - any day will do
PAIR = 2  # words: a link, and what it links to
LONGEST_SIGNS = 4
WEEKLY = frozenset(("choir", "class", "course", "practise", "sing", "sport", "swim"))
LONG = 6  # letters of a word that may end a compound
ADJECTIVE = re.compile(r"(?:[аяы]я|[ыио]й|[оыи]е|[уюе]ю|[ео]го|[ыи]х|[ыио]м)$")
BEHIND_THING = "はがも的已又也涨漲降升是改要从從现現到一二三四五六七八九十每今上値0123456789"
OWN_SIGNS = re.compile("[我咱私僕俺新前今本这這那個个把将將说說给給交付涨漲每月年]|うち|自分")


def is_of_narrower(said: str, old: str) -> bool:
    """Tell if words say of all that both name which one it is, and `old` does not."""
    if max(len(said), len(old)) > LONGEST:
        return False
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    first = list_naming(theirs)[:FIRST]
    pairs = [(one, two) for one, two in list_shared(mine, theirs) if two in first]
    if language in UNSPACED:
        opening = [one for one, two in pairs if two == first[0]] or [one for one, _two in pairs]
        return bool(opening) and all(_is_narrowed_in_signs(one, said, old) for one in opening)
    things = [(one, two) for one, two in leave_values(pairs, theirs) if not one.topics & DOING]
    named = [one for one, two in things if is_thing_of(two, theirs)]
    meant = [each for each in named if not _goes_on(each, named)]
    pairs = [(one, each) for one in meant for each in _find_beside(one, mine)]
    pairs += [(one, each) for one in meant for each in _find_subject(one, mine)]
    telling = {one for one, each in pairs if _tells_which(each) and not has_like(each, theirs)}
    new = {one for one, each in pairs if not one.is_name and _is_any(each, said)}
    return bool(meant) and telling - new >= set(meant)


def _goes_on(word: Word, named: Sequence[Word]) -> bool:
    """Tell if a word goes on with one that both name: `password` of `the guest wifi password`."""
    return any(each.place == word.place - 1 and each.clause == word.clause for each in named)


def _find_beside(one: Word, reading: Reading) -> Iterator[Word]:
    yield from _find_before(one, reading)
    yield from _find_behind(one, reading)


def _is_any(word: Word, text: str) -> bool:
    """Tell if a word follows `a`, and so may be the value itself: `rides a red Cube bike now`."""
    articles = load_all_folded("indefinite_articles")
    tokens = list_tokens(fold(unify(text)))
    places = [n for n, each in enumerate(tokens) if each == fold(unify(word.text))]
    return any(not articles.isdisjoint(tokens[max(0, n - FARTHEST) : n]) for n in places)


def _tells_which(word: Word) -> bool:
    folded = fold(unify(word.text))
    usual = word.topics & NEWER or folded in load_all_words("usual_words")
    return not usual and find_pattern("new_patterns", folded) is None


def _find_before(one: Word, reading: Reading) -> Iterator[Word]:
    """Find the word between an article and a thing: `the average rent`, `a courtesy Corsa`."""
    if one.is_led or not one.place:
        return
    before = reading.words[one.place - 1]
    if before.clause != one.clause or not names_thing(before) or before.has("kin"):
        return
    earlier = reading.words[one.place - 2 : one.place - 1]
    led = before.is_led or any(each.has("poss") or each.is_led for each in earlier)
    if led or (reading.language == "ru" and ADJECTIVE.search(before.text)):
        yield before


def _find_behind(one: Word, reading: Reading) -> Iterator[Word]:
    """Find the adjective behind a thing, before the verb: `le loyer moyen est passé`."""
    if reading.language not in NOUN_FIRST or one.is_name:
        return
    clause = _skip_of([e for e in reading.words[one.place + 1 :] if e.clause == one.clause])
    if any(map(_is_verb, clause[1:])) and names_thing(clause[0]) and not clause[0].is_led:
        yield clause[0]


def _find_subject(one: Word, reading: Reading) -> Iterator[Word]:
    """Find what else a clause says its value of: `printer` of `the printer by my desk is`."""
    clause = reading.by_clause[one.clause]
    at = next(n for n, each in enumerate(clause) if each == one)
    behind = _take_behind(clause[at:])
    before = _take_before(clause[: at + 1])
    if behind is None or not before or _leads(before[0]) or (one.is_name and not one.topics):
        return  # `in the nursery lunch costs`
    for each in before[:-1]:
        if _adds(each) and (each.topics or each.is_led) and not each.is_name:
            yield each
    for link, each in pairwise(behind):
        placed = each.topics & HOMES or (link.has("rel:in") and one.topics & EVENTS)
        if _adds(each) and not (each.is_name or placed or link.has("rel:with")):
            yield each


def _adds(word: Word) -> bool:
    """Tell if a word names another thing, or a time of day that tells which one it is."""
    if word.has("daypart"):
        return True
    return names_thing(word) and not word.has("kin") and not word.topics & ITS_OWN


def _leads(word: Word) -> bool:
    """Tell if a word only leads to another: `by`, `of`."""
    return word.has("rel") and not word.term


def _take_behind(words: Sequence[Word]) -> Sequence[Word] | None:
    """Take a thing and what follows it before the verb that leads to a value; None without one."""
    for at, each in enumerate(words[1:], 1):
        if leads_to_value(each) or (each.topics & CHANGES and not each.is_led):
            return words[:at]
        small = _leads(each) or each.has("poss") or each.has("daypart")
        if each.is_number or not (names_thing(each) or small):
            return None
    return None


def _take_before(words: Sequence[Word]) -> Sequence[Word]:
    """Take a thing and what stands before it in one phrase: `the printer by my | desk`."""
    begun = False
    for at in range(len(words) - 1, -1, -1):
        each = words[at]
        if begun and not _leads(each):
            return words[at + 1 :]
        if not (names_thing(each) or _leads(each) or each.has("poss") or each.has("daypart")):
            return words[at + 1 :]
        begun = each.is_led or each.has("poss")
    return words


def _skip_of(words: Sequence[Word]) -> Sequence[Word]:
    """Skip what a thing is of: `de yoga` of `cours de yoga prénatal`."""
    linked = bool(words[PAIR:]) and not words[0].marks.isdisjoint(("rel:of", "rel:from"))
    which = linked and not (words[1].is_led or words[1].has("day"))  # not `de samedi prochain`
    return words[PAIR:] if which else words


def _is_verb(word: Word) -> bool:
    """Tell if a word is surely a verb: `is`, `has`, or one of change."""
    auxiliaries = load_copulas() | load_all_words("moving_auxiliaries")
    folded = fold(word.text)
    return bool(word.topics & VERBS) or (len(folded) > 1 and folded in auxiliaries)  # not `a`


def _is_narrowed_in_signs(one: Word, said: str, old: str) -> bool:
    """Tell if signs that open a clause stand right before a thing: `车位房租涨到400了`."""
    before = rf"(?:^|[，、。])([^\s，、。\d的の]{{1,{LONGEST_SIGNS}}})"
    found = re.search(f"{before}{re.escape(one.text)}[{BEHIND_THING}]", said)
    if found is None or found[1] in old or OWN_SIGNS.search(found[1]):
        return False
    if any(found[1].endswith(each) for each in load_all_words("now_signs")):
        return False  # `现在房租3100`
    return not has_mention(found[1])


def is_of_former(said: str, old: str) -> bool:
    """Tell if words say which one there was before: `my old number was 12`, nothing of today's."""
    if max(len(said), len(old)) > LONGEST:
        return False
    mine, theirs = read_both(said, old)
    pairs = list_shared(mine, theirs)
    named = bool(pairs) and all(_is_former(one, mine) or _is_of_past(one, said) for one, _ in pairs)
    return named and not any(_is_former(two, theirs) for _one, two in pairs)


def _is_former(thing: Word, reading: Reading) -> bool:
    """Tell if a thing is called an earlier one, and its clause says which that was."""
    behind = [e for e in reading.by_clause[thing.clause] if e.place > thing.place]
    verbs = [each.place for each in behind if "be" in each.topics]
    signs = reading.language in UNSPACED  # whose verb may stand at the end
    told = [each for each in behind if verbs and each.place > verbs[0]]
    valued = any(each.is_number or each.is_name for each in told)
    return bool(verbs) and (signs or valued) and is_called_former(thing, reading)


def _is_of_past(thing: Word, said: str) -> bool:
    """Tell if a thing is of a time that is over: `last year's party`, `la fête de l'an dernier`."""
    found = find_named(said, ANY_DAY)
    if found is None or found.mention.period.last >= ANY_DAY.date():
        return False
    folded, name = fold(unify(said)), fold(unify(thing.text))
    near = list_tokens(folded[: found.start])[-LONGEST_LINK:]  # `fête de l'`
    linked = any(one == name and two in load_all_words("of_words") for one, two in pairwise(near))
    return linked or _find_owned(folded, found.end) == name


def _find_owned(folded: str, end: int) -> str:
    """Return the word behind a time that has something: `last year's | party`; "" for none."""
    owns = re.match(r"['’]?s\s", folded[end:])
    return next(iter(list_tokens(folded[end + owns.end() :])), "") if owns else ""


def is_called_former(thing: Word, reading: Reading) -> bool:
    """Tell if words beside a thing call it one that there was before: `my old number`."""
    clause = reading.by_clause[thing.clause]
    if reading.language in UNSPACED:
        before = [each for each in clause if each.place < thing.place]
        linked = (at for at, each in enumerate(before) if at and each.text in OF)
        return any(_calls_former(before[at - 1]) and _opens(before[: at - 1]) for at in linked)
    verb = next((e.place for e in clause if e.place > thing.place and "be" in e.topics), None)
    near = [each for each in clause if 0 < abs(each.place - thing.place) <= FARTHEST]
    return any(_calls_former(each) for each in near if verb is None or each.place < verb)


def _opens(before: Sequence[Word]) -> bool:
    """Tell if signs name no place that `前` belongs to, as in `駅前の`."""
    return not before or before[-1].text[-1] in OF or not names_thing(before[-1])


def _calls_former(word: Word) -> bool:
    return fold(unify(word.text)) in load_all_folded("former_words")


def is_off_once(said: str, old: str) -> bool:
    """Tell if words call off one time of what is on a weekday each week: `no choir next Tuesday`.

    What is on a weekday once, such as a match, is off with it.
    """
    clauses = CLAUSE.split(said) if recurs(old) or _is_on_weekday(old) else []
    single = _names_single_days(said, old)
    off = any(_calls_off(each, old) and (single or _is_once(each)) for each in clauses)
    return off and not is_over_for_good(said)


def is_over_for_good(said: str) -> bool:
    """Tell if words say that something is over, not once: `there is no yoga now`."""
    return any(map(_tells_of_end, CLAUSE.split(said)))


def _tells_of_end(clause: str) -> bool:
    over: tuple[ListName, ...] = ("ended_patterns", "no_longer_patterns")
    ended = any(find_pattern(each, fold(unify(clause))) for each in over)
    return ended and not _is_once(clause)


def _is_once(clause: str) -> bool:
    return is_passing(clause) or names_holiday(clause)


def is_as_usual_else(said: str) -> bool:
    """Tell if words say that what is usual holds at all other times: `just this once`."""
    return find_pattern("exception_patterns", fold(unify(said))) is not None


def is_on_each_week(said: str, old: str) -> bool:
    """Tell if an earlier statement says what is on each week, or the weekday of such a thing that
    words name as well: `piano is on Wednesday`.
    """
    if recurs(old):
        return True
    return _is_on_weekday(old) and _share_activity(said, old)


def is_passing(text: str) -> bool:
    """Tell if something is so one time only, or for a while."""
    once = find_pattern("once_patterns", fold(unify(text))) is not None
    return once or is_temporary(text)


def is_temporary(text: str) -> bool:
    """Tell if something is so for a while alone: `in Leeds for the summer`."""
    return find_pattern("temporary_patterns", fold(unify(text))) is not None


def _names_single_days(said: str, old: str) -> bool:
    """Tell if words name one of the days of what recurs, and no other: `no yoga on Thursday`."""
    days = [said[slice(*each)] for each in list_spans(WEEKDAY, said)]
    named = bool(days) and all(find_same_days(old, each) for each in days)
    return named and recurs(old) and not recurs(said)


def _calls_off(clause: str, old: str) -> bool:
    mine, theirs = read_both(clause, old)
    if not (list_shared(mine, theirs) and (recurs(old) or _share_activity(clause, old))):
        return False
    off = find_pattern("cancellation_patterns", fold(unify(clause))) is not None
    return off or any(each.has("neg") for each in mine.words)


def _share_activity(said: str, old: str) -> bool:
    shared = list_shared(*read_both(said, old))
    return _names_activity(said, old) or any(_is_weekly(each) for _, each in shared)


def _is_weekly(thing: Word) -> bool:
    """Tell if something is surely on each week: `yoga`, `Fußballtraining`; not `the funeral`."""
    named, activities = fold(unify(thing.text)), _load_activities()
    compound = any(named.endswith(each) for each in activities if len(each) >= LONG)
    return bool(thing.topics & WEEKLY) or named in activities or compound


def _names_activity(one: str, other: str) -> bool:
    """Tell if both name one in signs that are no word of their own: `瑜伽`."""
    signs = filter(is_unspaced, load_all_words("weekly_activities"))
    return any(each in one and each in other for each in signs)


@cache
def _load_activities() -> frozenset[str]:
    return load_all_folded("weekly_activities")


def _is_on_weekday(text: str) -> bool:
    reading = read_text(text)
    days = list_values(reading).get("day", frozenset())
    weekdays = bool(days) and all(each.startswith("day:") for each in days)
    return weekdays and not any(each.topics & SINGLE for each in reading.words)
