"""Finds the tables of reStructuredText: drawn ones, simple ones, and those set as lists or CSV."""

import csv
import re
from collections.abc import Iterator, Sequence

from indexer.parsing.shared.drawn_tables import GRID, MOST, DrawnTable, OpenRow, Row, read_grid

BLANK = 20  # lines in a row that a directive may hold
SIMPLE = re.compile(r" *=+(?: +=+)+ *")
UNDERLINE = re.compile(r"[- ]+")
DIRECTIVE = re.compile(r" *\.\. (list-table|csv-table|table)::(.*)")
OPTION = re.compile(r" *:([a-z-]{1,40}):(.*)")


def find_table(lines: Sequence[str], at: int) -> DrawnTable | None:
    """Return the table that begins at a line; all lines are looked at a few times at most."""
    line = lines[at]
    if GRID.fullmatch(line):
        return read_grid(lines, at)
    if SIMPLE.fullmatch(line):
        return _read_simple(lines, at)
    if (found := DIRECTIVE.fullmatch(line)) and found[1] != "table":
        return _read_directive(lines, at, found[1], found[2].strip())
    return None


def _read_simple(lines: Sequence[str], at: int) -> DrawnTable | None:
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
    rows = list[OpenRow]()
    for number, line in enumerate(lines[at + 1 : end], at + 1):
        if not line.strip() or UNDERLINE.fullmatch(line) or SIMPLE.fullmatch(line):
            continue
        cells = _split_simple_line(line, starts)
        if cells[0] or not rows:
            rows.append(OpenRow(number, [[] for _ in cells]))
        rows[-1].add(cells)
    return DrawnTable([(row.line, row.join()) for row in rows], at, min(end + 1, len(lines)))


def _split_simple_line(line: str, starts: Sequence[int]) -> Row:
    """Return the cells; a text that runs over the space between two columns stays whole."""
    cells, start = list[str](), 0
    for at in range(len(starts)):
        following = starts[at + 1] if at + 1 < len(starts) else len(line)
        if at + 1 == len(starts) or not line[following - 1 : following].strip():
            cells += [line[starts[start] : following].strip(), *[""] * (at - start)]
            start = at + 1
    return cells


def _read_directive(lines: Sequence[str], at: int, kind: str, title: str) -> DrawnTable | None:
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
    return (
        DrawnTable(rows, at, end, title)
        if rows and max(len(row) for _, row in rows) <= MOST
        else None
    )


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
    row: OpenRow | None = None
    for number, line in content:
        if line.startswith("* -"):
            if row:
                yield row.line, row.join()
            row = OpenRow(number, [[line[3:].strip()]])
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
