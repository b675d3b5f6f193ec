"""The limits of the memory tools in one turn, and the effects they had."""

from datetime import datetime
from typing import Protocol

from msgspec import Struct

from bot.tools.arguments import TEXT, describe
from indexer.scopes import Scope, Visibility
from memory.capture.user_quotes import QuotedText
from memory.vault.proposals import Proposal

QUOTE = describe(
    TEXT,
    "the user's own words, copied exactly from one of their messages here, that ask for this or"
    " say it; without such words nothing is changed",
)
REQUEST = describe(
    TEXT,
    "the user's own words, copied exactly from their last message, that ask for this; without such"
    " words nothing is changed",
)


class Witness(Protocol):
    """Checks that a person's own words support what a tool is about to write."""

    def ground(self, text: str, quote: str) -> QuotedText:
        """Return the part of `text` that `quote` supports; a `UserError` if there is none."""

    def ground_label(self, label: str, quote: str) -> str:
        """Return a title, topic, tag or key that `quote` supports; empty if it does not."""

    def check_quote(self, quote: str) -> None:
        """Raise a `UserError` unless the person says this in the message to answer."""

    def check_forget_request(self, quote: str) -> None:
        """Raise a `UserError` unless they say this there, asking to forget something."""

    def check_named(self, text: str, quote: str) -> None:
        """Raise a `UserError` unless they say this there, in words that name what `text` says."""


class TrustedWitness:
    """Accepts every write: for programs that the owner lets write on their behalf."""

    def ground(self, text: str, quote: str) -> QuotedText:
        return QuotedText(text, quote, "", "")

    def ground_label(self, label: str, quote: str) -> str:
        return label

    def check_quote(self, quote: str) -> None:
        """Nothing to check."""

    def check_forget_request(self, quote: str) -> None:
        """Nothing to check."""

    def check_named(self, text: str, quote: str) -> None:
        """Nothing to check."""


class ToolEffects:
    """Sentences about what tools changed in a turn, appended to the answer by multis itself.

    `events` are the lines for the owner's daily file, which do not repeat what was forgotten.
    `given` are the texts of results that are not the model's own: an answer may link to what they
    address.
    """

    def __init__(self) -> None:
        self._sentences: list[str] = []
        self._events: list[str] = []
        self.given: list[str] = []
        self.proposed: list[Proposal] = []  # for Memory.md; nothing is written yet

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(self._sentences)

    @property
    def events(self) -> tuple[str, ...]:
        return tuple(self._events)

    def add(self, sentence: str, event: str = "") -> None:
        line = " ".join(sentence.split())
        self._sentences.append(line)
        self._events.append(event or line)


class ToolContext(Struct, frozen=True):
    """Fixed before the model is asked: `visibility` limits reads, `scope` receives writes."""

    visibility: Visibility
    scope: Scope
    chat: str  # platform:id
    now: datetime
    nonce: str
    witness: Witness
    effects: ToolEffects
    only_of: str | None = None  # in a group, the member whose facts alone may be changed
