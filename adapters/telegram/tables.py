"""Format a table as aligned columns for a fixed-width block."""

import unicodedata
from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal

Alignment = Literal["left", "center", "right"]
BETWEEN = " | "
WIDEST = 80  # columns of one cell


def format_table(rows: Sequence[Sequence[str]], alignments: Sequence[Alignment]) -> str:
    """Pad the rows, of which the first is a header, to the widest cell of each column."""
    columns = list(zip_longest(*rows, fillvalue=""))
    # One long cell would else make every row as long: a table is not padded beyond a screen.
    widths = [min(max(map(measure_width, column)), WIDEST) for column in columns]
    header, *body = (_format_row(cells, widths, alignments) for cells in zip(*columns, strict=True))
    rule = "-+-".join("-" * width for width in widths)
    return "\n".join((header, rule, *body))


def measure_width(text: str) -> int:
    """Return the columns that `text` fills in a fixed-width font."""
    return sum(map(_count_columns, text))


def _count_columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _format_row(
    cells: Sequence[str], widths: Sequence[int], alignments: Sequence[Alignment]
) -> str:
    padded = zip_longest(cells, widths, alignments[: len(cells)], fillvalue="left")
    return BETWEEN.join(_pad(str(c), int(w), str(a)) for c, w, a in padded).rstrip()


def _pad(cell: str, wide: int, alignment: str) -> str:
    room = max(wide - measure_width(cell), 0)
    before = {"right": room, "center": room // 2}.get(alignment, 0)
    return " " * before + cell + " " * (room - before)
