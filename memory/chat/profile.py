"""profile.json: a chat's scope, mode, dates, and the exchanges that were recorded."""

import json
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from indexer.scopes import Scope

REMEMBERED_KEYS = 500  # a platform repeats a message within minutes, not after hundreds of others


class Profile(Struct, frozen=True):
    chat: str  # platform:id
    scope: str  # label of the scope in which the chat remembers
    created_at: str = ""
    last_active: str = ""
    mode: str = ""  # empty: the default mode
    recorded: tuple[str, ...] = ()  # keys of the last exchanges that are in all files
    dropped: int = 0  # messages that left the window before any model summarised them

    @property
    def platform(self) -> str:
        return self.chat.partition(":")[0]

    def with_recorded(self, keys: Iterable[str], now: str) -> "Profile":
        known = dict.fromkeys((*self.recorded, *keys))
        return replace(
            self,
            created_at=self.created_at or now,
            last_active=max(self.last_active, now),
            recorded=tuple(known)[-REMEMBERED_KEYS:],
        )


_encode = json.JSONEncoder(ensure_ascii=False).encode  # `dumps` builds an encoder for each value


def encode(profile: Profile) -> str:
    """Encode profile.json, a field a line: `json` is slow where it indents by itself."""
    known = {"platform": profile.platform, **asdict(profile)}
    lines = (f"{_encode(k)}: {_encode(v)}" for k, v in known.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def decode(text: str) -> Profile:
    """Parse profile.json; raises ValueError for anything but a profile."""
    try:
        item: object = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(item, dict):
        raise ValueError("not an object")
    texts = {
        name: _parse_text(item.get(name, ""), name)
        for name in ("chat", "scope", "created_at", "last_active", "mode")
    }
    Scope(texts["scope"])
    recorded, dropped = item.get("recorded", []), item.get("dropped", 0)
    if not isinstance(recorded, list) or not isinstance(dropped, int):
        raise ValueError("recorded must be an array, dropped a number")
    return Profile(**texts, recorded=_parse_texts(recorded), dropped=dropped)


def _parse_texts(values: Sequence[object]) -> tuple[str, ...]:
    return tuple(_parse_text(value, "recorded") for value in values)


def _parse_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text")
    return value
