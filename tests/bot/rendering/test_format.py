from datetime import timedelta

import pytest

from bot.rendering.format import counted, size, span


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (900, "900 bytes"),
        (1024, "1.0 KB"),
        ((1 << 20) - 1, "1.0 MB"),
        (3 << 19, "1.5 MB"),
        (5 << 30, "5.0 GB"),
    ],
)
def test_a_size_is_told_in_the_largest_fitting_unit(number: int, told: str) -> None:
    assert size(number) == told


def test_one_is_told_as_one() -> None:
    assert [counted(n, "page") for n in (0, 1, 2)] == ["0 pages", "1 page", "2 pages"]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(-3, "0 seconds"), (1, "1 second"), (119, "1 minute"), (7200, "2 hours"), (90_000, "1 day")],
)
def test_a_span_is_told_roughly(seconds: int, told: str) -> None:
    assert span(timedelta(seconds=seconds)) == told
