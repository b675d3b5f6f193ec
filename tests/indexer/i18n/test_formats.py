"""Numbers, dates, sizes and lists: English as Babel has it, and every other language by Babel."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

from indexer.i18n import (
    ENGLISH,
    SHIPPED,
    Language,
    format_date,
    format_duration,
    format_full_date,
    format_list,
    format_moment,
    format_number,
    format_partial_date,
    format_percent,
    format_size,
    format_time,
    format_weekday,
    join_parts,
    join_sentences,
    ngettext,
    use_language,
)


class Silent:
    """A catalogue without a sentence: what is written by Babel is that of its language."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        return message


@contextmanager
def reading(code: str) -> Iterator[None]:
    with use_language(ENGLISH if code == "en" else Language(code, Silent())):
        yield


EAST = timezone(timedelta(hours=9))
LETTERS = ["a", "b", "c", "d"]
SIZES = (0, 1, 2, 1000, 1024, 1 << 20, 5_400_000, 1 << 33)
SECONDS = (-5, 0, 1, 59, 60, 3600, 7300, 86_400, 864_000)
WRITTEN: dict[str, Callable[[], list[str]]] = {
    "number": lambda: list(map(format_number, (0, 7, 1234, -1234567, 0.5, 1234.5678, 2.0))),
    "decimals": lambda: [format_number(n, 2) for n in (0, 1, 1234.5, 0.126, -3.14159)],
    "whole": lambda: [format_number(n, 0) for n in (1, 1234.4)],
    "percent": lambda: [format_percent(n) for n in (0, 0.07, 0.46, 1, 12.5)],
    "size": lambda: list(map(format_size, SIZES)),
    "duration": lambda: [format_duration(timedelta(seconds=n)) for n in SECONDS],
    "date": lambda: [format_date(date(2026, month, 3)) for month in range(1, 13)],
    "full date": lambda: [format_full_date(date(2026, month, 3)) for month in range(1, 13)],
    "weekday": lambda: list(map(format_weekday, range(1, 8))),
    "time": lambda: [format_time(time(hour, 5)) for hour in (0, 9, 15)],
    "moment": lambda: [format_moment(datetime(2026, 9, 3, 23, 5, tzinfo=EAST))],
    "and": lambda: [format_list(LETTERS[:n]) for n in range(5)],
    "or": lambda: [format_list(LETTERS[:n], "or") for n in range(5)],
}


@pytest.mark.parametrize("kind", WRITTEN)
def test_english_is_written_as_babel_writes_it(kind: str) -> None:
    with reading("en"):
        ours = WRITTEN[kind]()
    with reading("en_150"):
        assert ours == WRITTEN[kind]()


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (900, "900 bytes"),
        (1024, "1.0 kB"),
        ((1 << 20) - 1, "1.0 MB"),
        (3 << 19, "1.5 MB"),
        (5 << 30, "5.0 GB"),
    ],
)
def test_a_size_is_written_in_the_largest_fitting_unit(size: int, text: str) -> None:
    assert format_size(size) == text


def test_no_size_is_written_as_babel_abbreviates_it_in_portuguese() -> None:
    with reading("pt"):
        assert format_size(3 << 19).split() == ["1,5", "MB"]  # not "MByte"


def test_a_count_of_one_is_singular() -> None:
    pages = [ngettext("{count} page", "{count} pages", n) for n in (0, 1, 2)]
    assert pages == ["0 pages", "1 page", "2 pages"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-3, "0 seconds"), (1, "1 second"), (119, "1 minute"), (7200, "2 hours"), (90_000, "1 day")],
)
def test_a_duration_is_written_roughly(seconds: int, text: str) -> None:
    assert format_duration(timedelta(seconds=seconds)) == text


def test_german_is_written_as_germans_do() -> None:
    moment = datetime(2026, 9, 3, 15, 5, tzinfo=UTC)
    with reading("de"):
        assert format_number(1234.5) == "1.234,5"
        assert format_percent(0.46) == "46\N{NO-BREAK SPACE}%"
        assert format_size(1_300_000) == "1,2 MB"
        assert format_size(1) == "1\N{NO-BREAK SPACE}Byte"
        assert format_duration(timedelta(hours=3)) == "3 Stunden"
        assert format_date(moment) == "03.09.2026"
        assert format_time(moment) == "15:05"
        assert format_moment(moment) == "03.09.2026, 15:05"
        assert format_list(["a", "b", "c"]) == "a, b und c"
        assert format_list(["a", "b"], "or") == "a oder b"


