"""Where a chat's memory lies on disk, and why no chat id can lead anywhere else."""

import hashlib
import string
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from indexer.scopes import ADMIN, CHAT, Scope

SHARED = "admin"
# Capitals are escaped too: some file systems do not tell `A` from `a`.
PLAIN = frozenset((string.ascii_lowercase + string.digits + "-").encode())
LONGEST = 200  # characters; file systems end at 255 bytes


def encode_folder_name(chat_key: str) -> str:
    """`telegram:123` becomes `telegram_123`: one name per chat, on every file system.

    `_` stands once between platform and id and `~` only before a digest, so that no name is
    `admin`, climbs out of its parent, or equals another chat's.
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


@dataclass(frozen=True, slots=True)
class ChatFolder:
    """The files of one chat below `root`, the folder of all chats' memory.

    `scope` is decided by who reads the chat: with `ADMIN`, a private chat of the owner, the notes
    are those that all of the owner's private chats share.
    """

    root: Path
    chat: str  # platform:id
    scope: Scope

    def __post_init__(self) -> None:
        if self.scope not in (ADMIN, Scope.of_chat(self.chat)):
            raise ValueError(f"{self.chat} cannot remember in the scope {self.scope.label}")

    @property
    def path(self) -> Path:
        return self.root / encode_folder_name(self.chat)

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


def get_notes_path(root: Path, scope: Scope) -> Path:
    """memory.md of a scope; that of `ADMIN` belongs to all private chats of the owner."""
    name = SHARED if scope == ADMIN else encode_folder_name(scope.label.removeprefix(CHAT))
    return root / name / "memory.md"
