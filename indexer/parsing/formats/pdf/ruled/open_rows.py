"""Splits what lines enclose as one row or cell, where what is in it has no lines between."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from indexer.parsing.formats.pdf.contents.page_text import Letter

FEWEST = 3  # lines of text; in fewer, a row's cells may just be broken
FILLED = 0.6  # of the columns that have text: what each line has
SAME = 3.0  # points between the letters of one line
NAMED = 0.5  # of the columns, at least two, that a head without lines names
GAP = 2.5  # widths of a letter between the names of two columns

Cells = Sequence[Sequence[Letter]]


def split_row(cells: Cells) -> list[tuple[list[Letter], ...]]:
    """Return a drawn row as rows of cells, one for each line of text; nothing if it is one row.

    The lines of a cell that is broken stand in few columns; those of rows in nearly all of them,
    and in the first.
    """
    heights = list(_list_heights(cells))
    if len(heights) < FEWEST:
        return []
    columns = [_split_lines(cell, heights) for cell in cells]
    rows = list(zip(*columns, strict=True))
    used = sum(any(row[column] for row in rows) for column in range(len(cells)))
    full = all(row[0] and sum(map(bool, row)) >= max(2, FILLED * used) for row in rows)
    return rows if full else []


def split_names(cell: Sequence[Letter], borders: Sequence[float]) -> list[str]:
    """Return what a cell says of each column that it spans; nothing if it is one label for all.

    `borders` are the places where these columns meet. A line of names stands in them, one beside
    the other; what else is in the cell is said of all.
    """
    titles, names = list[str](), [""] * (len(borders) + 1)
    for line in _split_lines(cell, list(_list_heights([cell]))):
        parts = _split_line(line, borders)
        if sum(map(bool, parts)) < max(2, NAMED * len(parts)):
            titles.append("".join(letter for letter, _, _ in line).strip())
        else:
            names = [" ".join(filter(None, pair)) for pair in zip(names, parts, strict=True)]
    return [" ".join(filter(None, (*titles, name))) for name in names] if any(names) else []


def _split_lines(cell: Sequence[Letter], heights: Sequence[float]) -> list[list[Letter]]:
    """Return the letters of each line of text, from above: those that are nearest to it."""
    lines = [list[Letter]() for _ in heights]
    borders = [-(first + second) / 2 for first, second in pairwise(heights)]
    for letter in cell:
        lines[bisect_right(borders, -letter[2])].append(letter)
    return lines


def _split_line(line: Sequence[Letter], borders: Sequence[float]) -> list[str]:
    """Return the words of a line by their columns; nothing where a word or short gap crosses."""
    parts = [""] * (len(borders) + 1)
    steps = [abs(second[1] - first[1]) for first, second in pairwise(line)]
    wide = GAP * median([step for step in steps if step] or [0.0])
    last, was_space = line[0][1], True
    column = bisect_right(borders, last)
    for letter, x, _ in line:
        if not letter.isspace():
            new = bisect_right(borders, x)
            if new != column and not (was_space and x - last >= wide):
                return []
            column, last = new, x
        was_space = letter.isspace()
        parts[column] += letter
    return [part.strip() for part in parts]


def _list_heights(cells: Cells) -> Iterator[float]:
    """Yield the height of each line of text, from above: the mean of its letters."""
    levels = defaultdict[int, int](int)
    for cell in cells:
        for letters, _, y in cell:
            if count := len(letters.rstrip()):
                levels[round(y)] += count
    group: list[int] = []
    for level in sorted(levels, reverse=True):
        if group and group[-1] - level > SAME:
            yield _find_middle(group, levels)
            group = []
        group.append(level)
    if group:
        yield _find_middle(group, levels)


def _find_middle(group: Sequence[int], levels: dict[int, int]) -> float:
    return sum(level * levels[level] for level in group) / sum(levels[level] for level in group)
