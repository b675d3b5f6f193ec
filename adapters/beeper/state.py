"""How far each chat was read, and which messages are our own: kept in one file.

What we send comes back as if the owner had said it. It is written down before it is sent, so that
it is known even after a crash: by its words, and by its id once the network has given it one.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from adapters.shared.numbered import write_private

KEPT = 512  # of our own messages


@dataclass
class OwnMessage:
    """A message of ours."""

    chat: str
    words: str  # a digest of its letters and digits, which no network changes
    id: str = ""  # "" until it came back
    pending: str = ""  # its id until then


@dataclass
class State:
    since: str = ""  # ISO 8601: what was said before is not ours to answer
    cursors: dict[str, str] = field(default_factory=dict)  # by chat
    own: list[OwnMessage] = field(default_factory=list)

    def add_own(self, chat: str, text: str) -> OwnMessage:
        own = OwnMessage(chat, compute_digest(text))
        self.own = [*self.own, own][-KEPT:]
        return own

    def recognize_own(self, chat: str, message: str, text: str) -> bool:
        """Whether that message of the owner's account is one of ours."""
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
    """A new one if there is none, or none that can be understood."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        own = [OwnMessage(**each) for each in raw["own"]]
        return State(str(raw["since"]), {str(k): str(v) for k, v in raw["cursors"].items()}, own)
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return State()


def write_state(path: Path, state: State) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_private(path, asdict(state))


def compute_digest(text: str) -> str:
    plain = "".join(c for c in text.casefold() if c.isalnum()) or text
    return hashlib.sha256(plain.encode()).hexdigest()
