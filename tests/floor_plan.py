"""The house as a picture: a band per package, its rooms from the ground up."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from tests.architecture import PACKAGES, Room

WIDTH, MARGIN, GAP = 960, 20, 8  # pixels, as everything here
BOX_HEIGHT, HEAD = 34, 30
LETTER = 8.4  # of the box's font, on average
COLOURS = {"adapters": "#e8f0fe", "bot": "#fef3e2", "memory": "#e9f7ec", "indexer": "#f3ecfb"}


def draw_house(rooms: Sequence[Room]) -> str:
    """An SVG: whoever stands higher may import what stands lower, never the other way round."""
    parts, top = [], MARGIN
    for package in reversed(PACKAGES):
        boxes = [room for room in rooms if room.name.startswith(f"{package}/")]
        rows = list(_fill_rows([room for room in boxes if not room.name.endswith("__init__.py")]))
        height = HEAD + len(rows) * (BOX_HEIGHT + GAP) + GAP
        parts.append(_draw_band(package, top, height))
        for number, row in enumerate(reversed(rows)):
            parts += _draw_row(row, top + HEAD + number * (BOX_HEIGHT + GAP))
        top += height + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top + MARGIN}" '
        f'font-family="sans-serif" font-size="13">\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _fill_rows(rooms: Sequence[Room]) -> Iterator[list[Room]]:
    row: list[Room] = []
    for room in rooms:
        if row and _width([*row, room]) > WIDTH - 4 * MARGIN:
            yield row
            row = []
        row.append(room)
    if row:
        yield row


def _width(row: Sequence[Room]) -> float:
    return sum(_box_width(room) + GAP for room in row)


def _box_width(room: Room) -> float:
    return len(_label(room)) * LETTER + 20


def _label(room: Room) -> str:
    return room.name.partition("/")[2].removesuffix(".py")


def _draw_band(package: str, top: float, height: float) -> str:
    return (
        f'<rect x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="8" '
        f'fill="{COLOURS[package]}"/>'
        f'<text x="{2 * MARGIN}" y="{top + 20}" font-weight="bold">{package}</text>'
    )


def _draw_row(row: Sequence[Room], top: float) -> Iterator[str]:
    left = 2.0 * MARGIN
    for room in row:
        width = _box_width(room)
        yield (
            f'<g><title>{escape(room.purpose)}</title><rect x="{left:.0f}" y="{top}" '
            f'width="{width:.0f}" height="{BOX_HEIGHT}" rx="5" fill="white" stroke="#888"/>'
            f'<text x="{left + 10:.0f}" y="{top + 21}">{escape(_label(room))}</text></g>'
        )
        left += width + GAP
