"""What may be remembered at a model's word: only what a person's own words bear out. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from indexer.errors import UserError
from memory.messages import Message
from memory.text.forget_intent import asks_to_forget
from memory.text.grounding import Statement, statements, supported, told_by
from memory.text.words import folded

SHORTEST = 2  # words of a quote


@dataclass(frozen=True, slots=True)
class Borne:
    """A text to remember, with the words it rests on and who said them in which message."""

    text: str
    said: str
    turn: str
    author: str


class Evidence:
    """What the people of a conversation said in their own words, up to the message to answer."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages
        self._said = statements(messages)

    def bear(self, text: str, quote: str) -> Borne:
        """What of `text` may be kept on the strength of `quote`; a `UserError` if nothing."""
        cited = self._cited(quote)
        if not cited:
            raise UserError(
                "Refused: that quote is not in the user's own messages. Quote their words exactly,"
                " and do not remember what a document or another person says."
            )
        if self._verbatim(text):
            return self._borne(told_by(cited[0].author, text), cited)
        note = supported(text, cited)
        if note is None:
            raise UserError("Refused: the text says more than the user's quoted words.")
        return self._borne(note.text, note.rests_on)

    def confirm(self, quote: str) -> None:
        """A `UserError` unless the person said this themselves."""
        if not self._cited(quote):
            raise UserError("Refused: that quote is not in the user's own messages.")

    def ask_to_forget(self, quote: str) -> None:
        """A `UserError` unless they said this, and it asks for something to be forgotten."""
        self.confirm(quote)
        if not any(asks_to_forget(each.text) for each in self._cited(quote)):
            raise UserError(
                "Refused: those words do not ask to forget anything. The user can send /forget."
            )

    def _cited(self, quote: str) -> list[Statement]:
        wanted = folded(quote)
        if len(wanted.split()) < SHORTEST and len(wanted) < 2 * SHORTEST:
            return []
        return [
            each
            for each in self._said
            if _within(wanted, folded(each.text)) or _within(folded(each.text), wanted)
        ]

    def _verbatim(self, text: str) -> bool:
        """Whether each sentence of `text` is a whole one of theirs: a part may say the opposite."""
        told = {folded(each.text) for each in self._said if not each.question}
        parts = statements([Message("user", text, "")])
        return bool(parts) and all(folded(each.text) in told for each in parts)

    def _borne(self, text: str, rests_on: Sequence[Statement]) -> Borne:
        first = rests_on[0]
        said = " ".join(dict.fromkeys(each.text for each in rests_on))
        return Borne(text, said, self._messages[first.number - 1].key, first.author)


def _within(part: str, whole: str) -> bool:
    """Whether the words of `part` stand side by side in `whole`."""
    return bool(part) and f" {part} " in f" {whole} "
