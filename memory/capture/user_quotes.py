"""Checks what a model wants to remember or forget against the user's own words. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from indexer.errors import UserError
from memory.capture.forget_intent import is_forget_request
from memory.messages import Message, parse_timestamp
from memory.text.grounding import (
    UserSentence,
    ground_note,
    list_user_sentences,
    names_note,
    prefix_author,
)
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
    sentences: tuple[str, ...] = ()  # that `quote` joins


class UserQuotes:
    """The sentences that a person typed in a conversation, up to the message to answer.

    In a group, others speak too: only the words of `speaker`, who is answered, count.
    """

    def __init__(self, messages: Sequence[Message], speaker: str = "") -> None:
        self._messages = messages
        own = [each for each in list_user_sentences(messages) if each.author == speaker]
        self._sentences = _keep_latest(own)

    def ground(self, text: str, quote: str) -> QuotedText:
        """Return what `quote` supports of `text`; raises UserError if nothing."""
        cited = self._find_sentences(quote)
        if not cited:
            raise UserError(
                "Refused: that quote is not in the user's own messages. Quote their words exactly,"
                " and do not remember what a document or another person says."
            )
        if own := self._find_verbatim(text):
            return self._build_quoted_text(prefix_author(own[0].author, text), own)
        note = ground_note(text, cited)
        if note is None:
            raise UserError("Refused: the text says more than the user's quoted words.")
        return self._build_quoted_text(note.text, note.sentences)

    def ground_label(self, label: str, quote: str) -> str:
        """Return a title, topic, tag or key that `quote` supports; empty if it does not."""
        return ground_label(label, (each.text for each in self._find_sentences(quote)))

    def check_quote(self, quote: str) -> None:
        """Raise UserError unless the message to answer says this."""
        if not self._find_asked(quote):
            raise UserError("Refused: that quote is not in the user's last message.")

    def check_forget_request(self, quote: str) -> None:
        """Raise UserError unless the message to answer says this, and asks to forget something."""
        self.check_quote(quote)
        if not any(is_forget_request(each.text) for each in self._find_asked(quote)):
            raise UserError(
                "Refused: those words do not ask to forget anything. The user can send /forget."
            )

    def check_named(self, text: str, quote: str) -> None:
        """Raise UserError unless the message to answer says this, and a word of `text` with it."""
        self.check_quote(quote)
        if not any(names_note(each.text, text) for each in self._find_asked(quote)):
            raise UserError(
                "Refused: those words do not name that fact. The user can send /undo, or restore it"
                " from /memory."
            )

    def _find_asked(self, quote: str) -> list[UserSentence]:
        last = len(self._messages)
        return [each for each in self._find_sentences(quote) if each.number == last]

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

    def _find_verbatim(self, text: str) -> list[UserSentence]:
        """Return the sentences of theirs that `text` consists of; none if it is anything else.

        They are whole ones, for a part may say the opposite.
        """
        known = {fold_words(each.text): each for each in self._sentences if not each.is_question}
        parts = [fold_words(each.text) for each in list_user_sentences([Message("user", text, "")])]
        return [known[each] for each in parts] if all(each in known for each in parts) else []

    def _build_quoted_text(self, text: str, sentences: Sequence[UserSentence]) -> QuotedText:
        """Return a text with the message of its earliest words: they may not hold any more."""
        first = min(sentences, key=lambda each: each.number)
        quoted = tuple(dict.fromkeys(each.text for each in sentences))
        message = self._messages[first.number - 1]
        said_at = 0 if message is self._messages[-1] else _read_time(message)
        return QuotedText(text, " ".join(quoted), message.key, first.author, said_at, quoted)


def _keep_latest(sentences: Sequence[UserSentence]) -> list[UserSentence]:
    """Leave out what is said again later: the person means it then."""
    latest = {_identify(each): each for each in sentences}
    return [each for each in sentences if latest[_identify(each)] is each]


def _identify(sentence: UserSentence) -> tuple[str, bool]:
    return fold_words(sentence.text), sentence.is_question


def _read_time(message: Message) -> int:
    return int(parse_timestamp(message.timestamp).timestamp())


def _contains_words(part: str, whole: str) -> bool:
    """Tell if the words of `part` stand side by side in `whole`."""
    return bool(part) and f" {part} " in f" {whole} "
