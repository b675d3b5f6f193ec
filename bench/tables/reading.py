"""Measures whether the passages of a table's document hold its cells with both their labels."""

from collections.abc import Iterator
from pathlib import Path

from bench.answers.items import fold, holds_any
from bench.parsing.pdf_rows import read_sections
from bench.tables.labels import Question, Table
from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.parsing.limits import Limits

Rows = list[list[str]]


def list_read(table: Table, path: Path) -> list[bool]:
    """Return for each question on a made table whether its cell can be read from one passage."""
    sections = read_sections(path, Limits(ocr_pages=0))
    parts = [part.text for each in sections for part in split_text(each.text, DOCUMENT)]
    tables = [rows for part in parts for rows in _split_tables(part)]
    return [any(_has_cell(rows, each) for rows in tables) for each in table.questions]


def _split_tables(text: str) -> Iterator[Rows]:
    rows: Rows = []
    for line in (*text.splitlines(), ""):
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            yield rows
            rows = []


def _has_cell(rows: Rows, asked: Question) -> bool:
    """Return whether a row has the labels of the cell, and its column has its own at its head."""
    return any(
        all(any(holds_any(cell, (label,)) for cell in row) for label in asked.row)
        and any(_is_asked(rows[0], at, cell, asked) for at, cell in enumerate(row))
        for row in rows[2:]
    )


def _is_asked(head: list[str], at: int, cell: str, asked: Question) -> bool:
    named = at < len(head) and all(fold(each) in fold(head[at]) for each in asked.column)
    return named and holds_any(cell, (asked.answer,))
