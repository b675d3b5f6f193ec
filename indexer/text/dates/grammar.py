"""The words and patterns by which each language names dates, built from word lists on first use."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import cast

from msgspec import Struct

from indexer.text.dates.period import Unit
from indexer.text.normalize import MARKS, fold
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import ListName, build_alternatives, list_languages, load_entries

UNSPACED = frozenset({"zh", "ja"})  # no spaces between words
MARKED = frozenset({"hi"})  # vowel signs, which are marks, end words
RECURRING = "\0"  # in place of what recurs; a line break may stand anywhere
# Right before a date that recurs itself: `every year on | 3 May`, `每月 | 月底`.
BEHIND_RECURRING = re.compile(rf"{RECURRING}[ 的の、]?(?:\w{{1,3}} ){{0,2}}$")
NEXT_IN_NEXT_WEEK = frozenset({"zh"})  # `next Friday` is that of the next calendar week
NOTHING = re.compile(r"(?!)")
ANYTHING = re.compile("")
ENDING = r"(?:\s?\.|st|nd|rd|th|o|a|er|e|º|ª|°|-го|-е)?"  # of the number of a day
LINK = r"(?:\s(?:of|de|do|di|du|den|del|d'))?"  # between a day and its month
WEEKS = ("week", "fortnight")
NEAR_DAYS = (0, 1)  # from which somebody counts: `tomorrow in a week`
# The longer words first: `the week after next` is not the next week.
SHIFTS = (
    (2, "after_next_words"),
    (-2, "before_last_words"),
    (1, "next_words"),
    (-1, "last_words"),
    (0, "this_words"),
)
NAMES: tuple[ListName, ...] = (
    *("weekdays", "weekday_plurals", "months", "relative_days", "time_units", "holidays"),
    "holiday_seasons",
)


class Grammar(Struct, frozen=True):
    """The words and patterns of one language; all match folded text."""

    language: str
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    counts: Mapping[str, int]
    ordinals: Mapping[str, int]
    units: Mapping[str, Unit]
    offsets: Mapping[str, int]
    two_way: frozenset[str]  # names of days of which the tense says on which side they are
    named_days: re.Pattern[str]
    ahead: re.Pattern[str]
    ago: re.Pattern[str]
    nth_weekdays: re.Pattern[str]
    later_weeks: re.Pattern[str]
    weekday_templates: re.Pattern[str]
    recurring: re.Pattern[str]
    shifted: Mapping[int, re.Pattern[str]]  # `last week`, `this month`, `next Friday`
    dates: re.Pattern[str]
    months_alone: re.Pattern[str]
    years: re.Pattern[str]
    since: re.Pattern[str]
    until: re.Pattern[str]
    elapsed: re.Pattern[str]  # before what has begun: `since`, not `from`
    since_after: re.Pattern[str]
    until_after: re.Pattern[str]
    past: re.Pattern[str]
    goals: re.Pattern[str]  # `for`, before the day for which something is arranged
    moves: re.Pattern[str]  # `postponed`
    moved_to: re.Pattern[str]  # `to`, right before the day to which something is moved


def list_grammars(text: str, first: str, *, dated: bool = False) -> Iterator[Grammar]:
    """Yield the grammars whose words are in `text` (folded), and always that of `first`.

    With `dated` that one too must have a word or a digit in the text: without, it names no date.
    """
    words = frozenset(re.findall(r"[^\W\d_]+", text))
    always = "" if dated and not re.search(r"\d", text) else first
    for language in _list_dated_languages(first):
        names = _load_names(language)
        known = any(name in text for name in names) if language in UNSPACED else words & names
        if known or language == always:
            yield build_grammar(language)


def list_all_grammars(first: str) -> Iterator[Grammar]:
    return map(build_grammar, _list_dated_languages(first))


def _list_dated_languages(first: str) -> list[str]:
    return sorted(list_languages("weekdays"), key=lambda each: (each != first, each))


@cache
def _load_names(language: str) -> frozenset[str]:
    """Load words of which every date but a year has one, such as `tomorrow` and no `the`."""
    numbered = (entry for name in NAMES for entry in load_entries(name, language))
    nouns = load_entries("month_end_nouns", language)
    entries = [*(each.partition(" ")[2] for each in numbered), *nouns]
    if language in UNSPACED:
        return frozenset(map(fold, entries))
    common = load_stopwords(language)
    words = (frozenset(re.findall(r"[^\W\d_]+", fold(entry))) for entry in entries)
    return frozenset(chain.from_iterable(each - common or each for each in words))


@cache
def build_grammar(language: str) -> Grammar:
    return _Builder(language).build()


def bound(pattern: str, language: str) -> str:
    """Return `pattern` as whole words, where the language has spaces between them."""
    if language in UNSPACED:
        return rf"(?<!\d)(?:{pattern})"
    before, after = r"(?<![^\W_])", r"(?![^\W_])"
    if language in MARKED:
        before, after = rf"{before}(?<![{MARKS}])", rf"{after}(?![{MARKS}])"
    return rf"{before}(?:{pattern}){after}"


class _Builder:
    def __init__(self, language: str) -> None:
        self._language = language
        self._spaced = language not in UNSPACED
        self._weekdays = self._load_numbers("weekdays")
        self._months = self._load_numbers("months")
        self._counts = self._load_numbers("time_counts")
        self._ordinals = self._load_numbers("date_ordinals")
        self._units = {
            fold(word): cast(Unit, unit) for unit, _space, word in self._partition("time_units")
        }
        self._offsets = self._load_numbers("relative_days")
        openers = build_alternatives([fold(each) for each in self._load("date_openers")])
        self._openers = openers.replace(r"\ ", r"\s")

    def build(self) -> Grammar:
        return Grammar(
            language=self._language,
            weekdays=self._weekdays,
            months=self._months,
            counts=self._counts,
            ordinals=self._ordinals,
            units=self._units,
            offsets=self._offsets,
            two_way=self._list_two_way(),
            named_days=self._bound(f"(?P<named>{build_alternatives(self._offsets)})"),
            ahead=self._compile_templates("ahead_templates"),
            ago=self._compile_templates("ago_templates"),
            nth_weekdays=self._compile_nth_weekdays(),
            later_weeks=self._compile_templates("later_week_templates"),
            weekday_templates=self._compile_templates("weekday_templates"),
            recurring=self._compile_recurring(),
            shifted={step: self._compile_shifted(name) for step, name in SHIFTS},
            dates=self._compile_dates(),
            months_alone=self._compile_months_alone(),
            years=self._compile_years(),
            since=self._compile_edge("since_words", before=True),
            until=self._compile_edge("until_words", before=True),
            elapsed=self._compile_edge("elapsed_words", before=True),
            since_after=self._compile_edge("since_endings", before=False),
            until_after=self._compile_edge("until_endings", before=False),
            past=self._compile_any("past_patterns"),
            goals=self._bound(
                build_alternatives([fold(each) for each in self._load("goal_words")])
            ),
            moved_to=self._compile_edge("moved_to_words", before=True),
            moves=self._compile_any("rescheduling_patterns"),
        )

    def _load(self, name: str) -> list[str]:
        return load_entries(cast(ListName, name), self._language)

    def _partition(self, name: str) -> Iterator[tuple[str, str, str]]:
        return (entry.partition(" ") for entry in self._load(name))

    def _load_numbers(self, name: str) -> dict[str, int]:
        return {
            fold(word): int(number.lstrip("±")) for number, _space, word in self._partition(name)
        }

    def _list_two_way(self) -> frozenset[str]:
        """List the names of days that may be past or to come: Hindi `कल`."""
        days = self._partition("relative_days")
        return frozenset(fold(word) for number, _space, word in days if number.startswith("±"))

    def _compile_any(self, name: str) -> re.Pattern[str]:
        """Compile any pattern of a list, as whole words; nothing fits an empty one."""
        return self._bound("|".join(self._load(name)) or NOTHING.pattern)

    def _bound(self, pattern: str) -> re.Pattern[str]:
        if not self._spaced:
            return re.compile(f"(?:{pattern})")
        return re.compile(bound(pattern, self._language))

    def _compile_templates(self, name: str) -> re.Pattern[str]:
        return self._bound(
            "|".join(map(self._fill, sorted(self._load(name), key=_rate_template)))
            or NOTHING.pattern
        )

    def _fill(self, template: str) -> str:
        """Return the pattern of a template such as `in {count} {unit}`, without named groups."""
        parts = re.split(r"(\{\w+\})", template)
        return "".join(self._place(part) for part in parts)

    def _place(self, part: str) -> str:
        match part:
            case "{count}":
                return rf"(?:\d{{1,3}}|{build_alternatives(self._counts)})"
            case "{unit}":
                return f"(?:{build_alternatives(self._units)})"
            case "{weeks}":
                weeks = [each for each, unit in self._units.items() if unit in WEEKS]
                return f"(?:{build_alternatives(weeks)})"
            case "{day}":
                return f"(?:{build_alternatives(self._weekdays)})"
            case "{named}":
                near = [each for each, days in self._offsets.items() if days in NEAR_DAYS]
                return f"(?:{build_alternatives(near)})"
            case _:
                return re.escape(fold(part)).replace(r"\ ", r"\s{1,3}")

    def _compile_recurring(self) -> re.Pattern[str]:
        """Compile what recurs, with its day: `the first Monday of every month`."""
        every = self._compile_templates("recurring_templates").pattern
        if not self._spaced:
            return re.compile(every)
        nth, day = build_alternatives(self._ordinals), build_alternatives(self._weekdays)
        return re.compile(rf"(?:(?<!\w)(?:{nth})\s(?:{day})(?:\s\w{{2,3}})?\s)?{every}")

    def _compile_shifted(self, name: str) -> re.Pattern[str]:
        word = build_alternatives([fold(each) for each in self._load(name)])
        unit = f"(?P<unit>{build_alternatives(self._units)})"
        day = f"(?P<day>{build_alternatives(self._weekdays)})"
        month = f"(?P<month>{build_alternatives(self._months)})"
        second, third = day.replace("<day>", "<day2>"), day.replace("<day>", "<day3>")
        if not self._spaced:
            return re.compile(rf"(?:{word})(?:{second}|{unit}(?:的|の)?(?:{day})?)")
        after = rf"(?:{word})(?:\s|(?<='))(?:{unit}(?:\s(?:on\s)?{day})?|{second}|{month})"
        alone = rf"(?!\s(?:{build_alternatives(self._units)})(?!\w))"  # `Freitag nächster | Woche`
        turned = rf"(?:{unit.replace('<unit>', '<unit2>')}|{third})\s(?:{word}){alone}"
        return self._bound(f"{after}|{turned}")

    def _compile_nth_weekdays(self) -> re.Pattern[str]:
        nth = f"(?P<nth>{build_alternatives(self._ordinals)})"
        day = f"(?P<day>{build_alternatives(self._weekdays)})"
        month = f"(?P<month>{build_alternatives(self._months)})"
        if not self._spaced:
            return re.compile(rf"(?P<digits>\d{{1,2}}月|{month})[の的]?{nth}{day}")
        return self._bound(
            rf"{nth}\s{day}\s(?:\w{{1,4}}\s|d'){{0,2}}{month}(?:\s(?:\w{{2}}\s)?(?P<year>\d{{4}}))?"
        )

    def _compile_dates(self) -> re.Pattern[str]:
        month = build_alternatives(self._months)
        if not self._spaced:
            return re.compile(
                rf"(?:(?P<year>\d{{4}})\s?年)?(?P<digits>\d{{1,2}}\s?月|{month})"
                r"(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})\s?[日号號]"
            )
        year = r"(?:,?\s(?:de\s|del\s|do\s)?(?P<{0}>\d{{4}}))?"
        day_first = (
            rf"(?P<day>\d{{1,2}}){ENDING}{LINK}\s?(?P<month>{month})\.?{year.format('year')}"
        )
        month_first = (
            rf"(?P<month2>{month})\.?\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?{year.format('year2')}"
        )
        pattern = f"{day_first}|{month_first}" if self._language == "en" else day_first
        return self._bound(pattern)

    def _compile_months_alone(self) -> re.Pattern[str]:
        month = build_alternatives(self._months)
        if not self._spaced:
            return re.compile(
                rf"(?:(?P<year>\d{{4}})\s?年)?(?P<digits>\d{{1,2}}\s?月|{month})(?!\d)"
            )
        return self._bound(
            rf"(?P<month>{month})\s(?:of\s|de\s|del\s|do\s)?(?P<year>\d{{4}})"
            rf"|(?:{self._openers})[\s-](?P<month2>{month})(?:\s(?:de\s|del\s|do\s)?(?P<year2>\d{{4}}))?"
        )

    def _compile_years(self) -> re.Pattern[str]:
        year = r"(1[89]\d\d|20\d\d)"
        if not self._spaced:
            return re.compile(rf"(?<!\d){year}\s?年")
        # `In 2019 houses were built` counts them; `since 2019 in Cork` does not.
        place = build_alternatives([fold(each) for each in self._load("place_prepositions")])
        unit = build_alternatives([each for each, unit in self._units.items() if unit == "year"])
        person = build_alternatives([fold(each) for each in self._load("first_person")])
        acting = build_alternatives([fold(each) for each in self._load("moving_auxiliaries")])
        turned = rf"\s\w{{2,20}}\s(?:{person})(?!\w)"  # `2009 bin ich`
        opening = rf"(?<!\w)(?:{self._openers})\s(?:(?:{unit})\s)?|^(?=\d{{4}}{turned})"
        more = rf"(?!\s?[\w%€$£])|(?=\s(?:{place}|{unit}|{person}|{acting})(?!\w))|(?={turned})"
        return re.compile(rf"(?:{opening}){year}(?:{more})")

    def _compile_edge(self, name: str, *, before: bool) -> re.Pattern[str]:
        words = [fold(each) for each in self._load(name)]
        if not words:
            return NOTHING
        if before:
            gap = (
                r"\s{0,2}"
                if not self._spaced
                else r"(?:\s{1,2}(?:the|le|la|el|il|dem|den))?\s{0,2}"
            )
            return re.compile(rf"(?:^|\W|(?<=[^\x00-\x7f]))(?:{build_alternatives(words)}){gap}$")
        ending = bound(build_alternatives(words), self._language)
        return re.compile(rf"\s?{ending}")


def _rate_template(template: str) -> tuple[bool, int]:
    """Sort templates, the most exact first."""
    return "{day}" not in template, -len(template)
