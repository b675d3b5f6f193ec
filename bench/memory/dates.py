"""Dates and periods in what people say: "next Friday", "in two weeks", "morgen", "後天".

`labels/memory/dates/open.jsonl` and `aside.jsonl` have a sentence, the moment and zone in which it
was said, and the acceptable dates (`2026-11-27`) or periods (`2026-11-23/2026-11-29`, both
inclusive). None is acceptable for what is said of every week.
"""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from bench.halves import load_records
from indexer.text.dates.finder import find_mention

Period = tuple[date, date]  # first and last day


class DatedSentence(Struct, frozen=True):
    said: str
    now: str  # ISO, in UTC
    zone: str
    expected: tuple[str, ...]
    language: str

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.now).astimezone(ZoneInfo(self.zone))

    @property
    def periods(self) -> frozenset[Period]:
        return frozenset(map(parse_period, self.expected))


class ResolvedSentence(Struct, frozen=True):
    sentence: DatedSentence
    found: Period | None

    @property
    def right(self) -> bool:
        if not self.sentence.expected:
            return self.found is None
        return self.found in self.sentence.periods


Resolve = Callable[[DatedSentence], Period | None]


def load_dated_sentences(half: str) -> list[DatedSentence]:
    return [DatedSentence(**each) for each in load_records("memory/dates", half)]  # type: ignore[arg-type]  # the fields of a line


def parse_period(written: str) -> Period:
    first, _slash, last = written.partition("/")
    return date.fromisoformat(first), date.fromisoformat(last or first)


def resolve_period(sentence: DatedSentence) -> Period | None:
    """Return the date or period that the product finds in the sentence."""
    found = find_mention(sentence.said, sentence.moment)
    return (found.period.first, found.period.last) if found else None


def resolve_all(
    sentences: Iterable[DatedSentence], resolve: Resolve = resolve_period
) -> list[ResolvedSentence]:
    return [ResolvedSentence(each, resolve(each)) for each in sentences]
