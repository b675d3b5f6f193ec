"""Finds the cells that lines drawn on a page enclose, and the tables that cells make.

Lines at nearly one height are one line. Where lines cross there is a corner; a cell is the smallest
box whose four corners are joined by lines; cells that share a corner are one table.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from msgspec import Struct

from indexer.parsing.formats.pdf.ruled.strokes import Box, Strokes

NEAR = 3.0  # points that lines may miss each other by
SHORTEST = 3.0  # points of a line
NARROWEST = 6.5  # points of a column; the bars of a chart leave less between them
FEWEST_RULES = 3  # one way: two and two enclose one cell
LOOKS = 400_000  # at corners of one page: a drawing, or a file made to take long, has more

Corner = tuple[int, int]  # a height, counted from above, and a place, counted from the left
Cell = tuple[Corner, Corner]  # its upper left corner and its lower right one


class Grid(Struct, frozen=True):
    """The places of a table in rows from above, each with the first place of the cell it is in.

    A cell that spans several is in all of them.
    """

    owners: tuple[tuple[Corner, ...], ...]
    tops: tuple[float, ...]  # of rows, from above, each below zero: ascending
    lefts: tuple[float, ...]  # of columns
    box: Box

    @property
    def is_table(self) -> bool:
        """True if there are several rows and columns, most of them wide enough for letters."""
        edges = (*self.lefts, self.box[2])
        narrow = sum(right - left < NARROWEST for left, right in pairwise(edges))
        return len(self.tops) > 1 and len(self.lefts) > 1 and 2 * narrow <= len(self.lefts)

    def holds(self, x: float, y: float) -> bool:
        left, bottom, right, top = self.box
        return left <= x <= right and bottom <= y <= top

    def list_spanning(self) -> set[Corner]:
        """Return the first places of cells that span several."""
        counts = Counter(owner for row in self.owners for owner in row)
        return {owner for owner, count in counts.items() if count > 1}

    def find_cell(self, x: float, y: float) -> tuple[Corner, Box]:
        """Return the first place of the cell that a point is in, and the box of the point's own."""
        row = max(0, bisect_right(self.tops, -y) - 1)
        column = max(0, bisect_right(self.lefts, x) - 1)
        left, bottom = self.lefts[column], -(*self.tops, -self.box[1])[row + 1]
        right, top = (*self.lefts, self.box[2])[column + 1], -self.tops[row]
        return self.owners[row][column], (left, bottom, right, top)


class Rule(Struct, frozen=True):
    """A line, once all that overlap are joined."""

    place: float
    start: float
    end: float


class TooManyError(Exception):
    """The lines of a page are no table's: there are far too many."""


def find_grids(strokes: Strokes) -> list[Grid]:
    """Return the tables of a page from above: at least two cells each."""
    try:
        across, down = join_lines(strokes.across), join_lines(strokes.down)
        if regular := _build_regular(across, down):
            return [regular]
        corners = _Corners(across, down)
        cells = corners.list_cells()
    except TooManyError:
        return []
    groups = (group for group in _group_cells(cells) if len(group) > 1)
    return sorted((_build_grid(group, corners) for group in groups), key=lambda each: -each.box[3])


def _build_regular(across: Sequence[Rule], down: Sequence[Rule]) -> Grid | None:
    """Return the table of rules that all reach from edge to edge, as those of most tables do."""
    several = min(len(across), len(down)) > 1 and max(len(across), len(down)) >= FEWEST_RULES
    if not (several and _reach_over(across, down) and _reach_over(down, across)):
        return None
    if len(across) * len(down) > LOOKS:
        raise TooManyError
    heights, places = [-rule.place for rule in reversed(across)], [rule.place for rule in down]
    return Grid(
        tuple(
            tuple((row, column) for column in range(len(places) - 1))
            for row in range(len(heights) - 1)
        ),
        tuple(heights[:-1]),
        tuple(places[:-1]),
        (places[0], -heights[-1], places[-1], -heights[0]),
    )


def _reach_over(rules: Sequence[Rule], others: Sequence[Rule]) -> bool:
    """Return whether the rules, each at a place of its own, cross all of the others."""
    if len({rule.place for rule in rules}) < len(rules):
        return False
    first, last = others[0].place, others[-1].place
    return all(rule.start - NEAR <= first and last <= rule.end + NEAR for rule in rules)


def join_lines(lines: Sequence[tuple[float, float, float]]) -> list[Rule]:
    """Join lines that lie on one another or follow each other."""
    # Boxes that touch draw the line between them twice.
    long = sorted({line for line in lines if line[2] - line[1] >= SHORTEST})
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


def _join_group(group: Sequence[tuple[float, float, float]]) -> Iterator[Rule]:
    place = sum(line[0] for line in group) / len(group)
    spans = sorted((start, end) for _, start, end in group)
    first, last = spans[0]
    for start, end in spans[1:]:
        if start > last + NEAR:
            yield Rule(place, first, last)
            first, last = start, end
        last = max(last, end)
    yield Rule(place, first, last)


