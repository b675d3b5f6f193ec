"""Finds a person's own sentences in a conversation, and checks notes against them. Pure.

The model that summarises has read documents, forwarded texts and its own answers, any of which may
instruct it what to remember. So its word counts for nothing: a note is kept as worded when one
sentence that it cites holds all its content words and says the same at greater length. When the
cited sentences together hold most of them, these sentences are kept in its place, because words of
two sentences can be combined to say something else. Otherwise nothing is kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from indexer.text.languages import detect_language
from indexer.text.sentence_kind import is_question
from indexer.text.sentences import find_sentence_ends
from indexer.text.word_lists import load_all_words
from memory.fact import FactType
from memory.messages import Message
from memory.text.assertion import is_negated, keeps_meaning
from memory.text.words import all_words, content_words, fold_words

QUOTED = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
FENCED = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
COPIED_BYTES = 20  # from this length on, an equal sentence was copied rather than typed again
MOST = 0.5  # of a note's words, for the sentences it cites to be kept in its place
LONGEST_NOTE = 300  # characters
ONLY_ASKED = "(asked) "  # in a note made of questions alone, which answers nothing


@dataclass(frozen=True, slots=True)
class UserSentence:
    """One sentence that a person typed, in a message that may be cited as `number`."""

    number: int
    text: str
    author: str
    is_question: bool


@dataclass(frozen=True, slots=True)
class GroundedNote:
    """A note and the sentences of a person that support it."""

    text: str
    sentences: tuple[UserSentence, ...]
    type: FactType = "note"
    topic: str = ""  # what it is about, if the model said so

    @property
    def author(self) -> str:
        """In a group: the person who wrote all of `sentences`."""
        return self.sentences[0].author


def list_user_sentences(messages: Sequence[Message]) -> list[UserSentence]:
    """List the sentences that people typed themselves, not quoted, forwarded or captured ones.

    `messages` are numbered from 1.
    """
    foreign: list[str] = []
    found: list[UserSentence] = []
    for number, message in enumerate(messages, 1):
        foreign.append(fold_words(message.quote))
        if message.role == "user" and not message.forwarded:
            found.extend(
                UserSentence(number, text, message.author, is_question(text))
                for text in _split_own_sentences(message.content)
                if not (message.captured or _is_copied(text, foreign))
            )
        else:
            foreign.append(fold_words(message.content))
    return found


def _split_own_sentences(content: str) -> Iterator[str]:
    typed = QUOTED.sub("", FENCED.sub("", content))
    start = 0
    for end in find_sentence_ends(typed, 0, len(typed)):
        yield from (line for each in typed[start:end].splitlines() if (line := each.strip()))
        start = end


def _is_copied(sentence: str, foreign: Iterable[str]) -> bool:
    """Tell if the sentence stands in an earlier text that the person did not write."""
    plain = fold_words(sentence)
    return len(plain.encode()) >= COPIED_BYTES and any(plain in text for text in foreign)


def ground_note(text: str, cited: Sequence[UserSentence]) -> GroundedNote | None:
    """Make a note of `text` as far as the cited sentences support it; None if they do not.

    The sentences of a group are weighed author by author: one member's words prove nothing about
    another.
    """
    authors = dict.fromkeys(sentence.author for sentence in cited)
    by_author = (_ground(text, [s for s in cited if s.author == author]) for author in authors)
    return next((note for note in by_author if note), None)


def _ground(text: str, cited: Sequence[UserSentence]) -> GroundedNote | None:
    language = detect_language(" ".join(sentence.text for sentence in cited))
    # A note may begin with a word for the person, "the user", that they do not use themselves.
    subjects = load_all_words("person_nouns")
    wanted = content_words(text, language) - content_words(cited[0].author, language) - subjects
    shared = [(each, all_words(each.text, language) & wanted) for each in cited]
    best, words = max(shared, key=lambda pair: (len(pair[1]), not pair[0].is_question))
    if not words:
        return None
    if words == wanted and _supports(best, text, words, language):
        return _build_note(text, (best,))
    return _quote_sentences(shared, MOST * len(wanted))


def _supports(sentence: UserSentence, text: str, words: frozenset[str], language: str) -> bool:
    if sentence.is_question:  # begins as questions do, and is kept as one
        return is_negated(text) == is_negated(sentence.text)
    return keeps_meaning(text, sentence.text, words, language)


def _quote_sentences(
    shared: Sequence[tuple[UserSentence, frozenset[str]]], more_than: float
) -> GroundedNote | None:
    """Make a note of the person's own sentences if they hold more than so many of its words."""
    used = [(each, words) for each, words in shared if words and not each.is_question]
    covered = frozenset[str]().union(*(words for _, words in used))
    if len(covered) <= more_than:
        return None
    sentences = tuple(each for each, _ in used)
    return _build_note(" ".join(each.text for each in sentences), sentences)


def _build_note(text: str, used: Sequence[UserSentence]) -> GroundedNote | None:
    if len(text) > LONGEST_NOTE:
        return None
    asked = ONLY_ASKED if all(sentence.is_question for sentence in used) else ""
    return GroundedNote(prefix_author(used[0].author, asked + text), tuple(used))


def prefix_author(author: str, text: str) -> str:
    """Put the name of the person who said `text` before it; only in a group is there an author."""
    return f"{author}: {text}" if author else text


def is_same_note(one: str, other: str) -> bool:
    """Tell if two notes say the same in the same words, in any order."""
    language = detect_language(one)
    words = content_words(one, language) == content_words(other, language)
    return words and is_negated(one) == is_negated(other)
