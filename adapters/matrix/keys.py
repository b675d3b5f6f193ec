"""Room keys, kept only for rooms that exist for us.

Anybody who shares a room with the bot may send it keys, for as many rooms as they make up.
"""

from typing import Any

from nio.crypto import Olm


class KnownRoomsOlm(Olm):  # type: ignore[misc]  # it has no types
    """The library's encryption; of a key for a room that is not in `known_rooms` nothing stays."""

    known_rooms: frozenset[str] = frozenset()

    def create_group_session(self, sender_key: str, signing: str, room: str, *key: Any) -> None:
        """Keep the key of a session in a known room."""
        if room in self.known_rooms:
            super().create_group_session(sender_key, signing, room, *key)
