"""Records results in `docs/benchmarks.md`, with the date and the machine."""

import argparse
import os
import platform
import re
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEAD = "# Benchmarks\n"
PACKAGES = ("numpy", "pystemmer", "onnxruntime", "bm25s", "tantivy")


def record(title: str, command: str, lines: Sequence[str], page: Path = PAGE) -> None:
    """Write the results under their title and replace those of an earlier run."""
    _write_section(page, title, [f"`{command}`", "", describe_conditions(), "", *lines])


def record_rows(
    title: str, command: str, head: Sequence[str], rows: Iterable[Sequence[str]], page: Path = PAGE
) -> None:
    """Write rows into the table under the title, each in place of the one with its first two cells.

    What else stands there is kept: it says what was asked. `command` is for a new section.
    """
    lines = _read_section(page, title) or [f"`{command}`", ""]
    before, table, after = _part_table(lines)
    head, today = [*head, "measured"], f"{datetime.now(UTC):%Y-%m-%d}"
    earlier = [row for row in map(_split_row, table[2:]) if len(row) == len(head)]
    latest = {tuple(row[:2]): row for row in (*earlier, *([*row, today] for row in rows))}
    _write_section(page, title, [*before, *format_table(head, sorted(latest.values())), *after])


def refuse_part(options: argparse.Namespace) -> None:
    """End with a sentence where `--write` would put the figure of a part in place of the whole's.

    Call it before anything is asked; it takes the options that the benchmarks share.
    """
    parts = {
        "a part (--only)": options.only,
        "another (--checkout)": options.checkout,
        "a part, as $MULTIS_DATA has no documents": not (options.data and options.data.is_dir()),
    }
    if options.write and (given := [name for name, value in parts.items() if value]):
        sys.exit(f"--write records the whole of this version; this is {' and '.join(given)}.")


def _part_table(lines: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Part the lines before the table, those of the table, and those after it."""
    of_table = [number for number, line in enumerate(lines) if line.startswith("|")]
    start, end = (of_table[0], of_table[-1] + 1) if of_table else (len(lines), len(lines))
    return list(lines[:start]), list(lines[start:end]), list(lines[end:])


def _split_row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _read_section(page: Path, title: str) -> list[str]:
    found = _match_section(title).search(_read_page(page))
    return found[0].strip().splitlines()[2:] if found else []


def _write_section(page: Path, title: str, lines: Sequence[str]) -> None:
    text, section = _read_page(page), _match_section(title)
    written = "\n".join((f"## {title}", "", *lines, ""))
    if section.search(text):
        text = section.sub(lambda _: written + "\n", text)
    else:
        text = f"{text.rstrip()}\n\n{written}"
    page.parent.mkdir(exist_ok=True)
    page.write_text(text.rstrip() + "\n", encoding="utf-8")


def _read_page(page: Path) -> str:
    return page.read_text(encoding="utf-8") if page.exists() else HEAD


def _match_section(title: str) -> re.Pattern[str]:
    return re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def describe_conditions() -> str:
    """Describe the date, the machine and the versions."""
    load = os.getloadavg()[0]
    installed = ", ".join(f"{name} {found}" for name in PACKAGES if (found := _find_version(name)))
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; {os.cpu_count()} cores ({platform.machine()}), load"
        f" {load:.1f}; Python {platform.python_version()}, SQLite {sqlite3.sqlite_version},"
        f" {installed}."
    )


def format_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Format a Markdown table, the first column aligned left, the others right."""
    rule = [":--", *("--:" for _ in head[1:])]
    return [f"| {' | '.join(row)} |" for row in (head, rule, *rows)]


def _find_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
