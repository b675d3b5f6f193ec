"""Finds tables without drawn lines: short texts that stand one below the other in columns."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from indexer.parsing.formats.pdf.columns import unfold_columns
from indexer.parsing.formats.pdf.contents.page_text import PageText, Span
from indexer.parsing.formats.pdf.layout import Line
from indexer.parsing.formats.pdf.placed import (
    GAP,
    STEP,
    PlacedText,
    has_leaders,
    join_spans,
    read_letter_pieces,
    read_pieces,
)
from indexer.parsing.formats.pdf.tables import PdfTable
from indexer.parsing.shared.tables import format_markdown_table

FEWEST = 3  # rows
MOST = 30  # columns
CELL = 26  # characters of a cell, on average; columns of prose have more
HEAD = 400  # characters of the line that names the columns
NAMED = 0.5  # of the columns: what it names at least
WIDTH = 0.45  # of a letter, in its heights
LONE = 1.0  # line heights between a column and one that only one row has, at least
LOOSE = 4.0  # line heights, at most, from one row to the next of a table set with room
ALIGNED = 2.0  # points between the beginnings of the lines of a cell
NUMBERS = 0.6  # of the last cells of a table with two columns that are numbers


def insert_aligned_tables(
    text: PageText, lines: Sequence[tuple[Line, range]], ruled: Sequence[PdfTable]
) -> list[Line]:
    """Return the lines, those of each table as one, and columns of prose one after the other.

    Those of `ruled` tables stay as they are.
    """
    found, above = list[Line](), None
    placed = [_place(text, line, span, ruled) for line, span in lines]
    for run, columns in _list_runs(text, list(unfold_columns(text, placed))):
        table = _build_table(text, run, columns, above) if columns else None
        if table and above and len(table.cells) > sum(map(_is_row, run)):
            found.pop()  # it is the table's head
        found += [table] if table else [each.line for each in run]
        above = None if table else run[-1]
    return found


def _place(text: PageText, line: Line, span: range, ruled: Sequence[PdfTable]) -> PlacedText:
    inside = any(table.holds(line) for table in ruled)
    return PlacedText(line, span, () if inside else read_pieces(text, line, span))


def _list_runs(
    text: PageText, lines: Sequence[PlacedText]
) -> Iterator[tuple[list[PlacedText], list[Span]]]:
    """Yield the lines in runs, with the columns of those that may be rows of one table."""
    for run in _split_runs(lines, broken=True):
        whole = all(_is_row(each) for each in run[1:])
        columns = _find_columns(text, run) if whole or _may_be_table(run) else []
        if columns or whole:
            yield run, columns
        else:
            yield from ((each, _find_columns(text, each)) for each in _split_runs(run))


def _may_be_table(run: Sequence[PlacedText]) -> bool:
    """Return by what costs nothing whether rows may have columns in common, and short cells."""
    pieces = [piece for row in run for piece in row.pieces]
    columns = len(list(join_spans(pieces, GAP * run[0].line.size)))
    rows, written = sum(map(_is_row, run)), sum(len(row.line.text) for row in run)
    return rows >= FEWEST and columns > 1 and written <= CELL * len(pieces)


def _split_runs(lines: Iterable[PlacedText], *, broken: bool = False) -> Iterator[list[PlacedText]]:
    """Yield runs of rows; with `broken`, each with the lines that go on with one of its cells."""
    run, row = list[PlacedText](), None
    for placed in lines:
        goes_on = broken and row is not None and _goes_on(row, run[-1], placed)
        if run and not (goes_on or (row and _continues(run[-1], placed, row))):
            yield run
            run, row = [], None
        run.append(placed)
        row = row if goes_on else placed
    if run:
        yield run


def _is_row(placed: PlacedText) -> bool:
    return len(placed.pieces) > 1


def _goes_on(row: PlacedText, above: PlacedText, below: PlacedText) -> bool:
    """Return whether a line goes on with a cell of a row, and has nothing else."""
    if not _is_row(row) or _is_row(below) or not below.line.text[:1].islower():
        return False
    left, right = below.line.left, below.line.left + WIDTH * len(below.line.text) * below.line.size
    under = [piece for piece in row.pieces if left < piece[1] and piece[0] < right]
    aligned = len(under) == 1 and abs(under[0][0] - left) <= ALIGNED
    return aligned and _is_near(above, below)


def _continues(above: PlacedText, below: PlacedText, row: PlacedText) -> bool:
    """Return whether a row follows another, and the lines that went on with its cells."""
    if not (_is_row(row) and _is_row(below)):
        return False
    return _is_near(above, below) or (_is_near(above, below, LOOSE) and _begin_alike(row, below))


def _begin_alike(row: PlacedText, below: PlacedText) -> bool:
    """Return whether each cell of a row begins, or ends, where the one above it does."""
    if len(row.pieces) != len(below.pieces):
        return False
    pairs = zip(row.pieces, below.pieces, strict=True)
    return all(
        min(abs(one[0] - other[0]), abs(one[1] - other[1])) <= ALIGNED for one, other in pairs
    )


def _is_near(above: PlacedText, below: PlacedText, most: float = STEP) -> bool:
    step = above.line.top - below.line.top
    same = abs(above.line.size - below.line.size) < 0.6
    return same and 0 < step <= most * max(above.line.size, 1.0)


def _find_columns(text: PageText, run: Sequence[PlacedText]) -> list[Span]:
    """Return the columns that all rows of a run share; nothing where it is no table."""
    whole = sum(map(_is_row, run))
    if whole < FEWEST or any(has_leaders(row.line.text) for row in run):
        return []
    rows = [read_letter_pieces(text, row) for row in run]
    columns = list(join_spans([piece for row in rows for piece in row], GAP * run[0].line.size))
    columns = _join_lone(columns, rows, LONE * run[0].line.size)
    filled = [
        sum(_has_any(column, pieces) for column in columns)
        for row, pieces in zip(run, rows, strict=True)
        if _is_row(row)
    ]
    return columns if 2 <= len(columns) <= MOST and min(filled) >= 2 else []


def _join_lone(columns: Sequence[Span], rows: Sequence[Sequence[Span]], near: float) -> list[Span]:
    """Join a column that one row alone has, near another, with that: it is a wide space."""
    joined = list[Span]()
    for column in columns:
        alone = len(rows) > FEWEST and sum(_has_any(column, row) for row in rows) == 1
        if alone and joined and column[0] - joined[-1][1] < near:
            joined[-1] = (joined[-1][0], column[1])
        else:
            joined.append(column)
    return joined


def _has_any(column: Span, pieces: Sequence[Span]) -> bool:
    left, right = column
    return any(left <= piece[0] and piece[1] <= right for piece in pieces)


def _build_table(
    text: PageText,
    run: Sequence[PlacedText],
    columns: Sequence[Span],
    above: PlacedText | None,
) -> Line | None:
    borders = [(first[1] + second[0]) / 2 for first, second in pairwise(columns)]
    rows = _join_broken([(_is_row(row), _split_row(text, row, borders)) for row in run])
    if not _is_table(rows):
        return None
    if above and _is_head(text, above, run[0], columns):
        rows = (_split_row(text, above, borders), *rows)
    return replace(run[0].line, text=format_markdown_table(rows), cells=rows)


def _join_broken(rows: Iterable[tuple[bool, tuple[str, ...]]]) -> tuple[tuple[str, ...], ...]:
    """Return the rows, each with the lines that go on with its cells."""
    joined = list[tuple[str, ...]]()
    for is_row, cells in rows:
        if is_row or not joined:
            joined.append(cells)
        else:
            pairs = zip(joined[-1], cells, strict=True)
            joined[-1] = tuple(" ".join(filter(None, pair)) for pair in pairs)
    return tuple(joined)


def _is_head(text: PageText, above: PlacedText, first: PlacedText, columns: Sequence[Span]) -> bool:
    """Return whether the line above a table names its columns, if in larger or bolder type."""
    step = above.line.top - first.line.top
    if not 0 < step <= STEP * above.line.size or len(above.line.text) > HEAD:
        return False
    pieces = read_letter_pieces(text, above)
    over = [
        [at for at, column in enumerate(columns) if left < column[1] and column[0] < right]
        for left, right in pieces
    ]
    named = {at for each in over for at in each}
    apart = len(named) == sum(map(len, over)) and all(len(each) < 2 for each in over)
    return apart and len(named) >= max(2, NAMED * len(columns))


def _split_row(text: PageText, row: PlacedText, borders: Sequence[float]) -> tuple[str, ...]:
    """Put each character into the cell that its middle is in; a space follows the one before."""
    cells = [""] * (len(borders) + 1)
    column = 0
    middles = text.read_middles(row.span, len(row.line.text))
    for at, letter in enumerate(row.line.text):
        if not letter.isspace() and at < len(middles):
            column = bisect_left(borders, middles[at])
        cells[column] += letter
    return tuple(cell.strip() for cell in cells)


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether cells are short; of two columns, the second must be numbers."""
    cells = [cell for row in rows for cell in row if cell]
    if sum(map(len, cells)) > CELL * len(cells):
        return False
    if len(rows[0]) > 2:
        return True
    last = [row[-1] for row in rows if row[-1]]
    return sum(_is_number(cell) for cell in last) >= NUMBERS * len(rows)


def _is_number(cell: str) -> bool:
    digits = sum(letter.isdigit() for letter in cell)
    return digits * 2 >= len(cell.replace(" ", ""))
