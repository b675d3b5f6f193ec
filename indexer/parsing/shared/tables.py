"""Formats rows of cells as a Markdown table, which both people and models read well."""

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

MOST_ABOVE = 40  # rows
FEWEST = 2  # rows below a title, and below a head of two rows
# Cells of a table, and of each that is filled: what has more is written without the empty ones.
SMALL, SPARSE = 20_000, 50
YEAR = re.compile(r"(?:19|20)\d\d")

Row = Sequence[str]


class ShapedTable(Struct, frozen=True):
    """The rows of a table, its head first, and the titles that stood in rows above it."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def shape_table(rows: Sequence[Row]) -> ShapedTable:
    """Take titles out of a table, and make one row of a head of several.

    Labels over several columns must be repeated in them: "Price", "Price" above "week", "weekend"
    become "Price week", "Price weekend".
    """
    width = max(map(len, rows), default=0)
    left = [(*row, *("",) * (width - len(row))) for row in rows if is_filled(row)]
    titles = list[str]()
    while len(left) > FEWEST and _is_title(left[0]) and _is_complete(left[1], titles):
        titles.append(left.pop(0)[0].strip())
    while len(left) > FEWEST and _is_split_head(left[0], left[1]):
        left[:2] = [tuple(map(_join_heads, left[0], left[1]))]
    return ShapedTable(tuple(titles), tuple(left))


def _is_title(row: Row) -> bool:
    return len(row) > 1 and bool(row[0].strip()) and not is_filled(row[1:])


def _is_complete(row: Row, titles: Sequence[str]) -> bool:
    """Return whether a row may be the head below a title, or a second title."""
    return all(cell.strip() for cell in row[1:]) or (not titles and _is_title(row))


def _is_split_head(upper: Row, lower: Row) -> bool:
    """Return whether labels over several columns are named further in the row below."""
    over = [at for at in range(len(upper)) if _is_repeated(upper, at)]
    beside = [at for at in range(len(upper)) if at not in over]
    named = all(lower[at].strip() and not _is_figure(lower[at]) for at in over)
    further = len({(upper[at], lower[at]) for at in over}) > len({upper[at] for at in over})
    free = all(not upper[at] or lower[at] in ("", upper[at]) for at in beside)
    return bool(over) and bool(beside) and named and further and free


def _is_repeated(row: Row, at: int) -> bool:
    beside = (*row[max(0, at - 1) : at], *row[at + 1 : at + 2])
    return bool(row[at].strip()) and row[at] in beside


def _is_figure(cell: str) -> bool:
    digits = sum(letter.isdigit() for letter in cell)
    return 2 * digits > len(cell.strip()) and not YEAR.fullmatch(cell.strip())


def _join_heads(upper: str, lower: str) -> str:
    return upper if lower == upper else f"{upper} {lower}".strip()


def count_lines_above(rows: Sequence[Row]) -> int:
    """Count the rows with a cell or two, such as `IBAN`, that stand above a table of more columns.

    Exports of banks begin so; what names the columns comes after them.
    """
    filled = [sum(bool(cell.strip()) for cell in row) for row in rows]
    counts = Counter(each for each in filled if each)
    width = max(counts, key=lambda each: (counts[each], each), default=0)
    head = next((at for at, each in enumerate(filled) if each >= max(3, width - 1)), 0)
    above = max(filled[:head], default=0)
    return head if head <= MOST_ABOVE and 2 * above <= filled[head] and rows[head + 1 :] else 0


def format_line_above(row: Row) -> str:
    """Format a row that is no part of a table: its label, then its values."""
    first, *more = [" ".join(cell.split()) for cell in row if cell.strip()] or [""]
    label = first if not more or first.endswith((":", "：")) else f"{first}:"
    return " ".join((label, *more))


def format_sheet(rows: Sequence[Row]) -> str:
    """Format rows of a sheet: lines, then the table below them."""
    filled = [row for row in rows if is_filled(row)]
    count = count_lines_above(filled)
    above = "\n".join(map(format_line_above, filled[:count]))
    table = format_shaped_table(filled[count:])
    return f"{above}\n\n{table}" if above else table


def format_shaped_table(rows: Sequence[Row]) -> str:
    """Format a table below its titles, with one head."""
    shaped = shape_table(rows)
    table = format_markdown_table(shaped.rows)
    return "\n\n".join(each for each in ("\n".join(shaped.titles), table) if each)


def format_markdown_table(rows: Sequence[Row]) -> str:
    """Format a table with its first row as head, without empty rows and columns; "" for no text.

    A single column is not a table: its cells become lines.
    """
    filled = [[_format_cell(cell) for cell in row] for row in rows if is_filled(row)]
    used = sorted({at for row in filled for at, cell in enumerate(row) if cell})
    if len(used) < 2:
        return "\n".join(cell for row in filled for cell in row if cell)
    lines = [_format_row(row) for row in _align(filled, used)]
    return "\n".join([lines[0], _format_row(["---"] * len(used)), *lines[1:]])


def _align(rows: Sequence[Row], used: Sequence[int]) -> list[list[str]]:
    """Return the cells of the columns `used`; only the filled ones of a table of next to nothing.

    A single line of thousands of cells would give as many to all others.
    """
    own = sum(bool(cell) for row in rows for cell in row)
    if len(used) * len(rows) > max(SMALL, SPARSE * own):
        return [[cell for cell in row if cell] for row in rows]
    return [[row[at] if at < len(row) else "" for at in used] for row in rows]


def is_filled(row: Row) -> bool:
    return bool("".join(row).strip())


def _format_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _format_row(cells: Row) -> str:
    return f"| {' | '.join(cells)} |"
