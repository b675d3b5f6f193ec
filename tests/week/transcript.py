"""What everybody said and read, as text and as a page of a phone's width."""

from collections.abc import Iterator
from datetime import datetime
from html import escape
from zoneinfo import ZoneInfo

from msgspec import Struct

from tests.adapters.fake_bot_api.people import Person
from tests.adapters.fake_bot_api.world import Message
from tests.week.town import ZONE, Line, Town

WIDTH = 390  # pixels
KINDS = {"voice": "(voice message)", "photo": "(photo)", "file": "(file)", "button": "▸"}
# Pictures of what not every machine has letters for.
THUMB = "M2 9h3v9H2zM6 9l4-7c2 0 2 2 1 5h5c2 0 2 2 1 3 1 1 0 3 0 3 0 2-1 2-1 2 0 2-2 3-3 3H8l-2-1z"
DRAWN = {
    "⏰": "<circle cx=10 cy=11 r=7 fill=none stroke=#c33 stroke-width=2 />"
    "<path d='M10 7v4l3 2M4 2 1 5M16 2l3 3' fill=none stroke=#c33 stroke-width=2 />",
    "👍": f"<path d='{THUMB}' fill=#e5b73b />",
    "👎": f"<path d='{THUMB}' fill=#e5b73b transform='rotate(180 10 10)' />",
}


class Entry(Struct, frozen=True):
    """A bubble in a chat."""

    at: datetime
    text: str
    own: bool  # the person's, not the bot's
    buttons: tuple[str, ...] = ()


def list_entries(town: Town, person: Person) -> list[Entry]:
    """List what was said in the chat of `person`, in its order."""
    said = [(each.number, _from_line(each)) for each in town.lines if each.chat == person.id]
    told = [(each.id, _from_message(each)) for each in town.fake.world.messages(person.id)]
    return [entry for _number, entry in sorted([*said, *told], key=lambda each: each[0])]


def _from_line(line: Line) -> Entry:
    kind = KINDS.get(line.kind, "")
    shown = "" if line.text in ("voice", "photo") else line.text
    text = "(location)" if line.text == "location" else f"{kind} {shown}".strip()
    return Entry(_tell_time(line.at), text, own=True)


def _from_message(message: Message) -> Entry:
    return Entry(_tell_time(message.at), message.text, own=False, buttons=tuple(message.buttons))


def _tell_time(at: float) -> datetime:
    return datetime.fromtimestamp(at, ZoneInfo(ZONE))


def format_text(entries: list[Entry]) -> Iterator[str]:
    for each in entries:
        yield f"{each.at:%a %H:%M} {'>' if each.own else ' '} {each.text}"
        if each.buttons:
            yield "            " + " ".join(f"[{name}]" for name in each.buttons)


def build_page(name: str, entries: list[Entry]) -> str:
    """Return a page of HTML: the chat as a phone shows it."""
    bubbles, day = list[str](), ""
    for each in entries:
        if day != (day := f"{each.at:%A}"):
            bubbles.append(f"<p class=day>{day}</p>")
        bubbles.append(_format_bubble(each))
    return PAGE.format(width=WIDTH, name=escape(name), bubbles="\n".join(bubbles))


def _format_bubble(entry: Entry) -> str:
    side = "own" if entry.own else "bot"
    time = f"<time>{entry.at:%H:%M}</time>"
    buttons = "".join(f"<span>{escape(each)}</span>" for each in entry.buttons)
    row = f"<div class=buttons>{buttons}</div>" if buttons else ""
    return f"<div class='{side} bubble'>{_draw_signs(escape(entry.text))}{time}</div>{row}"


def _draw_signs(text: str) -> str:
    for sign, drawing in DRAWN.items():
        text = text.replace(sign, f"<svg width=16 height=16 viewBox='0 0 20 20'>{drawing}</svg>")
    return text


PAGE = """<!doctype html><meta charset=utf-8><title>{name}</title><style>
body {{ width: {width}px; margin: 0; padding: 10px; box-sizing: border-box; background: #dfe7ee;
 font: 15px/1.35 "DejaVu Sans", sans-serif; color: #16212b }}
.bubble {{ display: flow-root; max-width: 84%; width: fit-content; padding: 7px 10px; margin: 4px 0;
 border-radius: 12px; background: #fff; white-space: pre-wrap; overflow-wrap: anywhere }}
.own {{ margin-left: auto; background: #d5f5c8 }}
time {{ float: right; margin: 5px 0 0 10px; font-size: 11px; color: #6b7c8a }}
.day {{ text-align: center; font-size: 12px; margin: 12px 0 6px; color: #52636f }}
.buttons {{ display: flex; flex-wrap: wrap; gap: 4px; max-width: 84%; margin-bottom: 6px }}
.buttons span {{ flex: 1 1 auto; text-align: center; padding: 5px 8px; border-radius: 8px;
 background: #b9c9d6; font-size: 13px }}
</style>{bubbles}
"""
