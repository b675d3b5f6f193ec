"""Finds a person's own sentences in a conversation, and checks notes against them. Pure.

The model that summarises has read documents, forwarded texts and its own answers, any of which may
instruct it what to remember. So its word counts for nothing: a note is kept as worded when one
sentence that it cites holds all its content words and says the same at greater length. When the
cited sentences together hold some of them, these sentences are kept in its place, because words of
two sentences can be combined to say something else. Otherwise nothing is kept.

Where rules only doubt that a note follows, and nothing speaks against it for certain, a second
model may be asked (`NoteClaim`); what it confirms is kept as worded.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from indexer.inference.entailment import Verdict
from indexer.inference.notes import judge_note
from indexer.inference.reading import Word
from indexer.text.sentence_kind import is_question
from indexer.text.sentences import find_sentence_ends
from indexer.text.word_lists import load_all_words
from memory.fact import FactType
from memory.messages import Message
from memory.text.assertion import is_fiction, is_joke, is_mere_joke, may_be_irony
from memory.text.changes.corrections.correction import parse_correction
from memory.text.statement import strip_repetition
from memory.text.telling import may_tell
from memory.text.words import fold_words

QUOTED = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
FENCED = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
COPIED_BYTES = 20  # from this length on, an equal sentence was copied rather than typed again
_DECISIVE = frozenset(("more", "negation", "number"))  # against what was only asked, too
# What no second opinion outweighs: another number or name, a denial, the words of somebody else.
_FIRM = frozenset(("negation", "number", "date", "name", "quoted", "somebody", "speaker"))
MOST = 0.5  # of a note's words, for the sentences it cites to be kept in its place
MESSAGES = 512  # of which sentences and words are kept: a window, and what it quotes
SOME = 0.25  # of them, for statements of whoever talks to multis alone
LONGEST_NOTE = 300  # characters
ONLY_ASKED = "(asked) "  # in a note made of questions alone, which answers nothing


class UserSentence(Struct, frozen=True):
    """One sentence that a person typed, in a message that may be cited as `number`."""

    number: int
    text: str
    author: str
    is_question: bool
    said_at: str = ""  # ISO 8601, UTC; empty if nobody knows


class NoteClaim(Struct, frozen=True):
    """A note as a model worded it, and the sentence of a person that it is said to follow from."""

    note: str
    said: str


class GroundedNote(Struct, frozen=True):
    """A note and the sentences of a person that support it."""

    text: str
    sentences: tuple[UserSentence, ...]
    type: FactType = "note"
    topic: str = ""  # what it is about, if the model said so
    importance: int = 5
    passes: bool = False  # of no use after its date
    meant: str = ""  # the id of a fact that it takes the place of
    ends: bool = False  # that fact, with nothing in its place
    worded: str = ""  # as the model has it, also where the person's own words stand in its place
    open: NoteClaim | None = None  # what it stands in place of, which rules could not decide

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
        foreign.append(message.quote)
        if message.role == "user" and not message.forwarded:
            found.extend(
                UserSentence(number, text, message.author, is_question(text), message.timestamp)
                for text in _split_own_sentences(message.content)
                if not (message.captured or _is_copied(text, foreign))
            )
        else:
            foreign.append(message.content)
    return found


# Each question is weighed against its whole window, of which one message is new.
@lru_cache(maxsize=MESSAGES)
def _split_own_sentences(content: str) -> tuple[str, ...]:
    """Split what somebody typed; laughter belongs to the sentence before: `Just kidding!`."""
    own: list[str] = []
    for each in _list_lines(QUOTED.sub("", FENCED.sub("", content))):
        if own and is_mere_joke(each) and not own[-1].endswith(("?", "？")):
            own[-1] = f"{own[-1]} {each}"
        else:
            own.append(each)
    return tuple(own)


def _list_lines(typed: str) -> Iterator[str]:
    start = 0
    for end in find_sentence_ends(typed, 0, len(typed)):
        yield from (line for each in typed[start:end].splitlines() if (line := each.strip()))
        start = end


_fold_message = lru_cache(maxsize=MESSAGES)(fold_words)


def _is_copied(sentence: str, foreign: Iterable[str]) -> bool:
    """Tell if the sentence stands in an earlier text that the person did not write."""
    plain = _fold_message(sentence)
    if len(plain.encode()) < COPIED_BYTES:
        return False
    return any(plain in _fold_message(text) for text in foreign if text)


def ground_note(
    text: str, cited: Sequence[UserSentence], confirmed: Collection[NoteClaim] = ()
) -> GroundedNote | None:
    """Make a note of `text` as far as the cited sentences support it; None if they do not.

    What is `confirmed` is kept as worded, unless something speaks against it for certain.

    The sentences of a group are weighed author by author: one member's words prove nothing about
    another.
    """
    authors = dict.fromkeys(sentence.author for sentence in cited)
    by_author = (
        _ground(text, [s for s in cited if s.author == author], confirmed) for author in authors
    )
    found = next((note for note in by_author if note), None)
    return replace(found, worded=text) if found else None


def _ground(
    text: str, cited: Sequence[UserSentence], confirmed: Collection[NoteClaim]
) -> GroundedNote | None:
    verdicts = [(each, _judge(text, each)) for each in cited]
    best, verdict = max(verdicts, key=_rate)
    if not verdict.coverage:
        return _quote_sentences(verdicts)
    claim = NoteClaim(text, best.text)
    is_open = not best.is_question and _FIRM.isdisjoint(verdict.reasons)
    if _supports(best, verdict) or (is_open and claim in confirmed):
        return _build_note(text, (best,))
    quoted = _quote_sentences(verdicts)
    return replace(quoted, open=claim) if quoted and is_open else quoted


def _judge(note: str, sentence: UserSentence) -> Verdict:
    said = strip_repetition(sentence.text)
    verdict = judge_note(note, said, sentence.author)
    if not (verdict.reasons and sentence.said_at):
        return verdict
    from indexer.inference.resolved_dates import name_dates_as_said  # few notes say it otherwise

    moment = datetime.fromisoformat(sentence.said_at).astimezone()
    resolved = name_dates_as_said(note, said, moment)
    return verdict if resolved == note else judge_note(resolved, said, sentence.author)


def _rate(pair: tuple[UserSentence, Verdict]) -> tuple[bool, float, bool, int]:
    """Rank a sentence by how well a note follows from it; of equal ones the last counts."""
    sentence, verdict = pair
    return not verdict.reasons, verdict.coverage, not sentence.is_question, sentence.number


def _supports(sentence: UserSentence, verdict: Verdict) -> bool:
    if sentence.is_question:  # begins as questions do, and is kept as one
        return not _DECISIVE.intersection(verdict.reasons)
    if is_joke(sentence.text) or is_fiction(sentence.text) or may_be_irony(sentence.text):
        return False
    return not verdict.reasons


def _quote_sentences(verdicts: Sequence[tuple[UserSentence, Verdict]]) -> GroundedNote | None:
    """Make a note of the person's own sentences if they hold some of its words.

    A correction need hold none, for it does not name what it corrects.
    """
    used = [(each, verdict) for each, verdict in verdicts if not each.is_question]
    if corrections := [each for each, _ in used if parse_correction(each.text)]:
        return _build_note(" ".join(each.text for each in corrections), corrections)
    if not used or not (_hold_most(used) or _have_numbers(used)):
        return None
    sentences = tuple(
        each
        for n, (each, verdict) in enumerate(used)
        if verdict.coverage or _list_numbers(verdict) or (n and _goes_on(each, used[n - 1][0]))
    )
    return _build_note(" ".join(each.text for each in sentences), sentences) if sentences else None


def _hold_most(used: Sequence[tuple[UserSentence, Verdict]]) -> bool:
    """Tell if sentences have enough of a note's words; half, if nobody else may have said them."""
    found = {place for _, verdict in used for place in verdict.alignment.places}
    held, least = used[0][1].measure(found), _find_least(used)
    return held > least or (held == least and not used[0][0].author)


