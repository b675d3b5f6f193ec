"""Finds tables that are drawn with signs in plain text, or set in columns below a ruler.

    +------+-------+     Name   Price      name | price     | Name | Price |
    | Name | Price |     -----  -----     ------+-------    | Rent |   700 |
    +------+-------+     Rent     700      Rent |   700
    | Rent |   700 |
    +------+-------+

All lines are looked at a few times at most.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from indexer.parsing.shared.sections import TextBlock
from indexer.parsing.shared.tables import format_markdown_table, is_filled

MOST = 100  # columns
LONGEST = 2_000  # characters of a row
LABEL = 80  # characters; a longer text of a cell that spans columns is not repeated
PLAIN_BORDERS = 3  # above and below the head, and at the end: each line is a row then
GRID = re.compile(r" *+\+(?>(?:[-=]++\+)+) *+")
RULER = re.compile(r"[ \t]*+(?:-{2,}+|={2,}+)(?>(?:[ \t]++(?:-{2,}+|={2,}+))+)[ \t]*+")
CROSSED = re.compile(r"[ \t]*+-++(?>(?:\+-++)+)[ \t]*+")
PIPED = re.compile(r"[ \t]*+\|.*\|[ \t]*+")
PIPE = re.compile(r"(?<!\\)\|")
UNDER_HEAD = re.compile(r"[-+=:| \t]++")
PIECE = re.compile(r"\S++(?>(?: \S++)*)")
SIGNS = frozenset("+|-=")  # what lines of tables begin with
RULES = frozenset("-=")
BOXES = re.compile("[\u2500-\u257f]")
DRAWN = str.maketrans(
    {
        **dict.fromkeys("─━═╌╍┄┅┈┉", "-"),
        **dict.fromkeys("│┃║╎╏┆┇┊┋", "|"),
        **dict.fromkeys(map(chr, range(0x250C, 0x254C)), "+"),
        **dict.fromkeys(map(chr, range(0x2552, 0x256D)), "+"),
        **dict.fromkeys("╭╮╰╯", "+"),
    }
)

Row = list[str]


class DrawnTable(Struct, frozen=True):
    """Rows with the line that each begins at; the lines `start` to `end` are the table's."""

    rows: Sequence[tuple[int, Row]]
    start: int
    end: int
    title: str = ""

    @property
    def is_useful(self) -> bool:
        filled = [row for _, row in self.rows if sum(map(bool, row)) > 1]
        return len(filled) > 1


class OpenRow(Struct, frozen=True):
    """A row whose cells may go on in the lines below."""

    line: int
    cells: list[list[str]]

    def add(self, texts: Sequence[str]) -> None:
        for cell, text in zip(self.cells, texts, strict=True):
            if text:
                cell.append(text)

    def join(self) -> Row:
        return [" ".join(filter(None, cell)) for cell in self.cells]


class OpenGrid:
    """The rows of a table with borders; its lines are added from above."""

    def __init__(self, columns: Sequence[tuple[int, int]], *, each_line: bool) -> None:
        """With `each_line` a line is a row of its own, without a border below it."""
        self.rows = list[OpenRow]()
        self._columns = columns
        self._each_line = each_line
        self._is_open = False
        self._cut = [True] * len(columns)  # where a border was drawn above what comes

    def add_border(self, line: str) -> None:
        self._cut = [_is_drawn(line, column) for column in self._columns]
        self._is_open = False

    def add_line(self, number: int, line: str) -> None:
        cells = _split_grid_line(line, self._columns)
        if not self._is_open or (self._each_line and not _goes_on(cells)):
            self._begin_row(number)
        self.rows[-1].add(cells)

    def _begin_row(self, number: int) -> None:
        """Begin a row; a cell that no border cuts off repeats what is above it."""
        row = OpenRow(number, [[] for _ in self._columns])
        if self.rows and not self._is_open:
            above = zip(self._cut, self.rows[-1].join(), strict=True)
            row.add(["" if new else _repeat(old) for new, old in above])
        self.rows.append(row)
        self._is_open = True


def find_drawn_tables(lines: Sequence[str]) -> list[DrawnTable]:
    """Return the tables of a text, in order."""
    found, at = list[DrawnTable](), 0
    drawn = [line.translate(DRAWN) if BOXES.search(line) else line for line in lines]
    firsts = [line.lstrip()[:1] for line in drawn]
    below = [*firsts[1:], ""]
    while at < len(drawn):
        may_be = firsts[at] in SIGNS or below[at] in RULES
        table = _read_table(drawn, at) if may_be else None
        if table and table.is_useful:
            found.append(table)
        at = table.end if table else at + 1
    return found


def build_table_block(table: DrawnTable, first_line: int = 1) -> TextBlock:
    """Build the text of a table, with the line of each row; `first_line` is that of line 0."""
    filled = [(line, row) for line, row in table.rows if is_filled(row)]
    text = format_markdown_table([row for _, row in filled])
    title = f"{table.title}\n\n" if table.title else ""
    ends = [0, *(found.end() for found in re.finditer("\n", text))]
    below = [ends[0], *ends[2:]] if len(ends) > len(filled) else ends  # a rule follows the head
    marks = [
        (len(title) + end, line + first_line) for end, (line, _) in zip(below, filled, strict=False)
    ]
    first = table.start + first_line
    return TextBlock(title + text, first, lines=((0, first), *marks) if title else tuple(marks))