@dataclass(slots=True)
class _Corners:
    """Where rules cross, from above and from the left: the numbers of both at each corner."""

    across: Sequence[Rule]
    down: Sequence[Rule]
    heights: list[float] = field(init=False)
    places: list[float] = field(init=False)
    crossings: dict[Corner, tuple[int, int]] = field(init=False)
    columns: list[dict[int, int]] = field(init=False)  # of a rule across: a rule down at each
    rows: list[dict[int, int]] = field(init=False)  # of a rule down: a rule across at each
    ordered_columns: list[list[int]] = field(init=False)
    ordered_rows: list[list[int]] = field(init=False)
    looks: int = LOOKS

    def __post_init__(self) -> None:
        self.heights = sorted({rule.place for rule in self.across}, reverse=True)
        self.places = sorted({rule.place for rule in self.down})
        self.crossings = dict(sorted(self._cross().items()))
        self.columns, self.rows = [{} for _ in self.across], [{} for _ in self.down]
        for (row, column), (across, down) in self.crossings.items():
            self.columns[across][column] = down
            self.rows[down][row] = across
        self.ordered_columns, self.ordered_rows = (
            [*map(list, self.columns)],
            [*map(list, self.rows)],
        )

    def _cross(self) -> dict[Corner, tuple[int, int]]:
        found: dict[Corner, tuple[int, int]] = {}
        rows = {height: at for at, height in enumerate(self.heights)}
        columns = {place: at for at, place in enumerate(self.places)}
        ordered = sorted((rule.place, number) for number, rule in enumerate(self.across))
        for down, rule in enumerate(self.down):
            first = bisect_left(ordered, (rule.start - NEAR, 0))
            last = bisect_left(ordered, (rule.end + NEAR, len(ordered)))
            self._spend(last - first)
            for height, across in ordered[first:last]:
                other = self.across[across]
                if other.start - NEAR <= rule.place <= other.end + NEAR:
                    found.setdefault((rows[height], columns[rule.place]), (across, down))
        return found

    def _spend(self, looks: int) -> None:
        self.looks -= looks
        if self.looks < 0:
            raise TooManyError

    def list_cells(self) -> list[Cell]:
        """Return the smallest cell of each corner that is the upper left one of any."""
        return [(first, last) for first in self.crossings if (last := self._find_last(first))]

    def _find_last(self, first: Corner) -> Corner | None:
        """Return the nearest corner that rules join to the corners above it and left of it."""
        self._spend(1)
        across, down = self.crossings[first]
        upper, left = self.columns[across], self.rows[down]
        columns, rows = self.ordered_columns[across], self.ordered_rows[down]
        rights = columns[bisect_right(columns, first[1]) :]
        for row in islice(rows, bisect_right(rows, first[0]), None):
            lower = self.columns[left[row]]
            for column in rights:
                self.looks -= 1
                if lower.get(column) == upper[column]:
                    return row, column
            self._spend(0)
        return None


def _group_cells(cells: Sequence[Cell]) -> Iterable[list[Cell]]:
    """Return the cells in groups of those that are joined by corners they share."""
    parents = list(range(len(cells)))

    def find(at: int) -> int:
        while parents[at] != at:
            parents[at] = at = parents[parents[at]]
        return at

    seen: dict[Corner, int] = {}
    for number, ((top, left), (bottom, right)) in enumerate(cells):
        for corner in ((top, left), (top, right), (bottom, left), (bottom, right)):
            other = seen.setdefault(corner, number)
            if other != number:
                parents[find(number)] = find(other)
    groups: dict[int, list[Cell]] = defaultdict(list)
    for number, cell in enumerate(cells):
        groups[find(number)].append(cell)
    return groups.values()


def _build_grid(cells: Sequence[Cell], corners: _Corners) -> Grid:
    rows, columns = sorted({top for (top, _), _ in cells}), sorted({left for (_, left), _ in cells})
    owners = [[(row, column) for column in range(len(columns))] for row in range(len(rows))]
    for (top, left), (bottom, right) in cells:
        first = (bisect_left(rows, top), bisect_left(columns, left))
        for row in range(first[0], bisect_left(rows, bottom)):
            for column in range(first[1], bisect_left(columns, right)):
                owners[row][column] = min(first, owners[row][column])
    bottom, right = max(row for _, (row, _) in cells), max(column for _, (_, column) in cells)
    return Grid(
        tuple(map(tuple, owners)),
        tuple(-corners.heights[row] for row in rows),
        tuple(corners.places[column] for column in columns),
        (
            *(corners.places[columns[0]], corners.heights[bottom]),
            *(corners.places[right], corners.heights[rows[0]]),
        ),
    )
