"""The library's encryption: keys of rooms, and files as their senders encrypted them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nio.crypto import Olm
from nio.crypto.attachments import decrypt_attachment
from nio.exceptions import EncryptionError

from adapters.matrix.answers import MatrixRequestError


class KnownRoomsOlm(Olm):  # type: ignore[misc]  # it has no types
    """Keeps keys only for `known_rooms`: whoever shares a room with us may send any number."""

    known_rooms: frozenset[str] = frozenset()

    def create_group_session(self, sender_key: str, signing: str, room: str, *key: Any) -> None:
        """Keep the key of a session in a known room."""
        if room in self.known_rooms:
            super().create_group_session(sender_key, signing, room, *key)


def write_decrypted(path: Path, content: bytes, source: Mapping[str, str]) -> None:
    """Write a file, decrypted if `source` has a key."""
    if source["key"]:
        try:
            content = decrypt_attachment(content, source["key"], source["sha256"], source["iv"])
        except (EncryptionError, ValueError) as error:
            raise MatrixRequestError(str(error)) from None
    path.write_bytes(content)
