"""Splits what lines enclose as one row, where the rows in it have no lines between them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from indexer.parsing.formats.pdf.letters import Letter

FEWEST = 3  # lines of text; in fewer, a row's cells may just be broken
FILLED = 0.6  # of the columns that have text: what each line has
SAME = 3.0  # points between the letters of one line

Cells = Sequence[Sequence[Letter]]


def split_row(cells: Cells) -> list[list[list[Letter]]]:
    """Return a drawn row as rows of cells, one for each line of text; nothing if it is one row.

    The lines of a cell that is broken stand in few columns; those of rows in nearly all of them,
    and in the first.
    """
    heights = list(_list_heights(cells))
    if len(heights) < FEWEST:
        return []
    rows = [[list[Letter]() for _ in cells] for _ in heights]
    for column, cell in enumerate(cells):
        for letter in cell:
            nearest = min(range(len(heights)), key=lambda at: abs(heights[at] - letter[2]))
            rows[nearest][column].append(letter)
    used = sum(any(row[column] for row in rows) for column in range(len(cells)))
    full = all(row[0] and sum(map(bool, row)) >= max(2, FILLED * used) for row in rows)
    return rows if full else []


def _list_heights(cells: Cells) -> Iterator[float]:
    """Yield the height of each line of text, from above: the mean of its letters."""
    levels = defaultdict[int, int](int)
    for cell in cells:
        for character, _, y in cell:
            if not character.isspace():
                levels[round(y)] += 1
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
