"""Where a reply goes: the room that it was asked in, if still nobody else reads there."""

from collections.abc import Iterable
from dataclasses import dataclass

from adapters.matrix.events import Room
from bot.messages import Chat


@dataclass(frozen=True, slots=True)
class RoomTarget:
    room: str
    root: str = ""  # of the topic in it


def parse_target(chat: Chat) -> RoomTarget:
    """Where its message was said; without a room if none was."""
    room, _, root = chat.thread.partition(" ")
    return RoomTarget(room, root)


def find_target(chat: Chat, rooms: Iterable[Room], me: str) -> RoomTarget | None:
    """None where `chat` can be told nothing: we were sent away, or no room is private any more.

    What was asked in private is never answered in a room that somebody else has come into.
    """
    asked = parse_target(chat)
    known = {room.id: room for room in rooms}
    if chat.private:
        fit = [name for name, room in known.items() if room.is_private_with(chat.id, me)]
    else:
        fit = [chat.id] if chat.id in known else []
    if asked.room in fit:
        return asked
    return RoomTarget(fit[-1]) if fit else None
