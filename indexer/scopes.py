"""Access to stored texts: the scope of each text, and the scopes that a reader may see.

Everything stored carries a `Scope`; everything that reads asks for a `Visibility`.
"""

from typing import Self

from msgspec import Struct

CHAT = "user:"


class Scope(Struct, frozen=True):
    """The label of a stored text: public, for the owner only, or for one chat only."""

    label: str

    def __post_init__(self) -> None:
        platform, colon, chat = self.label.removeprefix(CHAT).partition(":")
        named = self.label.startswith(CHAT) and platform and colon and chat
        if self.label not in ("kb", "admin") and not named:
            raise ValueError(f"not a scope: {self.label!r}")

    @classmethod
    def of_chat(cls, chat_key: str) -> Self:
        """Return the scope of the chat `platform:id`; a bare id would collide between platforms."""
        return cls(CHAT + chat_key)

    @property
    def chat(self) -> str:
        """`platform:id` of the chat it belongs to; empty for `KB` and `ADMIN`."""
        return self.label.removeprefix(CHAT) if self.label.startswith(CHAT) else ""

    def may_replace(self, older: "Scope") -> bool:
        """Return whether a text of this scope may take the place of one of the scope `older`.

        Only the owner writes into `KB` and `ADMIN`; who writes into a chat's own scope has no say
        about any other.
        """
        return not self.chat or self == older


KB = Scope("kb")
ADMIN = Scope("admin")


class Visibility(Struct, frozen=True):
    """The scopes that one reply may draw on.

    Empty means *nothing*: a query with a forgotten or broken visibility returns no rows, never
    all rows. Only `bot/access/policy.py` builds one from a message.
    """

    scopes: frozenset[Scope] = frozenset()
    everything: bool = False

    @classmethod
    def only(cls, *scopes: Scope) -> Self:
        return cls(frozenset(scopes))

    @classmethod
    def unrestricted(cls) -> Self:
        return cls(everything=True)

    @property
    def circle(self) -> Scope | None:
        """The scope of the traces that the reader's use leaves; None for one without their own.

        Nobody sees it who does not belong to the reader's chat, except the owner.
        """
        if self.everything or ADMIN in self.scopes:
            return ADMIN
        chats = [scope for scope in self.scopes if scope.chat]
        return chats[0] if len(chats) == 1 else None

    def allows(self, scope: Scope) -> bool:
        return self.everything or scope in self.scopes
