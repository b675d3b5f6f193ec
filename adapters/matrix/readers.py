"""Ask the server who reads in a room: its members and two events, however much else it holds."""

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import quote

from adapters.matrix.answers import MatrixRequestError
from adapters.matrix.events import Json, Room, get_inner, get_text

ROOMS = "/_matrix/client/v3/rooms"
READING = ("join", "invite")  # memberships
MOST_BYTES = 1 << 16  # of an answer: a private room has two members

Ask = Callable[[str], Awaitable[Json]]  # returns the answer at a path; empty if nothing is there


def build_room_path(room: str) -> str:
    return f"{ROOMS}/{quote(room, safe='')}"


def is_closed(join_rule: str, visibility: str) -> bool:
    """Return whether nobody can join without an invitation, nor read without joining."""
    return join_rule == "invite" and visibility != "world_readable"


async def is_private(ask: Ask, room: Room) -> bool:
    """Return whether its members and nobody else can read in a room, as the server has it."""
    place = build_room_path(room.id)
    joined = (await ask(f"{place}/joined_members")).get("joined")
    if not isinstance(joined, Mapping):
        raise MatrixRequestError("no members")  # not translated: a log line
    invited = _list_invited(await ask(f"{place}/members?membership=invite"))
    rule = await ask(f"{place}/state/m.room.join_rules") or {"join_rule": "invite"}
    visibility = await ask(f"{place}/state/m.room.history_visibility")
    closed = is_closed(get_text(rule, "join_rule"), get_text(visibility, "history_visibility"))
    return closed and invited.union(joined) == room.members


def _list_invited(answer: Json) -> set[str]:
    """Return who is invited; a server may name others too, who have come, gone or asked to."""
    chunk = answer.get("chunk")
    if not isinstance(chunk, list):
        raise MatrixRequestError("no invited members")  # not translated: a log line
    return {
        get_text(each, "state_key")
        for each in chunk
        if isinstance(each, Mapping)
        and get_text(get_inner(each, "content"), "membership") in READING
    }
