"""Paths of a chat's memory files; no chat id can lead out of their folder."""

import hashlib
import string
from datetime import date
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from indexer.scopes import ADMIN, CHAT, Scope

SHARED = "admin"
# Capitals are escaped too: some file systems do not tell `A` from `a`.
PLAIN = frozenset((string.ascii_lowercase + string.digits + "-").encode())
KEPT = 64  # chats
LONGEST = 200  # characters; file systems end at 255 bytes


def encode_folder_name(chat_key: str) -> str:
    """Turn `telegram:123` into `telegram_123`: one name per chat, on every file system.

    `_` occurs once, between platform and id, and `~` only before a digest, so that no name is
    `admin`, leads out of its parent folder, or equals another chat's.
    """
    platform, colon, chat = chat_key.partition(":")
    if not (platform and colon and chat):
        raise ValueError(f"not a chat key: {chat_key!r}")
    name = f"{_escape(platform)}_{_escape(chat)}"
    if len(name) <= LONGEST:
        return name
    digest = hashlib.sha256(_encode(chat_key)).hexdigest()
    return f"{name[: LONGEST - len(digest) - 1]}~{digest}"


def _escape(text: str) -> str:
    return "".join(chr(byte) if byte in PLAIN else f"%{byte:02x}" for byte in _encode(text))


def _encode(text: str) -> bytes:
    # A platform may send half a surrogate pair; it must still name a folder.
    return text.encode(errors="surrogatepass")


class ChatFolder(Struct, frozen=True):
    """The files of one chat below `root`, the folder of all chats' memory.

    `scope` depends on who reads the chat: with `ADMIN`, a private chat of the owner, the notes are
    those that all of the owner's private chats share.
    """

    root: Path
    chat: str  # platform:id
    scope: Scope

    def __post_init__(self) -> None:
        if self.scope not in (ADMIN, Scope.of_chat(self.chat)):
            raise ValueError(f"{self.chat} cannot remember in the scope {self.scope.label}")

    @property
    def path(self) -> Path:
        return _get_path(self.root, self.chat)

    @property
    def recent(self) -> Path:
        return self.path / "recent.json"

    @property
    def profile(self) -> Path:
        return self.path / "profile.json"

    def log_file(self, day: date) -> Path:
        return self.path / "log" / f"{day.isoformat()}.md"

    @property
    def notes(self) -> Path:
        return get_notes_path(self.root, self.scope)


@lru_cache(maxsize=KEPT)  # a turn asks for it a dozen times
def _get_path(root: Path, chat: str) -> Path:
    return root / encode_folder_name(chat)


def get_notes_path(root: Path, scope: Scope) -> Path:
    """Return the path of a scope's memory.md; all private chats of the owner share one."""
    name = SHARED if scope == ADMIN else encode_folder_name(scope.label.removeprefix(CHAT))
    return root / name / "memory.md"
