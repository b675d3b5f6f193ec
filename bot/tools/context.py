"""How far the memory tools of one turn reach, and what they have done in it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.tools.arguments import TEXT, describe
from indexer.scopes import Scope, Visibility
from memory.capture.user_quotes import QuotedText

QUOTE = describe(
    TEXT,
    "the user's own words, copied exactly from one of their messages here, that ask for this or"
    " say it; without such words nothing is changed",
)


class Witness(Protocol):
    """Says whether a person's own words bear out what is to be written."""

    def ground(self, text: str, quote: str) -> QuotedText:
        """What of `text` may be kept; a `UserError` if nothing."""

    def check_quote(self, quote: str) -> None:
        """A `UserError` unless the person said this."""

    def check_forget_request(self, quote: str) -> None:
        """A `UserError` unless the person said this, and asks to forget something with it."""


class TrustedWitness:
    """The witness where the owner lets another program write: its word is theirs."""

    def ground(self, text: str, quote: str) -> QuotedText:
        return QuotedText(text, quote, "", "")

    def check_quote(self, quote: str) -> None:
        """Nothing to check."""

    def check_forget_request(self, quote: str) -> None:
        """Nothing to check."""


class ToolEffects:
    """What tools changed in a turn, one sentence each: the answer tells them, not the model.

    The owner's day notes them as well; what was forgotten only as the event that it is.
    """

    def __init__(self) -> None:
        self._told: list[str] = []
        self._events: list[str] = []

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(self._told)

    @property
    def events(self) -> tuple[str, ...]:
        return tuple(self._events)

    def add(self, sentence: str, event: str = "") -> None:
        told = " ".join(sentence.split())
        self._told.append(told)
        self._events.append(event or told)


@dataclass(frozen=True, slots=True)
class ToolContext:
    """`visibility` is what is read, `scope` where is written; no tool's argument changes them."""

    visibility: Visibility
    scope: Scope
    chat: str  # platform:id
    now: datetime
    nonce: str
    witness: Witness
    effects: ToolEffects