def test_plurals_of_units_are_those_of_the_language() -> None:
    with reading("ru"):
        spans = [format_duration(timedelta(days=days)) for days in (1, 2, 5)]
    assert spans == ["1 день", "2 дня", "5 дней"]


@pytest.mark.parametrize(
    ("code", "spans"),
    [("ru", ["1 с", "1 мин", "21 ч", "1 день"]), ("uk", ["1 с", "1 хв", "21 год", "1 день"])],
)
def test_a_unit_whose_name_declines_is_abbreviated(code: str, spans: list[str]) -> None:
    """A sentence has a minute in the case that it needs: минута, минуту назад, больше минуты."""
    with use_language(SHIPPED.load(code)):
        written = [format_duration(timedelta(seconds=each)) for each in (1, 60, 75_600, 86_400)]
    assert [each.replace("\N{NO-BREAK SPACE}", " ") for each in written] == spans


def test_a_moment_keeps_its_own_zone() -> None:
    late = datetime(2026, 9, 3, 23, 5, tzinfo=EAST)
    for code in ("en", "de"):
        with reading(code):
            assert format_time(late) == "23:05"
            assert format_date(late).startswith(("3 ", "03."))


def test_a_language_that_babel_does_not_know_has_english_numbers() -> None:
    with reading("tlh"):
        assert format_number(1234.5) == "1,234.5"


@pytest.mark.parametrize(
    ("code", "items", "listed"),
    [
        ("zh_Hans", ["a", "b", "c"], "a、b 或 c"),
        ("zh_Hans", ["'a'", "'b'"], "'a' 或 'b'"),
        ("zh_Hans", ["英语", "b"], "英语或 b"),
        ("zh_Hans", ["英语", "日语"], "英语或日语"),
        ("ja", ["a", "b", "c"], "a、b、または c"),
        ("ja", ["日本語", "中国語"], "日本語または中国語"),
        ("zh_Hans", ["a"], "a"),
        ("zh_Hans", [], ""),
    ],
)
def test_chinese_and_japanese_lists_set_other_scripts_apart(
    code: str, items: list[str], listed: str
) -> None:
    with reading(code):
        assert format_list(items, "or") == listed


def test_a_space_stands_behind_the_figure_of_a_chinese_unit() -> None:
    with reading("zh_Hans"):
        assert format_duration(timedelta(minutes=20)) == "20 分钟"
        assert format_size(145) == "145 字节"
        assert format_date(date(2026, 2, 11)) == "2026年2月11日"


@pytest.mark.parametrize(
    ("code", "joined"), [("en", "a, b"), ("fr", "a, b"), ("ar", "\u200fa، b"), ("zh_Hans", "a，b")]
)
def test_parts_are_joined_by_the_comma_of_the_language(code: str, joined: str) -> None:
    with reading(code):
        assert join_parts("a", "", "b") == joined


def test_sentences_are_joined_as_the_language_does() -> None:
    with reading("en"):
        assert join_sentences("One.", "", "Two.") == "One. Two."
    with reading("zh"):
        assert join_sentences("一。", "二。") == "一。二。"


def test_a_russian_date_ends_without_a_full_stop_of_its_own() -> None:
    with use_language(SHIPPED.load("ru")):
        day = date(2026, 3, 14)
        assert format_date(day) == "14 мар. 2026"
        assert format_full_date(day) == "суббота, 14 марта 2026"
        assert format_moment(datetime(2026, 3, 14, 9, 5, tzinfo=UTC)) == "14 мар. 2026, 09:05"
        assert format_partial_date("2026-03") == "март 2026"


def test_a_portuguese_moment_has_a_comma_before_its_time() -> None:
    with use_language(SHIPPED.load("pt")):
        moment = format_moment(datetime(2026, 3, 14, 9, 5, tzinfo=UTC))
    assert moment == "14 de mar. de 2026, 09:05"


def test_no_unit_is_shown_by_its_code() -> None:
    for code in SHIPPED.list_codes():
        with use_language(SHIPPED.load(code)):
            sizes = [format_size(each) for each in (1, 77, 3000, 5 << 20, 5 << 30)]
            spans = [format_duration(timedelta(seconds=each)) for each in (1, 90, 9000, 900_000)]
        assert not any("digital" in each or "duration" in each for each in (*sizes, *spans)), code
