"""The stored state: how far each chat was read, and which messages multis sent.

Messages from multis come back as if the owner had sent them. Each is recorded before it is sent,
so that it is recognized even after a crash: by its text, and by its id once it has one.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct, field, to_builtins

from bot.messages import replace_json

KEPT = 512  # messages of our own


class OwnMessage(Struct):
    """A message that multis sent."""

    chat: str
    words: str  # a digest of its letters and digits, which no network changes
    id: str = ""  # "" until it came back
    pending: str = ""  # its id until then


class State(Struct):
    since: str = ""  # ISO 8601: earlier messages are not answered
    cursors: dict[str, str] = field(default_factory=dict)  # by chat
    own: list[OwnMessage] = field(default_factory=list)

    def add_own(self, chat: str, text: str) -> OwnMessage:
        own = OwnMessage(chat, compute_digest(text))
        self.own = [*self.own, own][-KEPT:]
        return own

    def recognize_own(self, chat: str, message: str, text: str) -> bool:
        """Return whether multis sent that message of the owner's account; record its id if so."""
        here = [each for each in self.own if each.chat == chat]
        if any(message in (each.id, each.pending) for each in here):
            return True
        same = [each for each in here if not each.id and each.words == compute_digest(text)]
        for each in same[:1]:
            each.id = message
        return bool(same)

    def list_unconfirmed(self, chat: str) -> Iterable[OwnMessage]:
        return [each for each in self.own if each.chat == chat and each.pending and not each.id]


def read_state(path: Path) -> State:
    """Read the stored state; a new one if there is none or it cannot be parsed."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        own = [OwnMessage(**each) for each in raw["own"]]
        return State(str(raw["since"]), {str(k): str(v) for k, v in raw["cursors"].items()}, own)
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return State()


def write_state(path: Path, state: State) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    replace_json(path, to_builtins(state))


def compute_digest(text: str) -> str:
    plain = "".join(c for c in text.casefold() if c.isalnum()) or text
    return hashlib.sha256(plain.encode()).hexdigest()
