"""Records results in `docs/benchmarks.md`, with the date and the machine."""

import os
import platform
import re
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEAD = "# Benchmarks\n\nEach section is written by the command it names; run it to measure again.\n"
PACKAGES = ("numpy", "pystemmer", "onnxruntime", "bm25s", "tantivy")


def record(title: str, command: str, lines: Sequence[str], page: Path = PAGE) -> None:
    """Write the results under their title and replace those of an earlier run."""
    text = page.read_text(encoding="utf-8") if page.exists() else HEAD
    written = "\n".join(
        (f"## {title}", "", f"`{command}`", "", describe_conditions(), "", *lines, "")
    )
    section = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if section.search(text):
        text = section.sub(lambda _: written + "\n", text)
    else:
        text = f"{text.rstrip()}\n\n{written}"
    page.parent.mkdir(exist_ok=True)
    page.write_text(text.rstrip() + "\n", encoding="utf-8")


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
