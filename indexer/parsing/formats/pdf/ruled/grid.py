"""Finds the cells that lines drawn on a page enclose, and the tables that cells make.

Lines at nearly one height are one line. Where lines cross there is a corner; a cell is the smallest
box whose four corners are joined by lines; cells that share a corner are one table.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from indexer.parsing.formats.pdf.ruled.strokes import Box, Strokes

NEAR = 3.0  # points that lines may miss each other by
SHORTEST = 3.0  # points of a line
LOOKS = 400_000  # at corners of one page: a drawing, or a file made to take long, has more

Corner = tuple[int, int]  # a height, counted from above, and a place, counted from the left


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of a table in rows from above, each with the first place of the cell it is in.

    A cell that spans several is in all of them.
    """

    owners: tuple[tuple[Corner, ...], ...]
    tops: tuple[float, ...]  # of rows, from above, each below zero: ascending
    lefts: tuple[float, ...]  # of columns
    box: Box

    @property
    def is_table(self) -> bool:
        return len(self.tops) > 1 and len(self.lefts) > 1

    def find_cell(self, x: float, y: float) -> Corner:
        """Return the first place of the cell that a point is in."""
        row = bisect_right(self.tops, -y) - 1
        return self.owners[max(0, row)][max(0, bisect_right(self.lefts, x) - 1)]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A line, once all that overlap are joined."""

    place: float
    start: float
    end: float


class TooManyError(Exception):
    """The lines of a page are no table's: there are far too many."""


def find_grids(strokes: Strokes) -> list[Grid]:
    """Return the tables of a page from above: at least two cells each."""
    try:
        across, down = _join_lines(strokes.across), _join_lines(strokes.down)
        corners = _Corners(across, down)
        cells = [cell for at in corners.order() if (cell := corners.find_cell(at))]
    except TooManyError:
        return []
    groups = (group for group in _group_cells(cells) if len(group) > 1)
    return sorted((_build_grid(group, corners) for group in groups), key=lambda each: -each.box[3])


def _join_lines(lines: Sequence[tuple[float, float, float]]) -> list[_Rule]:
    """Join lines that lie on one another or follow each other."""
    long = sorted(line for line in lines if line[2] - line[1] >= SHORTEST)
    return [rule for group in _split_by_place(long) for rule in _join_group(group)]


def _split_by_place(
    lines: Sequence[tuple[float, float, float]],
) -> Iterator[list[tuple[float, float, float]]]:
    group = list[tuple[float, float, float]]()
    for line in lines:
        if group and line[0] - group[-1][0] > NEAR:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _join_group(group: Sequence[tuple[float, float, float]]) -> Iterator[_Rule]:
    place = sum(line[0] for line in group) / len(group)
    spans = sorted((start, end) for _, start, end in group)
    first, last = spans[0]
    for start, end in spans[1:]:
        if start > last + NEAR:
            yield _Rule(place, first, last)
            first, last = start, end
        last = max(last, end)
    yield _Rule(place, first, last)


@dataclass(slots=True)
class _Crossing:
    """The two rules that cross at a corner."""

    across: int
    down: int


@dataclass(slots=True)
class _Corners:
    across: Sequence[_Rule]
    down: Sequence[_Rule]
    heights: list[float] = field(init=False)
    places: list[float] = field(init=False)
    crossings: dict[Corner, _Crossing] = field(default_factory=dict)
    rights: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    belows: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    looks: int = LOOKS

    def __post_init__(self) -> None:
        self.heights = sorted({rule.place for rule in self.across}, reverse=True)
        self.places = sorted({rule.place for rule in self.down})
        rows = {height: at for at, height in enumerate(self.heights)}
        columns = {place: at for at, place in enumerate(self.places)}
        ordered = sorted(range(len(self.across)), key=lambda each: self.across[each].place)
        keys = [self.across[each].place for each in ordered]
        for number, rule in enumerate(self.down):
            first = bisect_left(keys, rule.start - NEAR)
            last = bisect_right(keys, rule.end + NEAR)
            self._spend(last - first)
            for each in ordered[first:last]:
                other = self.across[each]
                if other.start - NEAR <= rule.place <= other.end + NEAR:
                    corner = (rows[other.place], columns[rule.place])
                    self.crossings.setdefault(corner, _Crossing(each, number))
        for row, column in sorted(self.crossings):
            self.rights[row].append(column)
            self.belows[column].append(row)

    def _spend(self, looks: int) -> None:
        self.looks -= looks
        if self.looks < 0:
            raise TooManyError

    def order(self) -> list[Corner]:
        return sorted(self.crossings)

    def find_cell(self, corner: Corner) -> tuple[Corner, Corner] | None:
        """Return the smallest cell with this upper left corner, and its lower right one."""
        row, column = corner
        own = self.crossings[corner]
        belows, rights = self.belows[column], self.rights[row]
        for below in islice(belows, bisect_right(belows, row), None):
            self._spend(1)
            lower = self.crossings[below, column]
            if lower.down != own.down:
                continue
            for right in islice(rights, bisect_right(rights, column), None):
                self._spend(1)
                if self._is_closed(corner, (below, right), own, lower):
                    return corner, (below, right)
        return None

    def _is_closed(self, first: Corner, last: Corner, upper: _Crossing, lower: _Crossing) -> bool:
        """Return whether lines join `last` to the corners above it and left of it."""
        above, here = self.crossings[first[0], last[1]], self.crossings.get(last)
        across = above.across == upper.across and here is not None and here.across == lower.across
        return across and here is not None and here.down == above.down

    def measure(self, first: Corner, last: Corner) -> Box:
        return (
            *(self.places[first[1]], self.heights[last[0]]),
            *(self.places[last[1]], self.heights[first[0]]),
        )


def _group_cells(cells: Sequence[tuple[Corner, Corner]]) -> Iterable[list[tuple[Corner, Corner]]]:
    """Return the cells in groups of those that are joined by corners they share."""
    parents = list(range(len(cells)))

    def find(at: int) -> int:
        while parents[at] != at:
            parents[at] = at = parents[parents[at]]
        return at

    seen: dict[Corner, int] = {}
    for number, ((top, left), (bottom, right)) in enumerate(cells):
        for corner in ((top, left), (top, right), (bottom, left), (bottom, right)):
            parents[find(number)] = find(seen.setdefault(corner, number))
    groups: dict[int, list[tuple[Corner, Corner]]] = defaultdict(list)
    for number, cell in enumerate(cells):
        groups[find(number)].append(cell)
    return groups.values()


def _build_grid(cells: Sequence[tuple[Corner, Corner]], corners: _Corners) -> Grid:
    rows, columns = sorted({top for (top, _), _ in cells}), sorted({left for (_, left), _ in cells})
    owners = [[(row, column) for column in range(len(columns))] for row in range(len(rows))]
    for (top, left), (bottom, right) in cells:
        first = (bisect_left(rows, top), bisect_left(columns, left))
        for row in range(first[0], bisect_left(rows, bottom)):
            for column in range(first[1], bisect_left(columns, right)):
                owners[row][column] = min(first, owners[row][column])
    boxes = [corners.measure(*cell) for cell in cells]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return Grid(
        tuple(map(tuple, owners)),
        tuple(-corners.heights[row] for row in rows),
        tuple(corners.places[column] for column in columns),
        (min(lefts), min(bottoms), max(rights), max(tops)),
    )
