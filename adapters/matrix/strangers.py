"""Finds rooms of strangers that are of no use to anybody, so that the bot leaves them.

Where the owner may let people in, whoever asks for it has a room with the bot first. Such a room is
for two: nobody who may ask the bot is in it, and whoever made it decides how large it grows.
"""

from adapters.matrix.client import Client
from adapters.matrix.events import Room
from adapters.shared.health import Time
from bot.messages import Host, Sender

FEW = 8  # members of a room of strangers, ourselves included
QUIET = 86_400.0  # seconds without a word


class StrangersRooms:
    """Remembers since when nothing was said in each of them; a restart begins anew."""

    def __init__(self, client: Client, host: Host, time: Time) -> None:
        self._client = client
        self._host = host
        self._time = time
        self._quiet_since: dict[str, float] = {}

    def note_message(self, room: str) -> None:
        self._quiet_since.pop(room, None)

    async def find_useless(self) -> list[str]:
        """Return the rooms to leave: crowded ones, those without a word, and those too large.

        Whoever may ask the bot keeps it in a room, and in a small one by an invitation alone.
        """
        rooms = [self._client.find_room(name) for name in self._client.list_rooms()]
        return [room.id for room in rooms if room and await self._is_useless(room)]

    async def _is_useless(self, room: Room) -> bool:
        crowded = len(room.members) > FEW
        if room.oversized:
            return True
        if await self._has_friend(room.members - room.invited if crowded else room.members):
            self.note_message(room.id)
            return False
        since = self._quiet_since.setdefault(room.id, self._time.now())
        return crowded or self._time.now() - since > QUIET

    async def _has_friend(self, members: frozenset[str]) -> bool:
        people = [Sender("matrix", each) for each in members - {self._client.me}]
        if any(each.key in self._host.owners for each in people):
            return True
        for each in people:
            if await self._host.accepts_invitation(each, False):
                return True
        return False