def _have_numbers(used: Sequence[tuple[UserSentence, Verdict]]) -> bool:
    """Tell if a note has numbers, and each of them is in one sentence: `I get 11.44 an hour`."""
    said = {each for each in used[0][1].alignment.statement.words if each.is_number}
    return bool(said) and any(said <= _list_numbers(verdict) for _, verdict in used)


def _list_numbers(verdict: Verdict) -> set[Word]:
    """List the numbers of a note that stand in a sentence."""
    return {each.said for each in verdict.alignment.matches if each.said.is_number}


def _goes_on(sentence: UserSentence, before: UserSentence) -> bool:
    """Tell if a sentence says more of whom the one before it names: `My son is Ben. He's 8.`"""
    first = sentence.text.split(maxsplit=1)[0].lower()
    pronoun = re.split("['’]", first)[0]
    return sentence.number == before.number and pronoun in load_all_words("subject_pronouns")


def _find_least(used: Sequence[tuple[UserSentence, Verdict]]) -> float:
    """Return the share of a note's words that must be theirs: more of a request, and in a group."""
    told = all(may_tell(each.text) and not each.author for each, _ in used)
    return SOME if told else MOST


def _build_note(text: str, used: Sequence[UserSentence]) -> GroundedNote | None:
    if len(text) > LONGEST_NOTE:
        return None
    asked = ONLY_ASKED if all(sentence.is_question for sentence in used) else ""
    return GroundedNote(prefix_author(used[0].author, asked + text), tuple(used))


def prefix_author(author: str, text: str) -> str:
    """Put the name of the person who said `text` before it; only in a group is there an author.

    What they said becomes one line: in notes the next one might begin with another's name.
    """
    return f"{author}: {' '.join(text.split())}" if author else text


def names_note(sentence: str, note: str) -> bool:
    """Tell if a sentence has any of the words that a note rests on, in whatever form."""
    return bool(judge_note(note, sentence).coverage)


def is_same_note(one: str, other: str) -> bool:
    """Tell if two notes say the same, in any order and in words of the same meaning."""
    return _follows(one, other) and _follows(other, one)


def _follows(one: str, other: str) -> bool:
    verdict = judge_note(one, other)
    return bool(verdict.coverage) and not verdict.reasons
