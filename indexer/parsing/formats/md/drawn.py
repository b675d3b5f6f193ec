"""Sets tables that are drawn with signs as Markdown's: those in fences, and as pandoc has them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from indexer.parsing.shared.drawn_tables import DrawnTable, find_drawn_tables
from indexer.parsing.shared.tables import format_markdown_table, is_filled

if TYPE_CHECKING:
    from markdown_it.token import Token

OTHERS = 5  # lines beside tables in a fence that is opened up: a prompt, the number of rows
PLAIN = ("paragraph_open", "hr", "code_block")

Lines = list[str | None]


def set_drawn_tables(lines: Lines, tokens: "Sequence[Token]") -> None:
    """Replace the lines of drawn tables, row by row; None for those that are no row."""
    for token in tokens:
        if token.type == "fence" and token.map:
            _open_fence(lines, *token.map)
    for start, end in _list_plain(tokens):
        tables = find_drawn_tables([line or "" for line in lines[start:end]])
        _replace_all(lines, start, tables)


def _open_fence(lines: Lines, start: int, end: int) -> None:
    inside = [line or "" for line in lines[start + 1 : end - 1]]
    tables = find_drawn_tables(inside)
    held = sum(table.end - table.start for table in tables)
    others = sum(bool(line.strip()) for line in inside) - held
    if tables and others <= OTHERS and _replace_all(lines, start + 1, tables):
        lines[start] = lines[end - 1] = None


def _list_plain(tokens: "Sequence[Token]") -> Iterator[tuple[int, int]]:
    """Yield the first line and the one past the last of what is neither quoted, listed nor set."""
    start = end = 0
    for token in tokens:
        if token.type in PLAIN and token.level == 0 and token.map:
            if token.map[0] > end:
                yield start, end
                start = token.map[0]
            end = token.map[1]
    yield start, end


def _replace_all(lines: Lines, first: int, tables: Iterable[DrawnTable]) -> bool:
    """Return whether any table was replaced; those without a line below the head are none here."""
    return sum(_replace(lines, first, table) for table in tables) > 0


def _replace(lines: Lines, first: int, table: DrawnTable) -> bool:
    rows = [(line, row) for line, row in table.rows if is_filled(row)]
    (head, _), (second, _) = rows[:2]
    if second == head + 1:
        return False
    formatted = format_markdown_table([row for _, row in rows]).split("\n")
    lines[first + table.start : first + table.end] = [None] * (table.end - table.start)
    places = [head, head + 1, *(line for line, _ in rows[1:])]
    for place, text in zip(places, formatted, strict=False):
        lines[first + place] = text
    return True
