"""Turns a PDF's tables into Markdown, where the lines drawn on a page enclose cells.

PDFium reads the text of cells like the rest of the page, so that a table replaces exactly the lines
it holds.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from indexer.parsing.formats.pdf.contents.page_text import Letter, PageText, Word
from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.formats.pdf.letters import normalize_letters
from indexer.parsing.formats.pdf.ruled.grid import Grid, find_grids
from indexer.parsing.formats.pdf.ruled.open_rows import split_names, split_row
from indexer.parsing.formats.pdf.ruled.strokes import Strokes
from indexer.parsing.protocol import clean
from indexer.parsing.shared.tables import format_markdown_table, shape_table

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

FILLED = 0.4  # of a table's cells; with fewer it is a form or a drawing
KEPT = 0.95  # of the letters in its place that a table must hold, and the other way round
WIDE = 0.6  # of the page
ROWS = 18.0  # points: no lower row has three lines in it that can be read
LABEL = 80  # characters; a cell that spans several is repeated in each of them if it is no text

Place = tuple[int, int]  # a row and a column
Cells = list[list[list[Letter]]]  # of a row, what each cell holds


class PdfTable(Struct, frozen=True):
    """A table's cells and its position, in points from the page's lower left corner.

    A wide one is not part of a column: what stands above it is read before it.
    """

    rows: tuple[tuple[str, ...], ...]
    left: float
    bottom: float
    right: float
    top: float
    wide: bool = False
    shown: tuple[tuple[str, ...], ...] = ()  # with the text of each cell in all that it spans

    def is_useful(self) -> bool:
        cells = [cell for row in self.rows for cell in row]
        filled = sum(1 for cell in cells if cell)
        columns = max((len(row) for row in self.rows), default=0)
        return len(self.rows) > 1 and columns > 1 and filled >= FILLED * len(cells)

    def holds(self, line: Line) -> bool:
        middle = line.top - line.size / 2
        return self.bottom <= middle <= self.top and self.left - 2 <= line.left <= self.right


def insert_table(page: ParsedPage, table: PdfTable) -> ParsedPage:
    """Put `table` in the place of its lines; return the page unchanged where they disagree."""
    places = {at for at, line in enumerate(page.lines) if table.holds(line) and not line.cells}
    inside = [page.lines[at] for at in sorted(places)]
    missing = _find_missing_words(inside, table)
    if not inside or missing is None:
        return page
    shaped = shape_table(table.shown or table.rows)
    text = format_markdown_table(shaped.rows)
    titles = [replace(inside[0], text=title) for title in shaped.titles]
    drawn = replace(inside[0], text=text, cells=shaped.rows, left=table.left)
    first = min(places)
    others = [(at, line) for at, line in enumerate(page.lines) if at not in places]
    comes_before = [line.top > table.top if table.wide else at < first for at, line in others]
    before = [line for (_, line), early in zip(others, comes_before, strict=True) if early]
    after = [line for (_, line), early in zip(others, comes_before, strict=True) if not early]
    lost = [replace(inside[-1], text=" ".join(missing), cells=())] if missing else []
    return replace(page, lines=(*before, *titles, drawn, *lost, *after))


def _find_missing_words(lines: Sequence[Line], table: PdfTable) -> list[str] | None:
    """Return the words of the lines that no cell has, so that nothing on the page is lost.

    None where lines and cells have different letters: the table is not what stands there.
    """
    cells = [word for row in table.rows for cell in row for word in cell.split()]
    there = [word for line in lines for word in line.text.split()]
    if sorted(cells) == sorted(there):
        return []
    if not _have_same_letters(there, cells):
        return None
    held = Counter(map(normalize_letters, cells))
    missing = []
    for word in there:
        bare = normalize_letters(word)
        if bare and not held[bare]:
            missing.append(word)
        held[bare] -= 1
    return missing


def _have_same_letters(there: Iterable[str], cells: Iterable[str]) -> bool:
    ours, theirs = (Counter(normalize_letters(" ".join(words))) for words in (there, cells))
    common = (ours & theirs).total()
    return common >= KEPT * ours.total() and common >= KEPT * theirs.total()


def find_tables(page: "PdfPage", text: PageText, strokes: Strokes) -> list[PdfTable]:
    """Return the tables that lines on the page draw, from above."""
    grids = [grid for grid in find_grids(strokes) if grid.is_table]
    if not grids:
        return []
    words, wide = text.read_words(), WIDE * page.get_width()
    found = [_fill_grid(grid, _sort_words(grid, words, text), wide) for grid in grids]
    return [table for table in found if table.is_useful()]


def _fill_grid(grid: Grid, cells: Cells, wide: float) -> PdfTable:
    rows, shown = list[tuple[str, ...]](), list[tuple[str, ...]]()
    written = [tuple(map(_join_letters, row)) for row in cells]
    for number, owners in enumerate(grid.owners):
        parts = split_row(cells[number]) if _may_be_rows(grid, number) else []
        own = [tuple(map(_join_letters, part)) for part in parts] or [written[number]]
        whole = all(row == number for row, _ in owners) and len(set(owners)) == len(owners)
        labels = written[number] if whole else _name_columns(grid.lefts, owners, cells, written)
        rows += own
        shown += own if parts else [_repeat_labels(owners, labels, number)]
    wide_enough = grid.box[2] - grid.box[0] >= wide
    return PdfTable(tuple(rows), *grid.box, wide=wide_enough, shown=tuple(shown))


def _sort_words(grid: Grid, words: Iterable[Word], text: PageText) -> Cells:
    """Put each word into the cell that it is in, if it is in one; else each of its letters.

    So are those of cells that span others, which may name several columns.
    """
    cells = [[list[Letter]() for _ in row] for row in grid.owners]
    several = grid.list_spanning()
    west = south = east = north = 0.0
    cell = list[Letter]()
    for word in words:
        letters, _, x, y, end_x, end_y = word
        if not (west <= x < east and south < y <= north):
            place, (west, south, east, north) = grid.find_cell(x, y)
            cell = cells[place[0]][place[1]]
            if place in several or not grid.holds(x, y):
                west = east
        if west <= x < east and west <= end_x < east and south < end_y <= north:
            cell.append((letters, x, (y + end_y) / 2))
        elif grid.holds(x, y) or grid.holds(end_x, end_y):
            _sort_letters(grid, cells, text.read_letters(word))
    return cells


def _sort_letters(grid: Grid, cells: Cells, letters: Iterable[Letter]) -> None:
    for letter in letters:
        _, x, y = letter
        if grid.holds(x, y):
            row, column = grid.find_cell(x, y)[0]
            cells[row][column].append(letter)


def _name_columns(
    lefts: Sequence[float],
    owners: Sequence[Place],
    cells: Sequence[Sequence[Sequence[Letter]]],
    written: Sequence[Sequence[str]],
) -> list[str]:
    """Return what each place of a row shows: the label of its cell, or a name of its own."""
    labels = [written[row][column] for row, column in owners]
    for (row, column), places in groupby(range(len(owners)), owners.__getitem__):
        columns = list(places)
        label, borders = written[row][column], lefts[columns[0] + 1 : columns[-1] + 1]
        if borders and 0 < len(label) <= LABEL * len(columns):
            names = split_names(cells[row][column], borders)
            labels[columns[0] : columns[0] + len(names)] = map(clean, names)
    return labels


def _join_letters(letters: Iterable[Letter]) -> str:
    return " ".join(clean("".join([character for character, _, _ in letters])).split())


def _may_be_rows(grid: Grid, number: int) -> bool:
    """Return whether a drawn row has room for several, and none of its cells spans others."""
    ends = (*grid.tops[1:], -grid.box[1])
    high = ends[number] - grid.tops[number] >= ROWS
    return high and all(owner == (number, at) for at, owner in enumerate(grid.owners[number]))


def _repeat_labels(owners: Sequence[Place], labels: Sequence[str], number: int) -> tuple[str, ...]:
    """Return a row with the label of each cell in all that it spans.

    A title stands there once, and so does what a row below the first opens with: "Total due".
    """
    if len(set(labels)) == len(set(owners)) == 1:
        return (labels[0], *[""] * (len(owners) - 1))
    once = (number, 0) if number else ()
    return tuple(
        label if owner == (number, at) or (len(label) <= LABEL and owner != once) else ""
        for at, (owner, label) in enumerate(zip(owners, labels, strict=True))
    )
