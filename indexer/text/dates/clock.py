"""Finds the time of day, or the span until then, that a sentence names. Pure.

`at half past eight`, `um halb neun`, `9 pm`, `tomorrow evening`, `下午3点`; `in 20 minutes`.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import cache

from msgspec import Struct

from indexer.text.dates.grammar import UNSPACED, Grammar, bound, build_grammar
from indexer.text.dates.offsets import Span
from indexer.text.dates.templates import (
    Template,
    compile_templates,
    compile_words,
    escape_phrase,
    find_longest,
    load_pairs,
)
from indexer.text.word_lists import build_alternatives, load_entries

HOUR, NOON, DAY = 60, 12 * 60, 24 * 60  # minutes
SMALL_HOURS, EVENING = 5 * HOUR, 18 * HOUR
_FIGURES = r"\d{1,2}(?:[:.]\d{2}|\s?h(?:\s?\d{2})?(?!\w))?(?!\d)"  # 9, 9:30, 9.30, 9 h, 9h30
# Times that need no word before them, in every language.
_NUMERIC = (r"(?P<hour>\d{1,2}:\d{2})(?!\d)", r"(?P<hour>\d{1,2}\s?h(?:\s?\d{2})?)(?!\w)")
_ENGLISH = r"(?P<hour>\d{1,2}(?:[:.]\d{2})?)"


class ClockTime(Struct, frozen=True):
    """`certain`: the half of the day was said, too; otherwise `nine` may be 9 or 21 o'clock."""

    minutes: int  # since midnight; after the next one, if it is of this night
    certain: bool
    spans: tuple[Span, ...]
    named: bool = True  # not only a part of the day, such as `tonight`


class Delay(Struct, frozen=True):
    """A span of time from now."""

    length: timedelta
    span: Span


class _ClockWords(Struct, frozen=True):
    hours: Mapping[str, str]
    templates: tuple[Template, ...]
    halves: Mapping[str, str]
    parts: Mapping[str, str]
    any_part: re.Pattern[str]


@cache
def _load(language: str) -> _ClockWords:
    grammar = build_grammar(language)
    hours, halves = load_pairs("hour_names", language), load_pairs("clock_halves", language)
    parts = load_pairs("day_parts", language)
    half = rf"(?:\s?(?P<half>{build_alternatives(halves)}))" if halves else ""
    fields = {
        "hour": f"{_FIGURES}|{build_alternatives(hours)}",
        "minute": rf"\d{{2}}(?!\d)|{build_alternatives(_list_minutes(grammar))}",
        "count": rf"\d{{1,2}}(?!\d)|{build_alternatives(grammar.counts)}",
    }
    entries = (each.partition(" ") for each in load_entries("clock_templates", language))
    pairs = [(offset, template) for offset, _space, template in entries]
    optional = f"{half}?" if half else ""
    named = compile_templates(pairs, fields, language, optional)
    bare = [Template("+00", re.compile(rf"(?<![\d.,:/-])(?:{each}){optional}"), 0)
            for each in _NUMERIC]  # fmt: skip
    if half:
        bare.append(Template("+00", re.compile(bound(_ENGLISH + half, language)), 0))
    return _ClockWords(hours, (*named, *bare), halves, parts, _compile_parts(parts, grammar))


def _compile_parts(parts: Mapping[str, str], grammar: Grammar) -> re.Pattern[str]:
    """Compile an expression for parts of the day, also behind a weekday: `Freitagabend`."""
    if grammar.language in UNSPACED:
        return compile_words(parts, grammar.language)
    behind = "".join(f"|(?<={re.escape(name)})" for name in grammar.weekdays)
    alternatives = build_alternatives(parts).replace(r"\ ", r"\s{1,3}")
    return re.compile(rf"(?:(?<![^\W_]){behind})(?:{alternatives})(?![^\W_])")


def _list_minutes(grammar: Grammar) -> list[str]:
    return [word for word, number in grammar.counts.items() if number >= 10]


def find_time(text: str, whole: str, grammar: Grammar) -> ClockTime | None:
    """Find a time in folded `text`; `whole` has what was cut out of it, such as `tonight`."""
    words = _load(grammar.language)
    part = _find_part(whole, words)
    found = find_longest(text, words.templates)
    minutes = _read_minutes(found.value, found.fields, words, grammar) if found else None
    if found is None or minutes is None:
        if part is None:
            return None
        return ClockTime(int(part[0]) * HOUR, certain=True, spans=(part[1],), named=False)
    spans = (found.span, part[1]) if part else (found.span,)
    figures = found.fields["hour"]
    if half := words.halves.get(found.fields.get("half", "")):
        return ClockTime(_move_to_half(minutes, late=half == "pm"), certain=True, spans=spans)
    if part:
        tonight = re.sub(r"\s+", " ", whole[slice(*part[1])]) in grammar.offsets
        moved = _move_to_part(minutes, int(part[0]) * HOUR, tonight=tonight)
        return ClockTime(moved, certain=True, spans=spans)
    certain = minutes >= NOON or figures.startswith("0") or minutes < HOUR
    return ClockTime(minutes, certain=certain, spans=spans)


