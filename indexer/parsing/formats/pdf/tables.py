"""Turns a PDF's tables into Markdown, where the lines drawn on a page enclose cells.

PDFium reads the text of cells like the rest of the page, so that a table replaces exactly the lines
it holds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.formats.pdf.letters import Letter, normalize_letters, read_letters
from indexer.parsing.formats.pdf.ruled.grid import Grid, find_grids
from indexer.parsing.formats.pdf.ruled.open_rows import split_names, split_row
from indexer.parsing.formats.pdf.ruled.strokes import Strokes
from indexer.parsing.protocol import clean
from indexer.parsing.shared.tables import format_markdown_table, shape_table

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

FILLED = 0.4  # of a table's cells; with fewer it is a form or a drawing
KEPT = 0.95  # of the letters in its place that a table must hold, and the other way round
WIDE = 0.6  # of the page
ROWS = 18.0  # points: no lower row has three lines in it that can be read
LABEL = 80  # characters; a cell that spans several is repeated in each of them if it is no text

Place = tuple[int, int]  # a row and a column


@dataclass(frozen=True, slots=True)
class PdfTable:
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
    cells = Counter(normalize_letters(" ".join(cell for row in table.rows for cell in row)))
    there = Counter(normalize_letters(" ".join(line.text for line in inside)))
    if not inside or not _have_same_letters(there, cells):
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
    return replace(
        page, lines=(*before, *titles, drawn, *_find_missing_words(inside, table), *after)
    )


def _have_same_letters(there: Counter[str], cells: Counter[str]) -> bool:
    common = (there & cells).total()
    return common >= KEPT * there.total() and common >= KEPT * cells.total()


def _find_missing_words(lines: Sequence[Line], table: PdfTable) -> list[Line]:
    """Return the words of the lines that no cell has, so that nothing on the page is lost."""
    held = Counter(
        normalize_letters(word) for row in table.rows for cell in row for word in cell.split()
    )
    missing = []
    for word in (word for line in lines for word in line.text.split()):
        bare = normalize_letters(word)
        if bare and not held[bare]:
            missing.append(word)
        held[bare] -= 1
    return [replace(lines[-1], text=" ".join(missing), cells=())] if missing else []


def find_tables(page: "PdfPage", text: "PdfTextPage", strokes: Strokes) -> list[PdfTable]:
    """Return the tables that lines on the page draw, from above."""
    grids = [grid for grid in find_grids(strokes) if grid.is_table]
    if not grids:
        return []
    letters, wide = read_letters(text), WIDE * page.get_width()
    found = [_fill_grid(grid, letters, wide) for grid in grids]
    return [table for table in found if table.is_useful()]


def _fill_grid(grid: Grid, letters: Iterable[Letter], wide: float) -> PdfTable:
    """Put each letter into the cell that its middle is in."""
    cells = [[list[Letter]() for _ in row] for row in grid.owners]
    left, bottom, right, top = grid.box
    for letter in letters:
        _, x, y = letter
        if left <= x <= right and bottom <= y <= top:
            row, column = grid.find_cell(x, y)
            cells[row][column].append(letter)
    rows, shown = list[tuple[str, ...]](), list[tuple[str, ...]]()
    written = [tuple(map(_join_letters, row)) for row in cells]
    named = _name_columns(grid, cells, written)
    for number, owners in enumerate(grid.owners):
        parts = split_row(cells[number]) if _may_be_rows(grid, number) else []
        own = [tuple(map(_join_letters, part)) for part in parts] or [written[number]]
        rows += own
        shown += own if parts else [_repeat_labels(owners, named, number)]
    return PdfTable(tuple(rows), *grid.box, wide=right - left >= wide, shown=tuple(shown))


def _name_columns(
    grid: Grid, cells: Sequence[Sequence[Sequence[Letter]]], written: Sequence[Sequence[str]]
) -> dict[Place, str]:
    """Return what each place of the grid shows: the label of its cell, or a name of its own."""
    named = dict[Place, str]()
    for row, owners in enumerate(grid.owners):
        for owner, places in groupby(enumerate(owners), lambda each: each[1]):
            columns = [at for at, _ in places]
            borders = grid.lefts[columns[0] + 1 : columns[-1] + 1]
            letters, label = cells[owner[0]][owner[1]], written[owner[0]][owner[1]]
            short = 0 < len(label) <= LABEL * len(columns)
            names = split_names(letters, borders) if borders and short else []
            named |= {(row, at): label for at in columns}
            named |= {(row, at): clean(name) for at, name in zip(columns, names, strict=False)}
    return named


def _join_letters(letters: Iterable[Letter]) -> str:
    return " ".join(clean("".join(character for character, _, _ in letters)).split())


def _may_be_rows(grid: Grid, number: int) -> bool:
    """Return whether a drawn row has room for several, and none of its cells spans others."""
    ends = (*grid.tops[1:], -grid.box[1])
    high = ends[number] - grid.tops[number] >= ROWS
    return high and all(owner == (number, at) for at, owner in enumerate(grid.owners[number]))


def _repeat_labels(
    owners: Sequence[Place], named: Mapping[Place, str], number: int
) -> tuple[str, ...]:
    """Return a row with the label of each cell in all that it spans; a title stands there once."""
    if len({named[number, at] for at in range(len(owners))}) == len(set(owners)) == 1:
        return (named[number, 0], *[""] * (len(owners) - 1))
    return tuple(
        label if len(label := named[number, at]) <= LABEL or owner == (number, at) else ""
        for at, owner in enumerate(owners)
    )