def _read_table(lines: Sequence[str], at: int) -> DrawnTable | None:
    """Return the table that begins at a line, or what is none but looked like one."""
    line, below = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
    if len(line) > LONGEST or not line.strip():
        return None
    if GRID.fullmatch(line):
        return read_grid(lines, at, by_lines=True)
    if RULER.fullmatch(line):
        return _read_between_rulers(lines, at)
    if RULER.fullmatch(below):
        return _read_columns(lines, at, at + 1)
    if "|" in line and CROSSED.fullmatch(below):
        return _read_crossed(lines, at)
    return _read_piped(lines, at) if PIPED.fullmatch(line) else None


def read_grid(lines: Sequence[str], at: int, *, by_lines: bool = False) -> DrawnTable | None:
    """Read a table with borders; rows without borders between are told `by_lines`."""
    places, end = _find_edges(lines, at)
    if len(places) < 2:
        return None
    block = lines[at:end]
    each_line = by_lines and sum(map(_is_border, block)) <= PLAIN_BORDERS
    grid = OpenGrid(list(pairwise(places)), each_line=each_line)
    for number, line in enumerate(block, at):
        if _is_border(line):
            grid.add_border(line)
        else:
            grid.add_line(number, line)
    return DrawnTable([(row.line, row.join()) for row in grid.rows], at, end)


def _goes_on(cells: Row) -> bool:
    """Return whether a line is only what did not fit into a cell of the row above."""
    filled = list(filter(None, cells))
    return not cells[0] and len(filled) == 1 and any(map(str.isalpha, filled[0]))


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


def _read_between_rulers(lines: Sequence[str], at: int) -> DrawnTable | None:
    """Read a table whose first line is a ruler, with the head below it."""
    again = at + 2
    if again < len(lines) and lines[at + 1].strip() and RULER.fullmatch(lines[again]):
        table = _read_columns(lines, at + 1, again)
        return table and DrawnTable(table.rows, at, table.end)
    return None


def _read_columns(lines: Sequence[str], head: int, ruler: int) -> DrawnTable | None:
    """Read the columns that a ruler below the head shows, until a blank line or a last ruler."""
    columns = [found.span() for found in re.finditer(r"[-=]+", lines[ruler])]
    end = ruler + 1
    while end < len(lines) and lines[end].strip() and not RULER.fullmatch(lines[end]):
        end += 1
    ends = end < len(lines) and RULER.fullmatch(lines[end]) is not None
    last = end + 1 if ends else end
    if len(columns) > MOST or max(map(len, lines[head:end])) > LONGEST:
        return DrawnTable((), head, last)
    rows = list[OpenRow]()
    for number in (head, *range(ruler + 1, end)):
        cells = _split_by_columns(lines[number], columns)
        if not rows or not _goes_on(cells):
            rows.append(OpenRow(number, [[] for _ in columns]))
        rows[-1].add(cells)
    return DrawnTable([(row.line, row.join()) for row in rows], head, last)


def _split_by_columns(line: str, columns: Sequence[tuple[int, int]]) -> Row:
    """Return the cells: what stands above or below a column's part of the ruler is in it."""
    cells = [list[str]() for _ in columns]
    for piece in PIECE.finditer(line):
        over = _list_overlapped(piece.span(), columns)
        if len(over) == 1:
            cells[over[0]].append(piece.group())
            continue
        for word in re.finditer(r"\S++", piece.group()):
            span = (piece.start() + word.start(), piece.start() + word.end())
            cells[_find_nearest(span, columns)].append(word.group())
    return [" ".join(cell) for cell in cells]


def _list_overlapped(span: tuple[int, int], columns: Sequence[tuple[int, int]]) -> list[int]:
    return [at for at, (start, end) in enumerate(columns) if span[0] < end and start < span[1]]


def _find_nearest(span: tuple[int, int], columns: Sequence[tuple[int, int]]) -> int:
    gaps = [max(start - span[1], span[0] - end) for start, end in columns]
    return gaps.index(min(gaps))


def _read_crossed(lines: Sequence[str], at: int) -> DrawnTable:
    """Read a table with a ruler that has crosses where the columns meet."""
    columns = lines[at + 1].count("+") + 1
    end = at + 2
    while end < len(lines) and "|" in lines[end] and len(lines[end]) <= LONGEST:
        end += 1
    numbers = (at, *range(at + 2, end))
    rows = [(number, [cell.strip() for cell in lines[number].split("|")]) for number in numbers]
    alike = columns <= MOST and all(len(row) == columns for _, row in rows)
    return DrawnTable(rows if alike else (), at, end)


def _read_piped(lines: Sequence[str], at: int) -> DrawnTable:
    """Read rows of cells between upright lines, without borders or with one below the head."""
    end = at
    while end < len(lines) and len(lines[end]) <= LONGEST and PIPED.fullmatch(lines[end]):
        end += 1
    end = max(end, at + 1)
    rows = [
        (number, [cell.strip().replace("\\|", "|") for cell in PIPE.split(lines[number])[1:-1]])
        for number in range(at, end)
        if not UNDER_HEAD.fullmatch(lines[number])
    ]
    alike = rows and all(len(row) == len(rows[0][1]) for _, row in rows)
    return DrawnTable(rows if alike and len(rows[0][1]) <= MOST else (), at, end)


def iterate_around(
    tables: Sequence[DrawnTable], start: int, end: int
) -> Iterator[DrawnTable | tuple[int, int]]:
    """Yield the tables between two lines, and before, between and after them the other lines."""
    for table in tables:
        if start <= table.start and table.end <= end:
            yield start, table.start
            yield table
            start = table.end
    yield start, end
