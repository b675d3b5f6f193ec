"""Reads answers of a server that are too large or deep, or hold events that nobody can parse.

An event that others wrote must stop nothing, so it is cut out as if it had never been sent.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import nio
from aiohttp import ClientResponse

from adapters.matrix.answers import BROKEN, AnswerTooLargeError
from adapters.matrix.events import MEMBER, get_text

DEEPEST = 100  # brackets within brackets of an answer
DIGITS = 30  # of a number
PIECE = 1 << 16
TOKEN = re.compile(r'"(?>(?:[^"\\]|\\.)*)"?|[\[\]{}]', re.DOTALL)

Body = dict[str, Any]  # a JSON object, as the library has it
Parse = Callable[[Body], object]


def parse_json(text: str) -> object:
    """Parse JSON that may be hostile; None if it is none."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        found = parse_hostile(f'{{"found": {text}}}').get("found")
    return found


async def read_body(answer: ClientResponse, most: int) -> None:
    """Read a body within bounds, where the library would read all that comes."""
    if answer._body is not None:  # where its own `read` keeps it, for every use
        return
    body = bytearray()
    async for piece in answer.content.iter_chunked(PIECE):
        body += piece
        if len(body) > most:
            answer.close()
            raise AnswerTooLargeError("Matrix answered too much")  # not translated: a log line
    answer._body = bytes(body)  # the same


def parse_hostile(text: str) -> Body:
    """Parse JSON that is nested too deep or holds endless numbers; empty if it is none."""
    try:
        found = json.loads(cut_nesting(text), parse_int=_parse_number)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def cut_nesting(text: str) -> str:
    """Return JSON without what stands below `DEEPEST` brackets, in time linear in its length."""
    kept, depth, start = list[str](), 0, 0
    for token in TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth == DEEPEST + 1:
                kept += (text[start : token.start()], "null")
        elif token[0] in "]}":
            depth -= 1
            if depth == DEEPEST:
                start = token.end()
    return "".join((*kept, text[start:] if depth <= DEEPEST else ""))


def _parse_number(digits: str) -> int:
    return int(digits) if len(digits) <= DIGITS else 0


def drop_unreadable(body: Body) -> Iterator[tuple[str, str]]:
    """Drop events that the library cannot parse; yield the room and the type of each."""
    for room, events, parse in _list_events(body):
        for event in list(events):
            try:
                parse(event)
            except BROKEN:
                events.remove(event)
                yield room, get_text(event, "type") if isinstance(event, dict) else MEMBER


def _list_events(body: Body) -> Iterator[tuple[str, list[Body], Parse]]:
    """Yield each list of events in an answer, with its room and what parses them."""
    rooms = body.get("rooms") or {}
    yield "", _find(body, "to_device"), nio.ToDeviceEvent.parse_event
    yield "", _find(body, "presence"), nio.PresenceEvent.from_dict
    yield "", _find(body, "account_data"), nio.AccountDataEvent.parse_event
    for room, told in (rooms.get("join") or {}).items():
        for name in ("state", "timeline"):
            yield room, _find(told, name), nio.Event.parse_event
        yield room, _find(told, "ephemeral"), nio.EphemeralEvent.parse_event
        yield room, _find(told, "account_data"), nio.AccountDataEvent.parse_event
    for room, told in (rooms.get("leave") or {}).items():
        for name in ("state", "timeline"):
            yield room, _find(told, name), nio.Event.parse_event
    for room, told in (rooms.get("invite") or {}).items():
        yield room, _find(told, "invite_state"), nio.InviteEvent.parse_event
    if isinstance(body.get("chunk"), list):
        yield "", body["chunk"], nio.Event.parse_event


def _find(told: Body, name: str) -> list[Body]:
    events = (told.get(name) or {}).get("events")
    return events if isinstance(events, list) else []
