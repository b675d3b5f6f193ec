"""bench.linear tells a function that is linear from one that is not."""

import time

import pytest

from bench import linear
from tests.hostile.linear import Shape

SHAPES = (Shape("a"), Shape("ab "), Shape("-"))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "SMALL", 3000)
    monkeypatch.setattr(linear, "LARGE", 30_000)
    monkeypatch.setattr(linear, "SHORT", 0.002)


def count_dashes_before(text: str) -> int:
    """Quadratic for dashes alone."""
    return sum(text.count("-", 0, place) for place, each in enumerate(text) if each == "-")


def test_a_function_that_is_not_linear_is_named_with_its_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert not linear._report(linear.Subject("a.b", count_dashes_before, SHAPES), 1)
    assert "SLOW a.b: x" in (line := capsys.readouterr().out)
    assert "unit='-'" in line


def test_one_that_is_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert linear._report(linear.Subject("a.b", str.upper, SHAPES), 1)
    assert capsys.readouterr().out.startswith("ok   a.b: x")


def test_one_that_never_ends_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang(_text: str) -> None:
        while True:
            time.process_time()

    monkeypatch.setattr(linear, "HANGS", 0.05)
    assert not linear._report(linear.Subject("a.b", hang, SHAPES), 1)
    assert "not done after" in capsys.readouterr().out


def test_patterns_and_functions_are_measured() -> None:
    places = {each.place for each in linear.list_subjects()}
    assert places >= {
        "bot.citations.marks._MARK",
        "bot.citations.check.check_citations",
        "adapters.web.marks.build_tree",
    }
