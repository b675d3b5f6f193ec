"""Which tests were skipped: told by reason, one line each, and run again with `--skipped`."""

from collections import Counter
from collections.abc import Iterable

import pytest

# Under .pytest_cache: what the last run of the whole suite skipped, by test or by module.
REMEMBERED = "multis/skipped"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skipped", action="store_true", help="run what the last run skipped")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--skipped") and config.cache:
        were = frozenset(config.cache.get(REMEMBERED, []))
        items[:] = [item for item in items if not were.isdisjoint(_names(item.nodeid))]


def _names(test: str) -> tuple[str, str]:
    """A test by itself, and the module that is skipped as one where an import fails."""
    return test, test.partition("::")[0]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    reports = terminalreporter.getreports("skipped")
    if not config.getoption("--skipped") and config.cache:
        config.cache.set(REMEMBERED, sorted({report.nodeid for report in reports}))
    if reports:
        terminalreporter.section("skipped")
    for line in by_reason(reason(report) for report in reports):
        terminalreporter.write_line(line)


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why it was skipped; pytest keeps that as file, line and `Skipped: why`."""
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return told.removeprefix("Skipped: ")


def by_reason(reasons: Iterable[str]) -> list[str]:
    """`12 skipped: tesseract is not installed`, the most frequent first."""
    return [f"{times} skipped: {why}" for why, times in Counter(reasons).most_common()]
