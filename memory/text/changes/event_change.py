"""Decides if a statement cancels, moves or reprices what an earlier one names. Pure.

`The concert has been cancelled` takes the place of `The concert is on 3 May`, and `The rent has
gone up to 700 pounds` of `The rent is 650 pounds`. Both must name the same thing, and the earlier
one must have what changes: a date, an amount, a name.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise

from indexer.inference.reading import read_text
from indexer.text.analyzer import analyze
from indexer.text.dates.finder import strip_dates
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.word_lists import ListName, build_alternatives, load_all_words, load_words
from memory.text.changes.times import is_dated
from memory.text.naming import read_both
from memory.text.persons import find_heads
from memory.text.statement import (
    CLOCK,
    KEPT,
    Statement,
    find_pattern,
    find_person_words,
    has_meaning,
    is_unspaced,
    list_several_values,
    list_tokens,
    load_copulas,
    load_weekdays,
)
from memory.text.values import are_of_other_times

CONSEQUENCE = re.compile(r"\s(?:so|deshalb|donc|asi que|quindi|entao|dus|поэтому)\s|所以")
MULTIPLES = "十百千万萬億亿"
NUMBER = re.compile(r"\d|[一二三四五六七八九十百千万]")
TOPIC_END = re.compile("[はがを把]")
OWN_SIGNS = re.compile("^(?:(?:我|我们|我們|私|僕|俺|うち)[的の]?)+")
COMPOUNDING = ("de", "nl")
DATED = ("day", "month", "season", "when")  # marks of words
SHORTEST_PART = 4  # letters of a part of a compound
LONGEST_UNIT = 3  # letters: mg, mcg
MOST_JOINTS = 2  # letters between them
TRAILING = "已经經被从從的の、，に"


def changes_event(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that a date, an amount or a name in `before` does not hold any more."""
    return (
        any(
            (found := find_pattern(name, text)) is not None
            and find_pattern(name, before.text) is None
            and fits(now, before)
            and (
                _names_thing(text, found, name, before)
                or (text in now.parts and _names_together(text, found, name, before))
            )
            for name, fits in _CHANGES
            for text in list_texts(now)
        )
        or _moves_date(now, before)
        or _stays_longer(now, before)
        or _reinstates(now, before)
    )


def _names_thing(text: str, found: re.Match[str], name: ListName, before: Statement) -> bool:
    """Tell if what changes is what an earlier statement is about, and not more than that."""
    return any(
        _is_same_thing(thing, before.text)
        and not (name in _OF_WHOLE and _says_more(thing, before.text))
        for thing in _list_things(text, found)
    )


def _names_together(text: str, found: re.Match[str], name: ListName, before: Statement) -> bool:
    thing = find_thing(text, found)
    return _covers(found, before) and not (name in _OF_WHOLE and _says_more(thing, before.text))


@lru_cache(maxsize=KEPT)
def tells_change(text: str) -> bool:
    """Tell if a folded text says that a date, an amount or a name has changed."""
    return any(find_pattern(name, text) is not None for name, _fits in _CHANGES)


def list_change_words(text: str) -> frozenset[str]:
    """List the words of a folded text that only say that something has changed: `was moved`."""
    found = [match for name, _fits in _CHANGES if (match := find_pattern(name, text))]
    things = {word for match in found for each in match.groups() if each for word in each.split()}
    return frozenset(list_tokens(" ".join(match.group() for match in found))) - things


def _reinstates(now: Statement, before: Statement) -> bool:
    """Tell if what `before` says was cancelled takes place after all."""
    return find_pattern("cancellation_patterns", before.text) is not None and any(
        (found := find_pattern("reinstatement_patterns", text)) is not None
        and _is_same_thing(find_thing(text, found), before.text)
        for text in list_texts(now)
    )


def list_texts(statement: Statement) -> list[str]:
    """List the clauses of a statement, and the whole: `good news, the party is on after all`."""
    parts = [CONSEQUENCE.split(each)[-1] for each in (*statement.parts, statement.text)]
    return list(dict.fromkeys((*statement.parts, statement.text, *parts)))