def _move_to_half(minutes: int, *, late: bool) -> int:
    """Return the time of `9 pm`; `12 am` is midnight."""
    return minutes % NOON + (NOON if late else 0) if minutes < NOON + HOUR else minutes


def _move_to_part(minutes: int, part: int, *, tonight: bool) -> int:
    """Return the time of `at 9 in the evening`; `tonight at 1` is after midnight."""
    if part >= EVENING and NOON <= minutes < NOON + HOUR:
        return minutes + NOON
    if part >= EVENING and minutes < SMALL_HOURS:
        return minutes + DAY if tonight else minutes
    return minutes + NOON if part >= NOON and minutes < NOON else minutes


def _find_part(text: str, words: _ClockWords) -> tuple[str, Span] | None:
    matches = list(words.any_part.finditer(text)) if words.parts else []
    if not matches:
        return None
    longest = max(matches, key=lambda each: (len(each.group()), -each.start()))
    return words.parts[re.sub(r"\s+", " ", longest.group())], longest.span()


def _read_minutes(
    offset: str, fields: Mapping[str, str], words: _ClockWords, grammar: Grammar
) -> int | None:
    hours, minutes = _read_hour(fields["hour"], words)
    if "minute" in fields:
        minutes += _read_count(fields["minute"], grammar)
    sign = -1 if offset.startswith("-") else 1
    minutes += sign * (int(offset[1:]) + _read_count(fields.get("count", ""), grammar))
    if not (0 <= hours <= 24 and -HOUR < minutes < HOUR):
        return None
    total = hours * HOUR + minutes
    return total if 0 <= total <= DAY else total % DAY


def _read_hour(text: str, words: _ClockWords) -> tuple[int, int]:
    if not text[0].isdigit():
        text = words.hours[re.sub(r"\s+", " ", text)]  # `09`, or `01:30` for a name of half past
    hours, _sign, minutes = re.sub(r"\s", "", re.sub("[.h]", ":", text)).partition(":")
    return int(hours), int(minutes or 0)


def _read_count(text: str, grammar: Grammar) -> int:
    return int(text) if text.isdigit() else grammar.counts.get(text, 0)


def find_delay(text: str, grammar: Grammar) -> Delay | None:
    """Find `in two hours` or `in half an hour` in folded `text`."""
    for pattern, phrases, units in _load_delays(grammar.language):
        if match := pattern.search(text):
            return Delay(_read_delay(match, phrases, units, grammar), match.span())
    return None


_Delays = tuple[re.Pattern[str], Mapping[str, str], Mapping[str, str]]


@cache
def _load_delays(language: str) -> tuple[_Delays, ...]:
    """Build the expressions for the templates of days, with minutes and hours for their units."""
    phrases, units = load_pairs("clock_spans", language), load_pairs("clock_units", language)
    return tuple(_build_delays(language, build_grammar(language), phrases, units))


def _build_delays(
    language: str, grammar: Grammar, phrases: Mapping[str, str], units: Mapping[str, str]
) -> Iterator[_Delays]:
    space = r"\s?" if language in UNSPACED else r"\s{0,3}"
    count = rf"(?P<count>\d{{1,4}}|{build_alternatives(grammar.counts)})?"
    counted = f"{count}{space}(?P<unit>{build_alternatives(units)})"
    phrase = f"(?P<phrase>{build_alternatives(phrases)})".replace(r"\ ", r"\s{1,3}")
    for template in sorted(load_entries("ahead_templates", language), key=len, reverse=True):
        if "{count}" in template:
            before, after = (escape_phrase(each) for each in _split_template(template))
            for middle in (phrase, counted):
                yield re.compile(bound(before + middle + after, language)), phrases, units


def _split_template(template: str) -> tuple[str, str]:
    """Return what stands before and after the length of time."""
    before, _count, rest = template.partition("{count}")
    return before, rest.partition("{unit}")[2]


def _read_delay(
    match: re.Match[str], phrases: Mapping[str, str], units: Mapping[str, str], grammar: Grammar
) -> timedelta:
    groups = match.groupdict()
    if phrase := groups.get("phrase"):
        return timedelta(minutes=int(phrases[re.sub(r"\s+", " ", phrase)]))
    count = _read_count(groups["count"], grammar) if groups["count"] else 1
    return timedelta(minutes=count * int(units[groups["unit"]]))
