"""Who may read a stored text, and what a reader may see.

A `Scope` is written on everything stored; a `Visibility` is demanded by everything that reads.
"""

from dataclasses import dataclass
from typing import Self

CHAT = "user:"


@dataclass(frozen=True, slots=True)
class Scope:
    """The one label a stored text carries: public, owner-only, or one chat's own."""

    label: str

    def __post_init__(self) -> None:
        platform, colon, chat = self.label.removeprefix(CHAT).partition(":")
        named = self.label.startswith(CHAT) and platform and colon and chat
        if self.label not in ("kb", "admin") and not named:
            raise ValueError(f"not a scope: {self.label!r}")

    @classmethod
    def of_chat(cls, chat_key: str) -> Self:
        """`chat_key` is `platform:id`; a bare id would collide between platforms."""
        return cls(CHAT + chat_key)

    @property
    def chat(self) -> str:
        """`platform:id` of the chat whose own it is; empty for the two others."""
        return self.label.removeprefix(CHAT) if self.label.startswith(CHAT) else ""


KB = Scope("kb")
ADMIN = Scope("admin")


@dataclass(frozen=True, slots=True)
class Visibility:
    """What one reply may draw on.

    Empty means *nothing*: a query made with a forgotten or broken visibility returns no rows,
    never all rows. Only `bot/access/policy.py` makes one from a message.
    """

    scopes: frozenset[Scope] = frozenset()
    everything: bool = False

    @classmethod
    def only(cls, *scopes: Scope) -> Self:
        return cls(frozenset(scopes))

    @classmethod
    def unrestricted(cls) -> Self:
        return cls(everything=True)

    def allows(self, scope: Scope) -> bool:
        return self.everything or scope in self.scopes