def _is_cancelled(now: Statement, before: Statement) -> bool:
    on = find_pattern("reinstatement_patterns", now.text)
    return (
        on is None
        and not are_of_other_times(*read_both(now.written, before.written))
        and (is_dated(before) or CLOCK.search(before.text) is not None)
    )


def _has_dates(now: Statement, before: Statement) -> bool:
    return is_dated(before) and is_dated(now)


def _lasts_longer(now: Statement, before: Statement) -> bool:
    """Tell if both have dates, and `now` holds all else that `before` says."""
    language = detect_language(f"{now.text} {before.text}")
    said, held = (set(analyze(strip_dates(each.text), language).terms) for each in (now, before))
    return _has_dates(now, before) and bool(held) and held <= said


def _stays_longer(now: Statement, before: Statement) -> bool:
    """Tell if the speaker stays longer where they said that they are: `two days longer in Rome`."""
    longer = find_pattern("longer_patterns", now.text) is not None
    own = all(list_tokens(each.text)[:1] == list_tokens(now.text)[:1] for each in (now, before))
    speaks = find_person_words().issuperset(list_tokens(now.text)[:1])
    return longer and own and speaks and _lasts_longer(now, before)


def _has_amounts(now: Statement, before: Statement) -> bool:
    """Tell if both have an amount, of the same unit if it is written behind both."""
    here, there = (_find_amount(each) for each in (now.text, before.text))
    return here is not None and there is not None and (here == there or not (here and there))


def _find_amount(text: str) -> str | None:
    """Return the word behind the last number, which may be empty; None without a number."""
    found = re.findall(r"\d[\d.,:]*\s*([^\W\d_]*)", strip_dates(text))
    counted = NUMBER.search(text) or not _load_numbers().isdisjoint(list_tokens(text))
    return _name_unit(found[-1]) if found else "" if counted else None


def _name_unit(word: str) -> str:
    """Return what is counted; of signs the first one behind those of a number: `万円に`."""
    return word.lstrip(MULTIPLES)[:1] if is_unspaced(word) else word


@cache
def _load_numbers() -> frozenset[str]:
    return frozenset(fold(each.partition(" ")[2]) for each in load_all_words("numbers"))


def _has_name(_now: Statement, before: Statement) -> bool:
    return find_pattern("naming_patterns", before.text) is not None


_CHANGES: tuple[tuple[ListName, Callable[[Statement, Statement], bool]], ...] = (
    ("cancellation_patterns", _is_cancelled),
    ("rescheduling_patterns", _has_dates),
    ("longer_patterns", _lasts_longer),
    ("repricing_patterns", _has_amounts),
    ("renaming_patterns", _has_name),
)


_OF_WHOLE = ("cancellation_patterns", "rescheduling_patterns", "repricing_patterns")


