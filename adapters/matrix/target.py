"""Choose the room for a reply: the one of its question, if still nobody else can read there."""

import json
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import asdict

from adapters.matrix.events import Room
from bot.messages import Chat


class RoomTarget(Struct, frozen=True):
    room: str
    root: str = ""  # of the topic in it


class GrowingMessage(Struct, frozen=True):
    """The message that shows the drafts of a reply; stored as JSON."""

    room: str
    root: str
    once: str  # the name under which it was sent
    event: str = ""  # its id, once that is known

    @property
    def place(self) -> RoomTarget:
        return RoomTarget(self.room, self.root)

    def dump(self) -> str:
        return json.dumps(asdict(self))


def load_growing(stored: str) -> GrowingMessage | None:
    """Load what `dump` stored; None if there was no message yet."""
    return GrowingMessage(**json.loads(stored)) if stored else None


def parse_target(chat: Chat) -> RoomTarget:
    """Parse where the chat's message came from; the room is "" if there was no message."""
    room, _, root = chat.thread.partition(" ")
    return RoomTarget(room, root)


def find_target(chat: Chat, rooms: Iterable[Room], me: str) -> RoomTarget | None:
    """Find where to send a reply; None if we were removed or no room is private any more.

    A private question is never answered in a room that somebody else has joined.
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
