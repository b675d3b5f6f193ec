"""Makes long PDFs whose tables are known: ruled ones, dense ones, aligned ones, and a book."""

import random
from collections.abc import Callable, Mapping, Sequence

from tests.indexer.parsing.formats.making import pages, written

PAGES = 60
BOOK = 2_400  # pages
LEFT, TOP, STEP = 60, 740, 14  # points
WORDS = ("rent", "water", "gas", "power", "roof", "garden", "cellar", "window", "door", "stair")

Rows = Sequence[Sequence[str]]


def make_pdfs() -> Mapping[str, Callable[[], bytes]]:
    return {
        "ruled.pdf": lambda: _make_tables(rows=24, columns=5, ruled=True),
        "dense.pdf": lambda: _make_tables(rows=46, columns=9, ruled=True),
        "aligned.pdf": lambda: _make_tables(rows=40, columns=5, ruled=False),
        "boxes.pdf": _make_boxes,
    }


def make_book() -> bytes:
    """Return a book of plain text, larger than any in the shared documents."""
    chance = random.Random(1)  # noqa: S311 - the same book each time, no secret
    return pages([_write_text(chance) for _ in range(BOOK)])


def _write_text(chance: random.Random) -> bytes:
    lines = [" ".join(chance.choices(WORDS, k=12)) for _ in range(46)]
    return written([(line, TOP - STEP * at, 10) for at, line in enumerate(lines)], left=LEFT)


def _make_tables(*, rows: int, columns: int, ruled: bool) -> bytes:
    chance = random.Random(1)  # noqa: S311 - the same tables each time, no secret
    contents = []
    for _ in range(PAGES):
        cells = [
            [chance.choice(WORDS), *(str(chance.randrange(10_000)) for _ in range(columns - 1))]
            for _ in range(rows)
        ]
        contents.append((_draw_rules(rows, columns) if ruled else b"") + write_cells(cells))
    return pages(contents)


def write_cells(rows: Rows) -> bytes:
    """Write the cells row by row, each at its column, as most programs do."""
    width = 480 // max(map(len, rows))
    shown = [
        f"/F1 9 Tf 1 0 0 1 {LEFT + width * column} {TOP - STEP * row} Tm ({cell}) Tj"
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
    ]
    return ("BT " + "\n".join(shown) + " ET").encode("latin-1")


def _draw_rules(rows: int, columns: int) -> bytes:
    """Draw a box round each cell, as spreadsheets do."""
    width = 480 // columns
    boxes = [
        f"{LEFT - 3 + width * column} {TOP - 4 - STEP * row} {width} {STEP} re S"
        for row in range(rows)
        for column in range(columns)
    ]
    return ("0.5 w " + "\n".join(boxes) + "\n").encode()


def _make_boxes() -> bytes:
    """Make pages with many boxes that are no tables, such as charts."""
    chance = random.Random(1)  # noqa: S311 - the same boxes each time, no secret
    contents = []
    for _ in range(PAGES):
        bars = [
            f"{LEFT + 6 * at} 100 4 {chance.randrange(20, 300)} re f"
            for at in range(80)
            for _ in range(4)
        ]
        contents.append("\n".join(bars).encode() + b"\n" + _write_text(chance))
    return pages(contents)
