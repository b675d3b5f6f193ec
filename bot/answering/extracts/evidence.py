"""Measures how far a piece has a word of a question: itself, above it, beside it, or not."""

from dataclasses import dataclass
from functools import cached_property

from bot.answering.extracts.pieces import Piece
from bot.answering.extracts.question import AskedWord
from bot.citations.statement import ParsedSentence
from indexer.text.calendar import Calendar, find_calendar

ABOVE, TITLED, MEANT, BESIDE, TOPIC = (
    0.95,
    0.85,
    0.8,
    0.5,
    0.35,
)  # where a word stands, against in the piece
ALIKE, PART, PREFIX = 0.85, 0.75, 0.7  # another word for it, a part of it, the same beginning
ENOUGH = 0.6  # to count as said
_LEAST = 5  # letters of a part or a beginning that shows kinship


@dataclass(frozen=True)  # no slots: what is found above a piece is cached in it
class PlacedPiece:
    """A piece in its document: `titles` are its file's name and the headings of its section."""

    piece: Piece
    titles: ParsedSentence
    topic: ParsedSentence  # all of its passage
    language: str
    file: str = ""

    @cached_property
    def above(self) -> ParsedSentence | None:
        found: ParsedSentence | None = None
        for each in self.piece.above:
            found = found + each if found else each
        return found

    @cached_property
    def named(self) -> Calendar:
        """The days and months that the piece names or, if it names none, what stands above it."""
        own = find_calendar(self.piece.own.original, self.language)
        above = find_calendar(self.above.original, self.language) if self.above else Calendar()
        titled = find_calendar(self.titles.original, self.language)
        days = own.days or above.days or titled.days
        months = own.months or above.months or titled.months
        return Calendar(days, months)

    def measure(self, asked: AskedWord) -> float:
        """Measure how far the piece has a word, 0 to 1."""
        if asked.calendar and (self.named.days or self.named.months):
            return self._measure_calendar(asked)
        places = (
            (self.piece.own, 1.0),
            (self.above, ABOVE),
            (self.titles, TITLED),
            (self.piece.beside, MEANT if self.piece.refers else BESIDE),
            (self.topic, TOPIC),
        )
        return max(weight * match(asked, held) for held, weight in places if held)

    def _measure_calendar(self, asked: AskedWord) -> float:
        wanted, named = asked.calendar, self.named
        if wanted.days and named.days:
            return _measure_range(wanted.days, named.days)
        if wanted.months and named.months:
            return _measure_range(wanted.months, named.months)
        held = self.above + self.piece.own if self.above else self.piece.own
        return match(asked, held)


def _measure_range(wanted: frozenset[int], named: frozenset[int]) -> float:
    """Return 1 where just what is wanted is named, a little less for a range that includes it."""
    return 1.0 - 0.02 * len(named - wanted) if wanted <= named else 0.0


def match(asked: AskedWord, held: ParsedSentence) -> float:
    """Return 1 for the word itself, less for a kindred one, 0 for none."""
    terms = asked.word.terms
    if terms[0] in held.terms or held.terms.issuperset(terms) or _is_in_run(asked.text, held):
        return 1.0
    if not asked.alike.isdisjoint(held.terms):
        return ALIKE
    shared = sum(term in held.terms for term in terms) / len(terms)
    if asked.decides and any(letter.isdigit() for letter in asked.text):
        return 0.0
    if any(_is_part(term, held) for term in terms):
        return max(PART, shared)
    if any(len(term) >= _LEAST and term[:_LEAST] in held.beginnings for term in terms):
        return max(PREFIX, shared) if not asked.decides else shared
    return shared * ALIKE if shared > 0.5 else shared * BESIDE


def _is_in_run(text: str, held: ParsedSentence) -> bool:
    return not text.isascii() and text in held.text


def _is_part(term: str, held: ParsedSentence) -> bool:
    """Return True for a part of a compound, either way round: "Frist" and "Kündigungsfrist"."""
    if len(term) < _LEAST:
        return False
    return any(
        (len(other) >= _LEAST and other != term)
        and (other.endswith(term) or term.endswith(other) or other.startswith(term))
        for other in held.terms
    )
