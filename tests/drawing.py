"""Writes the table and the picture of the rooms: `python -m tests.drawing`."""

from collections.abc import Iterable

from tests.architecture import PACKAGES, ROOT, Room, load_rooms
from tests.floor_plan import draw_house

PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "architecture.svg"
START, END = "<!-- rooms: made by `python -m tests.drawing` -->", "<!-- end of rooms -->"


def render_rooms(rooms: Iterable[Room]) -> str:
    """A table per package, from the ground up."""
    lines = []
    for package in PACKAGES:
        lines += [f"### {package}", "", "| room | what it is for | may import |", "|-|-|-|"]
        lines += [_row(room) for room in rooms if room.name.startswith(f"{package}/")]
        lines.append("")
    return "\n".join(lines)


def _row(room: Room) -> str:
    imports = ", ".join(f"`{name}`" for name in sorted(room.may_import))
    return f"| `{room.name}` | {room.purpose} | {'' if room.is_ground else imports} |"


def renew(page: str, table: str) -> str:
    """Put `table` between the marks of the page."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{table}\n{END}{after}"


if __name__ == "__main__":
    rooms = tuple(load_rooms().values())
    PAGE.write_text(renew(PAGE.read_text("utf-8"), render_rooms(rooms)), "utf-8")
    PICTURE.write_text(draw_house(rooms), "utf-8")
