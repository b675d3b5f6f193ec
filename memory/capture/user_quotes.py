"""Checks what a model wants to remember or forget against the user's own words. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from indexer.errors import UserError
from memory.capture.forget_intent import is_forget_request
from memory.messages import Message, parse_timestamp
from memory.text.grounding import UserSentence, ground_note, list_user_sentences, prefix_author
from memory.text.labels import ground_label
from memory.text.words import fold_words

SHORTEST = 2  # words of a quote


class QuotedText(Struct, frozen=True):
    """A text to remember, with the words that support it, their message and author."""

    text: str
    quote: str
    turn: str
    author: str
    said_at: int = 0  # epoch seconds; 0 for words of the message to answer


class UserQuotes:
    """The sentences that a person typed in a conversation, up to the message to answer.

    In a group, others speak too: only the words of `speaker`, who is answered, count.
    """

    def __init__(self, messages: Sequence[Message], speaker: str = "") -> None:
        self._messages = messages
        own = (each for each in list_user_sentences(messages) if each.author == speaker)
        self._sentences = list(own)

    def ground(self, text: str, quote: str) -> QuotedText:
        """Return what `quote` supports of `text`; raises UserError if nothing."""
        cited = self._find_sentences(quote)
        if not cited:
            raise UserError(
                "Refused: that quote is not in the user's own messages. Quote their words exactly,"
                " and do not remember what a document or another person says."
            )
        if self._is_verbatim(text):
            return self._build_quoted_text(prefix_author(cited[0].author, text), cited)
        note = ground_note(text, cited)
        if note is None:
            raise UserError("Refused: the text says more than the user's quoted words.")
        return self._build_quoted_text(note.text, note.sentences)

    def ground_label(self, label: str, quote: str) -> str:
        """Return a title, topic, tag or key that `quote` supports; empty if it does not."""
        return ground_label(label, (each.text for each in self._find_sentences(quote)))

    def check_quote(self, quote: str) -> None:
        """Raise UserError unless the person said this themselves."""
        if not self._find_sentences(quote):
            raise UserError("Refused: that quote is not in the user's own messages.")

    def check_forget_request(self, quote: str) -> None:
        """Raise UserError unless they said this, and it asks for something to be forgotten."""
        self.check_quote(quote)
        if not any(is_forget_request(each.text) for each in self._find_sentences(quote)):
            raise UserError(
                "Refused: those words do not ask to forget anything. The user can send /forget."
            )

    def _find_sentences(self, quote: str) -> list[UserSentence]:
        wanted = fold_words(quote)
        if len(wanted.split()) < SHORTEST and len(wanted) < 2 * SHORTEST:
            return []
        return [
            each
            for each in self._sentences
            if _contains_words(wanted, fold_words(each.text))
            or _contains_words(fold_words(each.text), wanted)
        ]

    def _is_verbatim(self, text: str) -> bool:
        """Tell if each sentence of `text` is a whole one of theirs: a part may say the opposite."""
        known = {fold_words(each.text) for each in self._sentences if not each.is_question}
        parts = list_user_sentences([Message("user", text, "")])
        return bool(parts) and all(fold_words(each.text) in known for each in parts)

    def _build_quoted_text(self, text: str, sentences: Sequence[UserSentence]) -> QuotedText:
        first = self._find_last_time(sentences[0])
        quote = " ".join(dict.fromkeys(each.text for each in sentences))
        message = self._messages[first.number - 1]
        said_at = 0 if message is self._messages[-1] else _read_time(message)
        return QuotedText(text, quote, message.key, first.author, said_at)

    def _find_last_time(self, sentence: UserSentence) -> UserSentence:
        """Find where they said the same last: what they said in between may hold no more."""
        wanted = sentence.author, fold_words(sentence.text)
        return max(
            (each for each in self._sentences if (each.author, fold_words(each.text)) == wanted),
            key=lambda each: each.number,
            default=sentence,
        )


def _read_time(message: Message) -> int:
    return int(parse_timestamp(message.timestamp).timestamp())


def _contains_words(part: str, whole: str) -> bool:
    """Tell if the words of `part` stand side by side in `whole`."""
    return bool(part) and f" {part} " in f" {whole} "