def _moves_date(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that something with a date has another one now."""
    if not (now.changes and _has_dates(now, before)) or is_unspaced(now.text):
        return False
    return _shares_lead(now, before)


def find_thing(now: str, found: re.Match[str]) -> str:
    """Return the part of a text that names the thing, which may follow `they cancelled`."""
    named = next((each for each in found.groups() if each), "")
    opening = now[: found.start()]
    if named:
        return named
    # In the language of the whole: two words alone may be of any.
    if is_unspaced(now) or analyze(opening, detect_language(now)).terms:
        return opening or now
    return now[found.end() :]


def _list_things(now: str, found: re.Match[str]) -> list[str]:
    """List what may be the thing: what is named first, or what somebody does something to."""
    opening, objects = find_thing(now, found), _find_object(now, found)
    known = any(each.split()[0] in _load_known() for each in objects)
    acts = known and bool(find_heads(read_text(opening)))  # the landlord did it
    things = objects if acts else [opening, *objects]
    return [_leave_circumstances(each) for each in (*things, *_find_inside(found))]


def _find_inside(found: re.Match[str]) -> list[str]:
    """Find `my ramipril` between `lowered` and `to`."""
    inside = " ".join(found.group().split()[1:-1])
    known = {*_load_known(), *find_person_words()}
    return [inside] if not found.lastindex and known.issuperset(inside.split()[:1]) else []


def _find_object(now: str, found: re.Match[str]) -> list[str]:
    """Find `our lease` in `the landlord extended our lease`, `die Feier` in `hat die Feier`."""
    if is_unspaced(now) or not has_meaning(now[: found.start()]):
        return []
    inner = _compile_object().search(now, 0, found.start())
    behind = now[found.end() :].strip()
    objects = [inner["thing"]] if inner else []
    return [*objects, behind] if _begins_with_thing(behind) else objects


def _begins_with_thing(text: str) -> bool:
    """Tell if a text begins with what is known, or with a noun: `| parents evening to Friday`."""
    first = list_tokens(text)[:1]
    return bool(first) and (first[0] in _load_known() or has_meaning(first[0]))


@cache
def _load_known() -> frozenset[str]:
    """Load words before a thing that is known, or is the speaker's."""
    owners = frozenset(fold(each) for each in load_all_words("owners"))
    return owners | load_all_words("definite_articles")


@cache
def _compile_object() -> re.Pattern[str]:
    """Match a thing between `hat` and the verb at the end."""
    auxiliaries = build_alternatives([fold(each) for each in load_all_words("moving_auxiliaries")])
    known = build_alternatives(_load_known())
    return re.compile(rf"(?<!\w)(?:{auxiliaries}) (?P<thing>(?:{known}) .{{1,60}})$")


def _covers(found: re.Match[str], before: Statement) -> bool:
    """Tell if who acts and on what name the thing together: `the gym put my membership up`."""
    named = next((each for each in found.groups() if each), "")
    if not named or is_unspaced(before.text):
        return False
    language = detect_language(f"{found.string} {before.text}")
    known = find_lead(before.text, language)
    opening = found.string[: found.start()]
    return set(known) <= set(analyze(f"{opening} {named}", language).terms) if known else False


def _is_same_thing(thing: str, before: str) -> bool:
    if is_unspaced(thing):
        subject = _find_topic(thing)
        return bool(subject) and _find_topic(before).startswith(subject)
    if find_pattern("other_patterns", thing):
        return False
    language = detect_language(f"{thing} {before}")
    lead, known = find_lead(thing, language), find_lead(before, language)
    if not lead or _is_day(thing, language):
        return False
    had = find_pattern("holding_patterns", before)
    if had is not None and not had.start():  # `temos jantar`, without a word for the speaker
        before = before[had.end() :]
    same = lead == known[: len(lead)] or _stands_alone(lead, before, language)
    return same or _is_compound_of(lead[0], before, language) or _is_spelt_out(thing, before)


def _is_day(thing: str, language: str) -> bool:
    """Tell if what looks like a thing is when it is: `they've moved it to | Friday`."""
    rest = [each for each in list_tokens(strip_dates(thing)) if each not in load_weekdays()]
    named = [each for each in read_text(" ".join(rest), language).words if each.term]
    return all(any(each.has(kind) for kind in DATED) or each.is_number for each in named)


def _says_more(thing: str, before: str) -> bool:
    """Tell if a thing has words behind its first ones that are not said before: `with Ann`."""
    language = detect_language(f"{thing} {before}")
    lead, known = find_lead(thing, language), analyze(before, language).terms
    rest = [each for each in analyze(strip_dates(thing), language).terms if each not in lead]
    return not is_unspaced(thing) and not all(any(each in word for word in known) for each in rest)


def _leave_circumstances(thing: str) -> str:
    """Return a thing without why, and until when: `the match because of the rain`."""
    found = (find_pattern("reason_patterns", thing), _compile_until().search(thing))
    bare = thing[: min((each.start() for each in found if each), default=len(thing))] or thing
    return _compile_verbs().sub("", bare)


@cache
def _compile_verbs() -> re.Pattern[str]:
    """Match auxiliaries behind a thing: `the dentist has`, which is another word elsewhere."""
    words = load_all_words("moving_auxiliaries") | load_copulas()
    verbs = build_alternatives([fold(each) for each in words])
    return re.compile(rf"(?<=\w)\s(?:{verbs})\s?$")


@cache
def _compile_until() -> re.Pattern[str]:
    words = build_alternatives([fold(each) for each in load_all_words("until_words")])
    return re.compile(rf"(?<=\w)\s(?:{words})(?!\w)")


def _is_spelt_out(thing: str, before: str) -> bool:
    """Tell if a word in a text is put together of those of a thing: `Termin beim Arzt`."""
    language = detect_language(f"{thing} {before}")
    terms = analyze(thing, language).terms
    whole = [each for each in analyze(before, language).terms if len(each) >= 2 * SHORTEST_PART]
    several = len(terms) > 1
    return several and any(_is_compound_of(each, thing, language) for each in whole)


def _is_compound_of(word: str, before: str, language: str) -> bool:
    """Tell if a word is put together of words in a text: `Arzttermin`, `Termin beim Arzt`."""
    if language not in COMPOUNDING:
        return False
    parts = [each for each in analyze(before, language).terms if len(each) >= SHORTEST_PART]
    inside = {each for each in parts if each in word}
    return len(inside) > 1 and sum(map(len, inside)) >= len(word) - MOST_JOINTS


def _find_topic(text: str) -> str:
    """Return what a Chinese or Japanese text begins with, up to the particle behind it."""
    bare = _compile_day_part().sub("", strip_dates(text).replace(" ", ""))
    plain = OWN_SIGNS.sub("", bare)
    return TOPIC_END.split(plain)[0].rstrip(TRAILING)


@cache
def _compile_day_part() -> re.Pattern[str]:
    """Match `晚上` and the like at the beginning."""
    parts = (each.partition(" ")[2] for each in load_all_words("day_parts"))
    return re.compile(rf"^(?:{build_alternatives([p for p in parts if is_unspaced(p)])})")


def find_lead(text: str, language: str) -> list[str]:
    """Return the terms of the words with meaning at the beginning: `the season ticket | costs`."""
    lead: list[str] = []
    owners = {fold(each) for each in load_all_words("owners")}
    for token in list_tokens(text):
        if token in owners and not lead:
            continue
        terms = analyze(token, language).terms
        if not terms and lead:
            break
        lead += terms
    return lead


def _stands_alone(lead: list[str], before: str, language: str) -> bool:
    """Tell if a text holds these terms as all that names one thing: not `Ann's party`."""
    tokens = list_tokens(before)
    words = [analyze(token, language).terms for token in tokens]
    counts = [_is_unit(*pair) for pair in pairwise(("", *tokens))]  # `20 mg omeprazole`
    flat = [terms[0] if terms and not n else "" for terms, n in zip(words, counts, strict=True)]
    framed = ["", *flat, ""]
    wanted = ["", *lead]
    return any(framed[at : at + len(wanted)] == wanted for at in range(len(framed)))


def _is_unit(earlier: str, token: str) -> bool:
    return earlier.isdigit() and len(token) <= LONGEST_UNIT


def _shares_lead(now: Statement, before: Statement) -> bool:
    several = list_several_values(f"{now.text} {before.text}")
    language = detect_language(f"{now.text} {before.text}")
    here, there = (find_lead(each.text, language) for each in (now, before))
    first = list_tokens(now.text)[0]
    free = first not in find_person_words() and several.isdisjoint(list_tokens(now.text))
    kinds = [_find_kind(each.text, language) for each in (now, before)]
    same = bool(here) and here[:1] == there[:1] and (not all(kinds) or kinds[0] == kinds[1])
    return free and same and not _are_of_two_things(now.text, before.text, language)


def _find_kind(text: str, language: str) -> str:
    """Return the term that says of which kind a thing is: `violão` of `a aula de violão`."""
    tokens = list_tokens(text)
    at = next((n for n, each in enumerate(tokens) if analyze(each, language).terms), len(tokens))
    if not load_words("of_words", language).intersection(tokens[at + 1 : at + 2]):
        return ""
    return next(iter(analyze(" ".join(tokens[at + 2 : at + 3]), language).terms), "")


def _are_of_two_things(now: str, before: str, language: str) -> bool:
    """Tell if each says of something else what it is: `the meeting with Ann is`, `with Bob is`."""
    here, there = (_find_subject(each, language) for each in (now, before))
    return not (here <= there or there <= here)


def _find_subject(text: str, language: str) -> frozenset[str]:
    """Return the terms before the first word such as `is`; none without one."""
    tokens, copulas = list_tokens(text), load_copulas()
    at = next((n for n, each in enumerate(tokens) if each in copulas), 0)
    return frozenset(analyze(strip_dates(" ".join(tokens[:at])), language).terms)
