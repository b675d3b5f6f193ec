"""What the bench of memory takes for a date that was resolved right."""

from datetime import date

from bench.halves import HALVES
from bench.memory.dates import (
    DatedSentence,
    ResolvedSentence,
    load_dated_sentences,
    parse_period,
    resolve_all,
)

FRIDAY = DatedSentence(
    "We meet next Friday.",
    "2026-11-18T23:30:00+00:00",
    "Asia/Tokyo",
    ("2026-11-20", "2026-11-27"),
    "en",
)
ALWAYS = DatedSentence("We meet on Fridays.", FRIDAY.now, FRIDAY.zone, (), "en")


def test_any_of_the_expected_dates_is_right() -> None:
    for found in FRIDAY.periods:
        assert ResolvedSentence(FRIDAY, found).right


def test_another_date_a_longer_period_and_none_are_wrong() -> None:
    week = (date(2026, 11, 20), date(2026, 11, 27))
    for found in ((date(2026, 11, 21), date(2026, 11, 21)), week, None):
        assert not ResolvedSentence(FRIDAY, found).right


def test_what_is_said_of_every_week_has_no_date() -> None:
    assert resolve_all([ALWAYS], lambda _s: None)[0].right
    assert not resolve_all([ALWAYS], lambda _s: parse_period("2026-11-20"))[0].right


def test_the_moment_is_that_of_the_zone() -> None:
    assert FRIDAY.moment.date() == date(2026, 11, 19)


def test_both_halves_have_ten_languages_and_no_sentence_in_common() -> None:
    halves = [load_dated_sentences(half) for half in HALVES]
    assert not set.intersection(*({each.said for each in half} for half in halves))
    for half in halves:
        assert len(half) >= 60
        assert len({each.language for each in half}) == 10
        assert all(first <= last for each in half for first, last in each.periods)
