"""Ends a run with what it skipped: one line for each reason."""

from collections import Counter
from collections.abc import Iterable

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("skipped")
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
