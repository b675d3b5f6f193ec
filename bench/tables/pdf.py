"""Writes a table as PDF: with a box round each cell, or with nothing but its columns."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from bench.tables.labels import Cell, Row, Table
from tests.indexer.parsing.formats.making import pages

LEFT, TOP, STEP, SIZE = 60, 740, 18, 10  # points
LETTER = 0.56  # of the size: the width of a letter, on average
BETWEEN = 14  # points between columns
FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
FONTS = {
    5: FONT.format(name="Helvetica").encode(),
    6: FONT.format(name="Helvetica-Bold").encode(),
}


def write_pdf(table: Table) -> bytes:
    ends = [*table.breaks, len(table.rows)]
    starts = [0, *table.breaks]
    contents = []
    for start, end in zip(starts, ends, strict=True):
        rows = table.rows[start:end]
        if start and table.repeats_head:
            rows = (*table.rows[: table.heads], *rows)
        contents.append(_write_page(table, rows, first=not start))
    return pages(contents, more=FONTS)


def _write_page(table: Table, rows: Sequence[Row], *, first: bool) -> bytes:
    lines = [_write(table.title, LEFT, TOP, 16, "F2"), _write(table.text, LEFT, TOP - 30, SIZE)]
    top = TOP - 60 if first else TOP
    places = _place_columns(table)
    boxes = []
    for number, row in enumerate(rows):
        for column, cell in row.own.items():
            x, y = places[column], top - STEP * number
            lines.append(_write(cell.shown, x, y, SIZE, "F2" if row.is_heading else "F1"))
            boxes.append(_draw_box(places, column, y, cell))
    drawn = boxes if table.format == "pdf-ruled" else []
    shown = lines if first else lines[2:]
    return "\n".join(("0.5 w", *drawn, "BT", *shown, "ET")).encode("cp1252")


def _place_columns(table: Table) -> list[int]:
    """Return where each column begins, and where the last one ends."""
    widths = list(_measure_columns(table))
    return [round(each) for each in accumulate(widths, initial=LEFT)]


def _measure_columns(table: Table) -> Iterator[float]:
    for column in range(table.width):
        cells = [row.own[column] for row in table.rows if column in row.own]
        longest = max(len(cell.shown) for cell in cells if cell.columns == 1)
        yield longest * SIZE * LETTER + BETWEEN


def _draw_box(places: Sequence[int], column: int, y: int, cell: Cell) -> str:
    left, right = places[column] - 4, places[column + cell.columns] - 4
    bottom = y - 5 - STEP * (cell.rows - 1)
    return f"{left} {bottom} {right - left} {STEP * cell.rows} re S"


def _write(text: str, x: int, y: int, size: int, font: str = "F1") -> str:
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"/{font} {size} Tf 1 0 0 1 {x} {y} Tm ({escaped}) Tj"
