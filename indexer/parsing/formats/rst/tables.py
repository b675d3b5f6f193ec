"""Finds the tables of reStructuredText: drawn ones, simple ones, and those set as lists or CSV."""

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

MOST = 100  # columns
BLANK = 20  # lines in a row that a directive may hold
LABEL = 80  # characters; a longer text of a cell that spans columns is not repeated
GRID = re.compile(r" *\+(?:[-=]+\+)+ *")
SIMPLE = re.compile(r" *=+(?: +=+)+ *")
UNDERLINE = re.compile(r"[- ]+")
DIRECTIVE = re.compile(r" *\.\. (list-table|csv-table|table)::(.*)")
OPTION = re.compile(r" *:([a-z-]{1,40}):(.*)")

Row = list[str]


class RstTable(Struct, frozen=True):
    """Rows with the line that each begins at, and the first line below the table."""

    rows: Sequence[tuple[int, Row]]
    end: int
    title: str = ""


class _OpenRow(Struct, frozen=True):
    """A row whose cells may go on in the lines below."""

    line: int
    cells: list[list[str]]

    def add(self, texts: Sequence[str]) -> None:
        for cell, text in zip(self.cells, texts, strict=True):
            if text:
                cell.append(text)

    def join(self) -> Row:
        return [" ".join(filter(None, cell)) for cell in self.cells]


def find_table(lines: Sequence[str], at: int) -> RstTable | None:
    """Return the table that begins at a line; all lines are looked at a few times at most."""
    line = lines[at]
    if GRID.fullmatch(line):
        return _read_grid(lines, at)
    if SIMPLE.fullmatch(line):
        return _read_simple(lines, at)
    if (found := DIRECTIVE.fullmatch(line)) and found[1] != "table":
        return _read_directive(lines, at, found[1], found[2].strip())
    return None


def _read_grid(lines: Sequence[str], at: int) -> RstTable | None:
    places, end = _find_edges(lines, at)
    if len(places) < 2:
        return None
    block, columns = lines[at:end], list(pairwise(places))
    rows = list[_OpenRow]()
    cut = [True] * len(columns)  # whether a border was drawn above what comes, column by column
    is_open = False
    for number, line in enumerate(block, at):
        if _is_border(line):
            cut = [_is_drawn(line, column) for column in columns]
            is_open = False
            continue
        if not is_open:
            above = rows[-1].join() if rows else [""] * len(columns)
            row = _OpenRow(number, [[] for _ in columns])
            row.add(["" if new else _repeat(old) for new, old in zip(cut, above, strict=True)])
            rows.append(row)
            is_open = True
        rows[-1].add(_split_grid_line(line, columns))
    return RstTable([(row.line, row.join()) for row in rows], end)


def _find_edges(lines: Sequence[str], at: int) -> tuple[list[int], int]:
    """Return where the columns of a drawn table begin and end, and the first line below it.

    A line with too many columns ends the table above it: if it undid that, each line of a file
    could begin a table that comes to nothing.
    """
    places, end = set[int](), at
    while end < len(lines) and lines[end].lstrip()[:1] in ("+", "|"):
        if _is_border(lines[end]):
            more = places.union(found.start() for found in re.finditer(r"\+", lines[end]))
            if len(more) > MOST:
                break
            places = more
        end += 1
    return sorted(places), end


def _is_border(line: str) -> bool:
    return "+-" in line or "+=" in line


def _repeat(label: str) -> str:
    return label if len(label) <= LABEL else ""


def _is_drawn(line: str, column: tuple[int, int]) -> bool:
    return line[column[0] + 1 : column[0] + 2] in ("-", "=")


def _split_grid_line(line: str, columns: Sequence[tuple[int, int]]) -> Row:
    """Return the cells; what spans several columns stands in each of them."""
    cells, start = list[str](), 0
    for at, (_, right) in enumerate(columns):
        if line[right : right + 1] in ("|", "+", "") or at == len(columns) - 1:
            text = line[columns[start][0] + 1 : right].strip()
            cells += [text, *[_repeat(text)] * (at - start)]
            start = at + 1
    return cells


def _read_simple(lines: Sequence[str], at: int) -> RstTable | None:
    starts = [found.start() for found in re.finditer("=+", lines[at])]
    borders, end = 1, at + 1
    while end < len(lines) and borders < 3:
        if SIMPLE.fullmatch(lines[end]):
            borders += 1
            if not "".join(lines[end + 1 : end + 2]).strip():
                break
        end += 1
    if borders < 2 or len(starts) > MOST:
        return None
    rows = list[_OpenRow]()
    for number, line in enumerate(lines[at + 1 : end], at + 1):
        if not line.strip() or UNDERLINE.fullmatch(line) or SIMPLE.fullmatch(line):
            continue
        cells = _split_simple_line(line, starts)
        if cells[0] or not rows:
            rows.append(_OpenRow(number, [[] for _ in cells]))
        rows[-1].add(cells)
    return RstTable([(row.line, row.join()) for row in rows], min(end + 1, len(lines)))


def _split_simple_line(line: str, starts: Sequence[int]) -> Row:
    """Return the cells; a text that runs over the space between two columns stays whole."""
    cells, start = list[str](), 0
    for at in range(len(starts)):
        following = starts[at + 1] if at + 1 < len(starts) else len(line)
        if at + 1 == len(starts) or not line[following - 1 : following].strip():
            cells += [line[starts[start] : following].strip(), *[""] * (at - start)]
            start = at + 1
    return cells


def _read_directive(lines: Sequence[str], at: int, kind: str, title: str) -> RstTable | None:
    end = _find_end(lines, at)
    first, options = at + 1, dict[str, str]()
    while first < end and (found := OPTION.fullmatch(lines[first])):
        options[found[1]] = found[2].strip()
        first += 1
    numbered = [(number, lines[number].strip()) for number in range(first, end)]
    content = [(number, line) for number, line in numbered if line]
    if kind == "list-table":
        rows = list(_read_list(content))
    else:
        head = [(at, options["header"])] if "header" in options else []
        rows = list(_read_csv([*head, *content]))
    return RstTable(rows, end, title) if rows and max(len(row) for _, row in rows) <= MOST else None


def _find_end(lines: Sequence[str], at: int) -> int:
    """Return the line below what belongs to a directive; many blank lines end it as well.

    Others may stand in it that look at the same lines again, of which only blank ones are short.
    """
    margin, end, blank = _measure_margin(lines[at]), at + 1, 0
    while end < len(lines) and blank <= BLANK:
        blank = 0 if lines[end].strip() else blank + 1
        if not blank and _measure_margin(lines[end]) <= margin:
            break
        end += 1
    return end


def _measure_margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _read_list(content: Sequence[tuple[int, str]]) -> Iterator[tuple[int, Row]]:
    """Yield the rows of a list of lists: `* - ` begins a row, `- ` a cell."""
    row: _OpenRow | None = None
    for number, line in content:
        if line.startswith("* -"):
            if row:
                yield row.line, row.join()
            row = _OpenRow(number, [[line[3:].strip()]])
        elif line.startswith("-") and row:
            row.cells.append([line[1:].strip()])
        elif row:
            row.cells[-1].append(line)
    if row:
        yield row.line, row.join()


def _read_csv(content: Sequence[tuple[int, str]]) -> Iterator[tuple[int, Row]]:
    for number, line in content:
        try:
            yield number, next(csv.reader([line], skipinitialspace=True), [])
        except csv.Error:
            yield number, [line]
