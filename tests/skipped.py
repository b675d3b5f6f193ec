"""Ends a run with what it skipped: one line for each reason.

`--skipped-tests FILE` also writes which functions that were, for a run with more installed.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skipped-tests", type=Path, help="write which tests were skipped")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    reports = terminalreporter.getreports("skipped")
    if reports:
        terminalreporter.section("skipped")
    for line in by_reason(reason(report) for report in reports):
        terminalreporter.write_line(line)
    if file := config.getoption("--skipped-tests"):
        file.write_text("".join(f"{each}\n" for each in list_tests(reports)))


def list_tests(reports: Iterable[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """List the functions, and the files of which none was even collected.

    Not each case of a function: with more installed there may be others.
    """
    return sorted({report.nodeid.partition("[")[0] for report in reports})


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why it was skipped; pytest keeps that as file, line and `Skipped: why`."""
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return told.removeprefix("Skipped: ")


def by_reason(reasons: Iterable[str]) -> list[str]:
    """`12 skipped: tesseract is not installed`, the most frequent first."""
    return [f"{times} skipped: {why}" for why, times in Counter(reasons).most_common()]
