"""Measures how far a piece has the words of a question: itself, above it, beside it, or not."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache

from msgspec import Struct

from bot.answering.extracts.asked_passage import AskedPassage
from bot.answering.extracts.lines import is_title
from bot.answering.extracts.matching import (
    ABOVE,
    BESIDE,
    ENOUGH,
    LEAST,
    MEANT,
    match,
)
from bot.answering.extracts.pieces import Piece
from bot.answering.question.asked_amounts import LEFT_OUT
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import is_told_by_hours
from bot.answering.question.mentions import cut_left_out, is_named_before
from bot.answering.question.particles import has_opposite
from bot.answering.question.time_signs import cut_times, list_hours, names_hours
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.inference.reading import Word, read_text
from indexer.late_patterns import compile_late
from indexer.late_property import late_property
from indexer.text.compounds import LANGUAGES
from indexer.text.dates.calendar import WEEKEND, Calendar, find_calendar
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

OPENING = 0.7  # too little where no word stands there itself: "Towels: £4"
KEPT = 1024  # sentences
_SHORT_PART = 3  # letters of the first part of a compound
_LABELLED = 50  # characters of a line in which its label ends
_RUN = re.compile(r"[^\W_]+")
# What labels say for "number": "Invoice no: BW-20418", "Kunden-Nr. 4711".
_NUMBER_SIGN = compile_late(
    r"(?:\b(?:nr|núm|num|ref)\b[.:]?|\bno[.:]|(?-i:\bNo\b)|\bn\.?\s?[º°]|№|#):?\s?"
    r"(?=[A-Z]{0,4}[-/ ]?\d)",
    re.IGNORECASE,
)
UNDATED = ENOUGH  # of today: what names no day, or the month alone, may be said of each
SOON = timedelta(days=300)  # a day without a year that has passed is nearly a year away
_YEAR = compile_late(r"(?<!\d)20\d\d(?!\d)")
SPANNED = 0.94  # of a day: what is so on all days of a range
WEEKLY = 0.98  # of a day of the year: what is so each week stands behind what is so that day
_CLOSE = 3  # words between a day and "only"
_DAILY = frozenset((Kind.WHEN, Kind.WHETHER))  # who works on Sunday, whoever works on Friday only?
PARTLY = 0.5  # of several days or months
OF_WEEKEND = 0.8  # Saturday or Sunday alone: each has a line of its own in most lists of hours


class PlacedPiece(Struct, frozen=True, dict=True):  # what is found above a piece is cached in it
    """A piece in its passage."""

    piece: Piece
    passage: AskedPassage

    @property
    def language(self) -> str:
        return self.passage.language

    @property
    def file(self) -> str:
        return self.passage.file

    @late_property
    def above(self) -> ParsedSentence | None:
        found: ParsedSentence | None = None
        for each in self.piece.above:
            found = found + each if found else each
        return found

    @property
    def lead(self) -> str:
        """The line that leads to it, or the heading right above it; "" below a title alone."""
        titles = [each.original for each in self.piece.titles[-1:]]
        return next(iter(titles or self.passage.sections[-1:]), "")

    @property
    def is_item(self) -> bool:
        """Return whether it only names a thing in a list, of which what leads to it says all."""
        return self.piece.is_listed and bool(self.lead) and is_title(self.piece.line)

    @late_property
    def named(self) -> Calendar:
        """The days and months that the piece names or, if it names none, what stands above it."""
        own = find_calendar(self.piece.own.original, self.language)
        above = find_calendar(self.above.original, self.language) if self.above else Calendar()
        titled = find_calendar(self.passage.titles.original, self.language)
        days = own.days or above.days or titled.days
        months = own.months or above.months or titled.months
        return Calendar(days, months)

    def measure_words(self) -> tuple[float, ...]:
        """Measure how far the piece has each word of the question, 0 to 1."""
        near = self.passage.shared
        for found in self._measure_places():
            near = tuple(map(max, near, found))
        if self.passage.sought.has_phrasal:
            near = tuple(map(self._measure_phrasal, self.passage.words, near))
        if self.above and (self.piece.head or self._label):
            near = tuple(map(self._measure_whole, self.passage.words, near))
        if 1.0 in near:
            near = tuple(self._measure_modifiers(near))
        for asked_for, measure in (
            (self.passage.sought.has_amounts, self._measure_amount),
            (self.passage.sought.has_number_words, self._measure_number_word),
            (self.passage.sought.has_hours, self._measure_hours),
            (self.passage.sought.has_dates, self._measure_calendar),
            (self.passage.sought.has_next, self._measure_next),
        ):
            if asked_for:
                near = tuple(map(measure, self.passage.words, near))
        return near

    def _measure_modifiers(self, near: Sequence[float]) -> Iterator[float]:
        """Measure each word; one that tells which thing is meant, where just that was named.

        The thing itself stands in the piece, as 1.0 shows.
        """
        words, text = self.passage.words, self.piece.own.original
        for place, found in enumerate(near):
            head = place + 1
            alone = found < ENOUGH and head < len(words) and near[head] == 1.0
            pair = (words[place].text, words[head].text) if alone else ("", "")
            alone = alone and " ".join(pair).lower() in self.passage.topic.text
            named = alone and is_named_before(*pair, text, self.passage.topic.text, self.language)
            yield MEANT if named else found

    def _measure_whole(self, asked: AskedWord, near: float) -> float:
        """Measure a compound whose parts stand in a row and in the head of its column.

        The "Bronze-Kurs" is the row "Bronze" in the column "Kurs", the "Kellerschlüssel" the line
        "Keller: 2" below the "Schlüssel".
        """
        parts = asked.word.terms
        if not self.above or near >= ABOVE:
            return near
        if len(parts) == 1:
            return ABOVE if self._has_parts(fold(asked.text)) else near
        own, above = self.piece.own.terms, self.above.terms
        held = own.union(above)
        return ABOVE if not own.isdisjoint(parts) and held.issuperset(parts[1:]) else near

    def _has_parts(self, compound: str) -> bool:
        """Return whether a column and a title are its parts: "Papier" in the "Abfuhrkalender".

        So are a row and the head of its column: "Ganztags" below "Platz".
        """
        head = bool(self.piece.head)
        if head and self._joins_row(compound):
            return True
        columns = _split_words(self.piece.above[-1].original if head else self._label)
        rests = {compound.removeprefix(each) for each in columns if len(each) >= _SHORT_PART}
        rests = {each for each in rests if LEAST <= len(each) < len(compound)}
        above = self.above.original if rests and self.above and not head else ""
        titles = _split_words(f"{self.passage.titles.original} {above}") if rests else ()
        return any(word.startswith(each) for word in titles for each in rests)

    def _joins_row(self, compound: str) -> bool:
        """Return whether the name of a row and a word of the head make a compound."""
        names = _split_words(self.piece.cells[0])
        return any(
            compound.startswith(name) and compound.removeprefix(name).removeprefix("s") == column
            for column in _split_words(" ".join(self.piece.columns))
            for name in names
            if len(name) >= _SHORT_PART
        )

    @late_property
    def _label(self) -> str:
        """Return what a line opens with, where its language makes compounds."""
        before, colon, _value = self.piece.line[:_LABELLED].partition(":")
        return before if colon and self.language in LANGUAGES else ""

    @late_property
    def _own(self) -> ParsedSentence:
        """The piece without what it names only to leave it out, where that matters."""
        own = self.piece.own
        text = own.original
        if self.passage.cuts:
            text = cut_left_out(text, self.language)
        if self.passage.sought.is_untimed:
            text = cut_times(text, self.language)
        return own if text == own.original else parse_sentence(text, self.language)

    def _measure_places(self) -> Iterator[Iterable[float]]:
        """Measure what stands in each place, where any word does."""
        places = (
            (self._own, 1.0),
            (self.above, ABOVE),
            (self.piece.opening, OPENING),
            (self.piece.beside, MEANT if self.piece.refers else BESIDE),
        )
        for held, weight in places:
            if held and any(matched := self.passage.match_words(held)):
                yield [weight * found for found in matched]

    def _measure_phrasal(self, asked: AskedWord, near: float) -> float:
        """Measure "check in": where the piece tells of "check-out", no heading makes up for it."""
        return min(near, match(asked, self.piece.own)) if self.turns_round(asked) else near

    def turns_round(self, asked: AskedWord) -> bool:
        """Return whether it tells how to turn something off, where it is to be turned on."""
        return asked.phrasal is not None and has_opposite(asked.phrasal, self.piece.own.text)

    def _measure_amount(self, asked: AskedWord, near: float) -> float:
        """Measure an amount by the ranges that have or exclude it: Year 2 is one of "Years 1-3"."""
        if asked.amount is None or near >= ABOVE:
            return near
        texts = (self.piece.own.original, self.above.original if self.above else "")
        around = self.passage.topic.original
        within = asked.amount.measure_within(texts, self.language)
        if not within and asked.amount.is_outside(texts, around, self.language):
            within = LEFT_OUT
        return max(near, within)

    def _measure_number_word(self, asked: AskedWord, near: float) -> float:
        """Measure "number" by the signs that stand for it; in a compound, beside its first part."""
        own = self.piece.own
        if near >= MEANT or not self.passage.sought.names_number(asked):
            return near
        alone = load_question_words(self.language).list_words("signs", "numbers")
        named = fold(asked.text) in alone or own.has_similar_beginning(asked.word)
        return MEANT if named and _NUMBER_SIGN.search(own.original) else near

    def _measure_hours(self, asked: AskedWord, near: float) -> float:
        """Measure a part of the day, or an opening, by the times of day: 6.15 is in the morning."""
        own = self.piece.own.original
        named = any(each in asked.hours for each in list_hours(own))
        opens = is_told_by_hours(asked.text, self.language) and names_hours(own)
        return max(near, MEANT) if named or opens else near

    def _measure_calendar(self, asked: AskedWord, near: float) -> float:
        """Measure a word of the calendar by the days or months named; any other is as `near`."""
        if asked.day and not asked.calendar:  # a feast
            return max(near, float(self._names_day(asked.day) or 0.0))
        if asked.day and (told := self._names_day(asked.day)) is not None:
            return SPANNED if told and self._spans_day(asked.day) else float(told)
        wanted, named = asked.calendar, self.named
        if asked.day and not named.days:
            other = named.months and asked.day.month - 1 not in named.months
            return 0.0 if other else max(near, UNDATED)
        if not wanted or not (named.days or named.months):
            return near
        if wanted.days and named.days:
            found = _measure_range(wanted.days, named.days)
            if not found and self._rules_out_days():
                return LEFT_OUT
            return WEEKLY * found if asked.day else found
        if wanted.months and named.months:
            return _measure_range(wanted.months, named.months)
        held = self.above + self.piece.own if self.above else self.piece.own
        return match(asked, held)

    def _rules_out_days(self) -> bool:
        """Return whether it says no: what is asked about is so "only on" the days that it names."""
        if self.passage.sought.kind not in _DAILY or not self._names_thing():
            return False
        words = read_text(self.piece.own.original, self.language).words
        only = [each for each in words if each.has("quant:only")]
        return any(_limits(one, day, words) for one in only for day in words if _is_day(day))

    def _names_thing(self) -> bool:
        """Return whether it has itself a word that is needed, beside those of the calendar."""
        own = zip(self.passage.words, self.passage.match_words(self.piece.own), strict=True)
        return any(word.need and not word.calendar and found >= ENOUGH for word, found in own)

    def _measure_next(self, asked: AskedWord, near: float) -> float:
        """Measure "next" by a day that is named and soon to come, or by times of every day."""
        if asked.since is None or near >= ABOVE:
            return near
        coming = self.find_next_day(asked.since)
        if coming is None:
            return max(near, MEANT) if list_hours(self.piece.own.original) else near
        return ABOVE if coming - asked.since <= SOON else near

    def find_next_day(self, since: date) -> date | None:
        """Find the first day from `since` on that the piece names; of the year above, if any is."""
        from indexer.text.dates.of_year import find_next_day  # few questions ask for such a day

        above = (title.original for title in self.piece.above)
        years = _YEAR.findall(" ".join((*above, self.passage.titles.original)))
        year = int(years[0]) if years else 0
        found = find_next_day(self.piece.text, self.language, since, year)
        return found or self._find_next_weekday(since)

    def _find_next_weekday(self, since: date) -> date | None:
        days = find_calendar(self.piece.own.original, self.language).days
        ahead = (timedelta(days=(day - since.weekday()) % 7) for day in days)
        return min((since + each for each in ahead), default=None)

    def _names_day(self, day: date) -> bool | None:
        """Return whether a day of the year is named, here or above; None if none is."""
        # few questions are of such a day
        from indexer.text.dates.of_year import dates_weekday, names_day

        text, above = self.piece.own.original, self.above.original if self.above else ""
        told = names_day(text, self.language, day)
        weekly = bool(find_calendar(text, self.language).days)
        if told is False and weekly and not dates_weekday(text, self.language):
            return None  # "on Mondays since 5 May": the day of the week decides
        return told if told is not None or weekly else names_day(above, self.language, day)

    def _spans_day(self, day: date) -> bool:
        from indexer.text.dates.of_year import spans_day  # few questions are of such a day

        return spans_day(self.piece.own.original, self.language, day)


def _is_day(word: Word) -> bool:
    return any(mark.startswith("day:") for mark in word.marks)


def _limits(only: Word, day: Word, words: Sequence[Word]) -> bool:
    """Return whether "only" is said of a day: nothing else stands between, as "tea" may."""
    first, last = sorted((only.place, day.place))
    between = [each for each in words if first < each.place < last]
    near = only.clause == day.clause and last - first <= _CLOSE
    return near and not any(each.counts and not _is_day(each) for each in between)


def _measure_range(wanted: frozenset[int], named: frozenset[int]) -> float:
    """Return 1 where just what is wanted is named, a little less for a range that includes it.

    A day of several that are wanted is but a part: Monday, for "weekdays".
    """
    if named < wanted:
        return OF_WEEKEND if wanted == WEEKEND else PARTLY
    return 1.0 - 0.02 * len(named - wanted) if wanted <= named else 0.0


@lru_cache(maxsize=KEPT)
def _split_words(text: str) -> tuple[str, ...]:
    return tuple(map(fold, _RUN.findall(text)))
