"""Where a reply goes: the room that it was asked in, if still nobody else reads there."""

from collections.abc import Iterable
from dataclasses import dataclass

from adapters.matrix.events import Room
from bot.messages import Chat


@dataclass(frozen=True, slots=True)
class Place:
    room: str
    root: str = ""  # of the topic in it


def place_of(chat: Chat, rooms: Iterable[Room], me: str) -> Place | None:
    """None where `chat` can be told nothing: we were sent away, or no room is private any more.

    What was asked in private is never answered in a room that somebody else has come into.
    """
    asked, _, root = chat.thread.partition(" ")
    known = {room.id: room for room in rooms}
    if not chat.private:
        return Place(chat.id, root if asked == chat.id else "") if chat.id in known else None
    fit = [name for name, room in known.items() if room.private_with(chat.id, me)]
    if asked in fit:
        return Place(asked, root)
    return Place(fit[-1]) if fit else None
