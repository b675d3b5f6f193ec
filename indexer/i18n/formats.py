"""Formats numbers, dates, sizes and lists for the reader's language, with Babel.

English is formatted without it: `multis say` takes twice as long if it loads Babel. A test holds
both to the same results.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from indexer.i18n.language import Language, current_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

UNSPACED = ("zh", "ja")
RIGHT_TO_LEFT = {"ar": "\u200f"}  # and its mark
# Compiled when a text needs them: that takes a third of `multis --help`.
HAN = "[\u3040-\u30ff\u3400-\u9fff]"
FIGURE_BEFORE_HAN = rf"(?<=\d)(?={HAN})"
SLOT = "\0"  # in the pattern of a list

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec")
LONG_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SIZES = ((1 << 30, "gigabyte", "GB"), (1 << 20, "megabyte", "MB"), (1 << 10, "kilobyte", "kB"))
SPANS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))  # seconds

# Languages that decline a unit by what stands before it, while a sentence has it in one place:
# 1 минута, but 1 минуту назад and больше 1 минуты. Their day is the same in most sentences.
DECLINED = ("ru", "uk")

COMMAS = {"ar": "، ", "ja": "、", "zh": "，"}  # the others': ", "


def format_number(value: float, decimals: int | None = None) -> str:
    """Return "1,234.5", with exactly `decimals` decimals; by default as many as needed, up to 3."""
    language = current_language()
    if language.is_english:
        return _format_english_number(value, decimals)
    from babel.numbers import format_decimal

    return format_decimal(value, _build_pattern(decimals), language.locale)


def format_percent(share: float) -> str:
    """Return "46%" for 0.46."""
    language = current_language()
    if language.is_english:
        return f"{share:,.0%}"
    from babel.numbers import format_percent

    return format_percent(share, locale=language.locale)


def format_size(size: int) -> str:
    """Return "1.2 MB" for a number of bytes; a megabyte has 1024 * 1024."""
    language = current_language()
    for unit, name, short in SIZES:
        if round(size / unit, 1) >= 1:
            if language.is_english:
                return f"{_format_english_number(size / unit, 1)} {short}"
            return _format_size_unit(size / unit, f"digital-{name}", language)
    return _format_count(size, "byte", "digital-byte", language)


def format_duration(length: timedelta) -> str:
    """Return "3 hours": the largest unit that fits, rounded down."""
    seconds, language = max(int(length.total_seconds()), 0), current_language()
    name, long = next((each for each in SPANS if seconds >= each[1]), SPANS[-1])
    if name != "day" and language.code.partition("_")[0] in DECLINED:
        return _format_unit(seconds // long, f"duration-{name}", "short", language)
    return _format_count(seconds // long, name, f"duration-{name}", language)


def format_date(day: date) -> str:
    """Return "3 Sept 2026"; for a datetime, the day in its own time zone."""
    language = current_language()
    if language.is_english:
        return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
    from babel.dates import format_date

    return _drop_year_sign(format_date(day, "medium", language.locale))


def format_full_date(day: date) -> str:
    """Return "Thursday, 3 September 2026"."""
    language = current_language()
    if language.is_english:
        month = LONG_MONTHS[day.month - 1]
        return f"{WEEKDAYS[day.weekday()]}, {day.day} {month} {day.year}"
    from babel.dates import format_date

    return _drop_year_sign(format_date(day, "full", language.locale))


def format_weekday(number: int) -> str:
    """Return "Monday" for 1."""
    language = current_language()
    if language.is_english:
        return WEEKDAYS[number - 1]
    from babel.dates import get_day_names

    return str(get_day_names("wide", "format", language.locale)[number - 1])


def format_partial_date(text: str) -> str:
    """Return "2026", "May 2026" or "3 May 2026" for an ISO 8601 date of that precision."""
    parts = text.partition("T")[0].split("-")
    if len(parts) == 1:
        return text
    if len(parts) > 2:
        return format_date(date.fromisoformat("-".join(parts)))
    month, language = date(int(parts[0]), int(parts[1]), 1), current_language()
    if language.is_english:
        return f"{MONTHS[month.month - 1]} {month.year}"
    from babel.dates import format_skeleton

    return _drop_year_sign(format_skeleton("yMMM", month, locale=language.locale))


def _drop_year_sign(formatted: str) -> str:
    """Return a date without the abbreviated "year" behind it (2026 г., 2026 р.).

    It may be left out, and its full stop would meet that of a sentence.
    """
    head, _space, sign = formatted.replace("\u202f", " ").replace("\u00a0", " ").rpartition(" ")
    return formatted[: len(head)] if sign in ("г.", "р.") else formatted


def format_time(moment: datetime | time) -> str:
    """Return "15:05", in the time zone of `moment`."""
    language = current_language()
    if language.is_english:
        return f"{moment:%H:%M}"
    from babel.dates import format_time

    return format_time(_drop_zone(moment), "short", locale=language.locale)


def format_moment(moment: datetime) -> str:
    """Return "3 Sept 2026, 15:05"."""
    language = current_language()
    if language.is_english:
        return f"{format_date(moment)}, {format_time(moment)}"
    from babel.dates import get_datetime_format

    pattern = str(get_datetime_format("medium", language.locale)).replace("'", "")
    if language.code.partition("_")[0] == "pt":  # 3 de set. de 2026 15:05: people write a comma
        pattern = "{1}, {0}"
    return pattern.replace("{1}", format_date(moment)).replace("{0}", format_time(moment))


def format_list(items: Sequence[str], kind: Literal["and", "or"] = "and") -> str:
    """Return "a, b and c"."""
    language = current_language()
    if language.is_english or not items:
        first, last = ", ".join(items[:-1]), "".join(items[-1:])
        return f"{first} {kind} {last}" if first else last
    from babel.lists import format_list

    style: Literal["standard", "or"] = "standard" if kind == "and" else "or"
    if _get_base(language) not in UNSPACED:
        return format_list(items, style, language.locale)
    joints = format_list([SLOT] * len(items), style, language.locale).split(SLOT)[1:-1]
    listed = items[0]
    for joint, item in zip(joints, items[1:], strict=True):
        listed = _join_spaced(_join_spaced(listed, joint), item)
    return listed


def join_parts(*parts: str) -> str:
    """Join the parts of a place or a line, such as `lease.md, page 2`, leaving out empty ones.

    An app takes the direction of a line from its first letter, which a file name has in Latin.
    """
    base = _get_base(current_language())
    joined = COMMAS.get(base, ", ").join(filter(None, parts))
    return f"{RIGHT_TO_LEFT.get(base, '')}{joined}" if joined else ""


def join_sentences(*sentences: str) -> str:
    """Join sentences into a paragraph, leaving out empty ones."""
    language = current_language()
    # Chinese and Japanese end a sentence with a full-width stop and no space.
    spaced = _get_base(language) not in UNSPACED
    return (" " if spaced else "").join(filter(None, sentences))


def _get_base(language: Language) -> str:
    return language.code.partition("_")[0]


def _join_spaced(before: str, after: str) -> str:
    """Join with a space where a Chinese or Japanese sign meets one of another script."""
    edges = before[-1:] + after[:1]
    other = re.sub(HAN, "", edges)
    mixed = len(edges) - 1 == len(other) == 1 and (other.isalnum() or "!" <= other <= "~")
    return f"{before} {after}" if mixed else before + after


def _format_english_number(value: float, decimals: int | None) -> str:
    if isinstance(value, int) and decimals is None:
        return f"{value:,}"
    rounded = f"{value:,.{3 if decimals is None else decimals}f}"
    return rounded.rstrip("0").rstrip(".") if decimals is None else rounded


def _build_pattern(decimals: int | None) -> str | None:
    return None if decimals is None else f"#,##0.{'0' * decimals}".rstrip(".")


def _format_count(number: int, name: str, unit: str, language: Language) -> str:
    if language.is_english:
        return f"{number:,} {name}" if number == 1 else f"{number:,} {name}s"
    return _format_unit(number, unit, "long", language)


def _format_size_unit(number: float, unit: str, language: Language) -> str:
    formatted = _format_unit(number, unit, "short", language, decimals=1)
    if "Byte" not in formatted:
        return formatted
    # Babel's short name in Portuguese is "MByte"; people write the narrow one.
    return _format_unit(number, unit, "narrow", language, decimals=1)


def _format_unit(
    number: float,
    unit: str,
    length: Literal["narrow", "short", "long"],
    language: Language,
    *,
    decimals: int | None = None,
) -> str:
    from babel.units import format_unit

    pattern = _build_pattern(decimals)
    formatted = format_unit(number, unit, length, pattern, language.locale)
    if unit in formatted:  # Babel has no long name of it, as of a byte in Italian
        formatted = format_unit(number, unit, "short", pattern, language.locale)
    return re.sub(FIGURE_BEFORE_HAN, " ", formatted)  # `20 分钟`, as in every other sentence


def _drop_zone(moment: datetime | time) -> time:
    """Return the time without its zone, from which Babel would convert to UTC."""
    return (moment.time() if isinstance(moment, datetime) else moment).replace(tzinfo=None)
