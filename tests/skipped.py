"""Ends a run with what it skipped: one line for each reason.

`--skipped-tests FILE` also writes which functions that were, for a run with more installed, and
`--passed-tests FILE` which cases passed: `--without-tests FILE` leaves them out of that run, for a
function may have been skipped for one platform of six.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skipped-tests", type=Path, help="write which tests were skipped")
    parser.addoption("--passed-tests", type=Path, help="write which cases of tests passed")
    parser.addoption("--without-tests", type=Path, help="run none of the cases in a file")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    reports = terminalreporter.getreports("skipped")
    if reports:
        terminalreporter.section("skipped")
    for line in by_reason(reason(report) for report in reports):
        terminalreporter.write_line(line)
    if file := config.getoption("--skipped-tests"):
        _write_lines(file, list_tests(reports))
    if file := config.getoption("--passed-tests"):
        _write_lines(file, sorted(each.nodeid for each in terminalreporter.getreports("passed")))


def _write_lines(file: Path, lines: Iterable[str]) -> None:
    file.write_text("".join(f"{each}\n" for each in lines))


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the cases that `--without-tests` names out of a run."""
    if file := config.getoption("--without-tests"):
        named = frozenset(file.read_text().splitlines())
        left_out: Sequence[pytest.Item] = [each for each in items if each.nodeid in named]
        items[:] = [each for each in items if each.nodeid not in named]
        config.hook.pytest_deselected(items=left_out)


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
