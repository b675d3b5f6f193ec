"""A passage and a question: what all pieces of the passage have of its words in common."""

from msgspec import Struct, field

from bot.answering.extracts.matching import (
    TITLED,
    TOPIC,
    FoundWords,
    Shares,
    is_code,
    list_kin,
    list_related,
    match,
)
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import is_told_by_hours, load_ordinals
from bot.citations.statement import ParsedSentence
from indexer.documents import Hit
from indexer.late_patterns import compile_late
from indexer.late_property import late_property
from indexer.text.analyzer import is_run
from indexer.text.compounds import ELIDED
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

# Where a number with a full stop counts things: "3. Klasse", "12. Mai".
_DOTTED_ORDINALS = frozenset(("cs", "da", "de", "fi", "hu", "no", "pl", "tr"))
_SECTION_NUMBER = compile_late(r"^\d{1,2}(?:\.\d{1,2}){0,3}[.)]\s")


class SoughtWords(Struct, frozen=True, eq=False, dict=True):  # what is measured once is kept in it
    """The words of a question by the rules of a language, whose passages have them in common."""

    words: tuple[AskedWord, ...]
    language: str
    kind: Kind = Kind.SEARCH  # of the question
    found: dict[Shares, FoundWords] = field(default_factory=dict)  # most pieces have the same

    @late_property
    def terms(self) -> frozenset[str]:
        """The terms of the question, and of other words for them."""
        return frozenset(
            term for each in self.words for term in (*each.word.terms, *each.alike, *each.said_for)
        )

    @late_property
    def related(self) -> tuple[frozenset[str], ...]:
        """The terms of each word, and of what may stand for it or has to do with it."""
        return tuple(map(list_related, self.words))

    @late_property
    def texts(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.words)

    @late_property
    def has_codes(self) -> bool:
        """Return whether a code is asked for: "F75"."""
        return any(map(is_code, self.words))

    @late_property
    def has_dates(self) -> bool:
        """Return whether a day or a month is asked for."""
        return any(each.calendar or each.day for each in self.words)

    @late_property
    def has_next(self) -> bool:
        """Return whether the next of several days is asked for."""
        return any(each.since for each in self.words)

    @late_property
    def has_amounts(self) -> bool:
        """Return whether an amount is asked for, which a range may include."""
        return any(each.amount for each in self.words)

    @late_property
    def is_untimed(self) -> bool:
        """Return whether no day or hour has what is asked for: the "first", or an age."""
        ordinals = load_ordinals(self.language)
        numbers = (each.aged or fold(each.text) in ordinals for each in self.words)
        return not self.has_dates and any(numbers)

    @late_property
    def has_number_words(self) -> bool:
        """Return whether a number that names something is asked for by that word."""
        return any(map(self.names_number, self.words))

    def names_number(self, asked: AskedWord) -> bool:
        """Return whether a word is "number", or a compound with it."""
        return load_question_words(self.language).names_number(asked.text)

    @late_property
    def has_hours(self) -> bool:
        """Return whether a part of the day is asked for, or if something is open."""
        language = self.language
        return any(each.hours or is_told_by_hours(each.text, language) for each in self.words)

    @late_property
    def has_phrasal(self) -> bool:
        """Return whether something is asked for that a particle turns round: "check in"."""
        return any(each.phrasal for each in self.words)

    @late_property
    def nothing(self) -> Shares:
        return (0.0,) * len(self.words)


class AskedPassage(Struct, frozen=True, dict=True):  # what all of its pieces share is measured once
    """A passage and a question: `titles` are its file's name and the headings of its section."""

    sought: SoughtWords
    titles: ParsedSentence
    topic: ParsedSentence  # all of its text
    file: str = ""
    sections: tuple[str, ...] = ()  # the headings below the title
    cuts: bool = False  # what a piece names only to leave it out is not in it

    @property
    def words(self) -> tuple[AskedWord, ...]:
        return self.sought.words

    @property
    def language(self) -> str:
        return self.sought.language

    @late_property
    def shared(self) -> Shares:
        """The least that each of its pieces has of each word."""
        pairs = zip(self.match_words(self.titles), self.match_words(self.topic), strict=True)
        return tuple(max(TITLED * titled, TOPIC * near) for titled, near in pairs)

    def match_words(self, held: ParsedSentence) -> Shares:
        """Match each word, once: a sentence is a piece, and stands beside or above others."""
        if (found := self._matches.get(held)) is None:
            found = self._matches[held] = self._match_words(held)
        return found

    def _match_words(self, held: ParsedSentence) -> Shares:
        if not held.terms <= self._terms:
            return tuple(match(each, held) for each in self.words)
        if self._all_kin is not None and self._all_kin.isdisjoint(held.terms):
            return self.sought.nothing
        return tuple(
            match(each, held) if kin is None or not kin.isdisjoint(held.terms) else 0.0
            for each, kin in zip(self.words, self._kin, strict=True)
        )

    @late_property
    def _terms(self) -> frozenset[str]:
        """The terms of the passage, and of its titles unless a sign may stand inside their runs."""
        plain = self.titles.text.isascii()
        return self.topic.terms | self.titles.terms if plain else self.topic.terms

    @late_property
    def _kin(self) -> tuple[frozenset[str] | None, ...]:
        """The terms of the passage without which a part of it has nothing of each word.

        Most sentences have none of them, and looking for these is much faster than `match`. None
        for a word that may also stand inside a run of signs, or in two parts.
        """
        parted = ELIDED in self.topic.text or ELIDED in self.titles.text
        return tuple(
            None if parted or is_run(each.text[-1]) else list_kin(each, related, self._terms)
            for each, related in zip(self.words, self.sought.related, strict=True)
        )

    @late_property
    def _all_kin(self) -> frozenset[str] | None:
        """The terms without which a part of the passage has nothing of any word; None as above."""
        return frozenset().union(*filter(None, self._kin)) if None not in self._kin else None

    @late_property
    def _matches(self) -> dict[ParsedSentence, Shares]:
        return {}


def join_titles(hit: Hit, language: str) -> str:
    """Join the names above a passage; no "third" stands in "3. Parking"."""
    name = hit.file_name.rpartition(".")[0] or hit.file_name
    path = dict.fromkeys(
        (name.replace("_", " ").replace("-", " "), *hit.chunk.path, hit.chunk.name)
    )
    if language in _DOTTED_ORDINALS:
        return ". ".join(path)
    return ". ".join(_SECTION_NUMBER.sub("", each) for each in path)
