"""A piece that may answer a question, with all that is measured of it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct, field

from bot.answering.extracts.answer_signs import (
    BARE,
    STRICT,
    UNKNOWN,
    is_measured,
    measure_kind,
    names_person,
    tells_length,
)
from bot.answering.extracts.counting import (
    counts_otherwise,
    find_counted_noun,
    is_before_number,
    is_beside_number,
    is_near_number,
    may_name_age,
)
from bot.answering.extracts.definitions import defines, find_defined
from bot.answering.extracts.evidence import PlacedPiece
from bot.answering.extracts.leave_signs import says_whether
from bot.answering.extracts.letter_lines import is_dateline
from bot.answering.extracts.lines import find_label, find_purpose
from bot.answering.extracts.matching import ABOVE, ENOUGH, PART, FoundWords, Shares, match
from bot.answering.extracts.pieces import Piece
from bot.answering.extracts.table_rows import (
    BLANK,
    add_prices,
    find_asked_columns,
    find_naming_columns,
    is_blank_in,
    tells_kind,
)
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.directions import shows_way
from bot.answering.question.meanings import has_condition, has_naming_number, tells_other_bound
from bot.answering.question.mentions import (
    GONE,
    cut_words,
    is_only_name,
    opens_with_known_name,
    tells_names_by_signs,
)
from bot.answering.question.time_signs import cut_times, names_hours
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.late_property import late_property
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

FEW_WORDS = 2  # of a short question
_HEADED = frozenset((Kind.WHERE, Kind.WHO))  # kinds that the head of a column may name
_LABELLED = frozenset(  # kinds that a label says: "Height: 24 cm"
    (Kind.WHERE, Kind.AMOUNT, Kind.DISTANCE, Kind.SIZE, Kind.WEIGHT, Kind.TEMPERATURE)
)
KEPT = 64  # questions
_NUMBER = re.compile(r"^\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s")  # of a heading
OTHER_BOUND = 0.4  # of certainty, where only the other end of a span of time is told
OTHER_NUMBER = 0.7  # of certainty, where a number is not beside what is to be counted


class Candidate(Struct, frozen=True, dict=True):  # what is measured once is cached in it
    n: int  # of its passage, from 1
    place: int  # among the pieces of its passage
    placed: PlacedPiece
    question: AskedQuestion
    relevance: float = 0.0  # of its passage, against the most relevant one
    known: dict[Shares, FoundWords] = field(default_factory=dict)  # of others with the same words

    @property
    def piece(self) -> Piece:
        return self.placed.piece

    @property
    def words(self) -> tuple[AskedWord, ...]:
        return self.placed.passage.words

    @late_property
    def found(self) -> FoundWords:
        shares = self.placed.measure_words()
        found = self.known.get(shares)
        if found is None:
            found = self.known[shares] = FoundWords(self.words, shares)
        return found

    @property
    def pairs(self) -> list[tuple[AskedWord, float]]:
        return self.found.pairs

    @property
    def covered(self) -> float:
        return self.found.covered

    @late_property
    def columns(self) -> tuple[int, ...]:
        found = find_asked_columns(self.piece, self.words, self.placed.language)
        if is_blank_in(self.piece, found.exact):
            return found.alike if not is_blank_in(self.piece, found.alike) else found.exact
        cells, strict = self.piece.cells, self.question.kind in STRICT
        if self.question.kind is Kind.AMOUNT:
            found = add_prices(found, self.piece, self.words, self.placed.language)
        return tuple(
            at for at in found.exact if not strict or self._measure_kind(cells[at], cells[0])
        )

    @late_property
    def is_substitute(self) -> bool:
        """Return whether another column stands for the one asked for, which is blank."""
        found = find_asked_columns(self.piece, self.words, self.placed.language)
        return is_blank_in(self.piece, found.exact)

    @property
    def is_cell(self) -> bool:
        """Return whether row and column are both named: that is the very cell asked for."""
        return bool(self.columns) and not self.is_substitute and self._names_row

    @property
    def _names_row(self) -> bool:
        named = find_naming_columns(self.piece, self.words, self.placed.language, exactly=True)
        return any(at not in self.columns for at in named)

    @late_property
    def kind(self) -> float:
        if limit_kind(self.question) == UNKNOWN and not self.question.asks_number:
            return UNKNOWN
        cells = [self.piece.cells[at] for at in self.columns]
        other = self._dates_letter or self._prices_counted(cells)
        return BARE if other else self._find_kind(cells)

    def _find_kind(self, cells: Sequence[str]) -> float:
        text = " ".join(cells) or self.piece.block or self.piece.own.original
        if self._lacks_what_is_demanded(text):
            return 0.0
        if self.question.supposes:
            return max(self._measure_kind(text), float(has_condition(text, self.placed.language)))
        if self.question.kind is Kind.HOW and (self.piece.head or self._is_labelled):
            return BARE if self.piece.head else 1.0  # a price, say, is no way to do anything
        if self.question.kind is Kind.WHETHER and self.question.asks_leave:
            return 1.0 if says_whether(text, self.placed.language) else UNKNOWN
        bound = "" if self.piece.head or names_hours(text) else self.question.bound
        if bound and tells_other_bound(bound, text, self.placed.language):
            return OTHER_BOUND * self._measure_kind(text)
        if self._tells_how_much or self._labels_person(text):
            return 1.0
        row = self.piece.cells[0] if cells and 0 not in self.columns else ""
        measured = self._measure_kind(text, row)
        least = 0.0 if self.question.kind is Kind.WHERE else BARE  # any stop may stand below "Stop"
        if self.has_named_column or (self.is_cell and measured >= least):
            return 1.0
        return min(measured, self._measure_count())

    @property
    def _dates_letter(self) -> bool:
        """Return whether it only says when a letter was written, and where, if not asked that."""
        language, asked = self.placed.language, self.placed.passage.asked
        untold = self.question.kind is Kind.WHEN and asked.isdisjoint(self.piece.own.terms)
        plain = untold and not self.piece.block
        return plain and is_dateline(self.piece.line, language, placed=bool(self.piece.above))

    def _prices_counted(self, cells: Sequence[str]) -> bool:
        """Return whether its cells are prices, which count nothing but money."""
        if self.question.kind is not Kind.NUMBER:
            return False
        prices = (measure_kind(each, Kind.AMOUNT, self.placed.language) == 1.0 for each in cells)
        return bool(cells) and all(prices) and not self.question.names_cost

    def _defines(self, text: str) -> bool:
        thing = find_defined(self.question)
        languages = {self.placed.language, self.question.language}
        return any(defines(text, thing, each) for each in languages)

    @property
    def has_named_column(self) -> bool:
        """Return whether a column tells what is asked for, as its head says: "Room", "Run by"."""
        if not self.piece.head or self.columns or self.question.kind not in _HEADED:
            return False
        cells = dict(zip(self.piece.columns, self.piece.cells, strict=False))
        return any(
            cell not in BLANK and tells_kind(head, self.question.kind, self.placed.language)
            for head, cell in cells.items()
        )

    @property
    def _is_labelled(self) -> bool:
        """Return whether it opens with what is to be done: "Anmelden: 0421 555 880"."""
        line, language = self.piece.line, self.placed.language
        held = parse_sentence(find_label(line) or find_purpose(line, language), language)
        return any(match(each, held) >= ENOUGH for each in self.words if each.need)

    @property
    def _tells_how_much(self) -> bool:
        """Return whether a number stands beside what is not paid for: "28 days of holiday"."""
        question, language = self.question, self.placed.language
        if question.kind is not Kind.AMOUNT or question.names_cost or self.piece.head:
            return False
        counted = find_counted_noun(question)
        words = [each for each in self.words if each.need and fold(each.text) == counted]
        other = counts_otherwise(question, words, self.piece, language)
        beside = (is_beside_number(each, self.piece.text, language) for each in words)
        return not other and any(beside)

    def _labels_person(self, text: str) -> bool:
        """Return whether somebody stands behind what is asked for: "Rings: Jonas's brother"."""
        if self.question.kind is not Kind.WHO or not self._is_labelled:
            return False
        left, language = cut_words(text, self.list_known()), self.placed.language
        timed = measure_kind(left, Kind.WHEN, language) == 1.0  # "Next meeting: 9 April, Kestrel"
        return not timed and names_person(left, language, surely=False)

    def _measure_count(self) -> float:
        """Return less than 1 where something is to be counted and no number stands beside it."""
        if self.question.kind is Kind.SIZE and not self.piece.head:
            return self._measure_nearness()
        if counts_otherwise(self.question, self.words, self.piece, self.placed.language):
            return OTHER_NUMBER
        if self.question.kind is not Kind.NUMBER or self.columns:
            return 1.0
        counted = find_counted_noun(self.question)
        words = [each for each in self.words if fold(each.text) == counted]
        beside = words and is_beside_number(words[0], self.piece.text, self.placed.language)
        return 1.0 if beside or not words else OTHER_NUMBER

    def _lacks_what_is_demanded(self, text: str) -> bool:
        """Return whether a number that names something, or the way, is asked for and not told."""
        if self.question.asks_number and not self._names_number(text):
            return True
        if self.question.asks_age and not may_name_age(text, self.placed.language):
            return True
        return bool(self.question.way_phrase) and not shows_way(text, self.placed.language)

    def _names_number(self, text: str) -> bool:
        """Return whether a number follows what it may be of: "have your serial number ready"."""
        language = self.placed.language
        text = cut_times(text, language)  # nothing is called "1 November 2024"
        own = self.placed.passage.match_words(self.piece.own)
        pairs = zip(self.words, own, strict=True)
        named = [word for word, here in pairs if word.need and here >= ENOUGH]
        follows = any(is_before_number(each, text, language) for each in named)
        return has_naming_number(text, language) and (follows or not named)

    def _measure_nearness(self) -> float:
        """Return less than 1 where a word asked for stands there, and no number near any."""
        text, language = self.piece.text, self.placed.language
        own = self.placed.passage.match_words(self.piece.own)
        pairs = zip(self.words, own, strict=True)
        held = [word for word, here in pairs if word.need and here >= ENOUGH]
        near = any(is_near_number(each, text, language) for each in held)
        return 1.0 if near or not held else OTHER_NUMBER

    def _measure_kind(self, text: str, row: str = "") -> float:
        """Measure it without the names and numbers that the question has: those answer nothing.

        What stands in `row`, the name of a row, is meant there and no cell beside it.
        """
        if find_defined(self.question):
            return 1.0 if self._defines(text) else UNKNOWN
        kind, named = self.question.kind, {fold(each) for each in tokenize(row)}
        known = [each for each in self.list_known() if fold(each) not in named]
        cut = cut_words(text, known, GONE if kind is Kind.WHERE else "")
        measured = measure_kind(self.cut_roles(cut), kind, self.placed.language)
        if kind is Kind.DURATION and tells_length(cut, self.question.phrase, self.placed.language):
            return 1.0
        return 1.0 if kind is Kind.WHO and self.opens_with_name(cut) else measured

    def cut_roles(self, text: str) -> str:
        """Leave out the roles where nothing but one is asked for: another role names nobody."""
        asked = [fold(each.text) for each in self.words if each.need]
        language = self.placed.language
        titles = not (self.question.lists.is_spaced or tells_names_by_signs(language))
        if self.question.kind is not Kind.WHO or not asked or titles:
            return text  # Japanese names people by a title, which is among the roles
        roles = self.question.lists.list_words("signs", "people")
        known = load_question_words(language).list_words("signs", "people")
        return cut_words(text, known) if all(each in roles for each in asked) else text

    def opens_with_name(self, text: str) -> bool:
        """Return whether a text opens with a name that its passage has in full, too.

        Where the surname is asked for, the name is known already. Where all else of the question
        stands there, any name answers it: "Fatima sees to the labels."
        """
        alone = self.covered >= ABOVE and is_only_name(text, self.placed.language)
        around = cut_words(self.placed.passage.topic.original, self.list_known(), GONE)
        known = opens_with_known_name(text, around, self.placed.language)
        return known or (alone and not self.piece.head)

    def list_known(self) -> list[str]:
        """List the words of the question that answer nothing where they stand in a piece.

        Whoever asks for the caretaker knows that there is one: the word names nobody. Nor does
        "at the party" say where the party is.
        """
        names = self.question.kind in (Kind.WHO, Kind.WHERE)
        return [
            each.text
            for each in self.words
            if (names and not each.taken) or (each.decides and not each.calendar)
        ]

    @late_property
    def precision(self) -> float:
        """Return the share of the piece's words that the question has."""
        asked = self.placed.passage.asked
        parts = self.piece.list_parts(self.placed.language)
        return max((len(part & asked) / len(part) for part in parts if part), default=0.0)

    @late_property
    def repeats(self) -> bool:
        """Return whether several words of a short question stand there as they stand in it.

        In "How do I pay in more?" only one word tells something by itself.
        """
        if sum(each.need > 0 for each in self.words) > FEW_WORDS:
            return False
        words = " ".join(map(fold, tokenize(self.piece.own.original)))
        return any(f" {run} " in f" {words} " for run in self.question.runs)

    @property
    def is_blank(self) -> bool:
        return is_blank_in(self.piece, self.columns)

    @property
    def is_in_section(self) -> bool:
        """Return whether a short heading above it, or its label, is a word asked for: "Bedroom"."""
        asked = self.found.titled
        if self.piece.head or not asked:
            return False
        if self.is_labelled_so:
            return True
        titles = [each for each in self._list_headings() if len(each.terms) <= FEW_WORDS]
        named = any(match(each, title) >= PART for each in asked for title in titles)
        return named or self._is_in_named_section(asked)

    def _is_in_named_section(self, asked: Sequence[AskedWord]) -> bool:
        """Return whether the heading outside its passage has but asked words, and not a mere name.

        Of a document on Debian, "What is Debian?" is no more on it than other sections.
        """
        sections = self.placed.passage.sections[-1:]
        held = (parse_sentence(_NUMBER.sub("", each), self.placed.language) for each in sections)
        alone = [each for each in held if each.terms <= self.placed.passage.asked]
        words = [each for each in asked if not each.decides]
        return any(match(each, title) >= ABOVE for each in words for title in alone)

    @property
    def is_bare(self) -> bool:
        """Return whether a time, say, is asked for, and none is there."""
        return self.question.kind in STRICT and self.kind <= BARE and not self.is_cell

    @property
    def is_labelled_so(self) -> bool:
        """Return whether its label says that it tells the kind of thing asked for: "Room: …"."""
        label, kind = find_label(self.piece.line), self.question.kind
        lists, words = load_question_words(self.placed.language), tokenize(label)
        if kind not in _LABELLED or not 0 < len(words) <= FEW_WORDS:
            return False
        named = all(lists.is_frame(kind, each) for each in words)
        return named or tells_kind(label, kind, self.placed.language)

    def _list_headings(self) -> Iterator[ParsedSentence]:
        """Yield what stands above the piece, and its own label."""
        yield from self.piece.above
        if label := find_label(self.piece.line):
            yield parse_sentence(label, self.placed.language)

    @property
    def is_off_topic(self) -> bool:
        """Return whether it has nothing of what an earlier question was about."""
        taken = [found for word, found in self.pairs if word.taken and word.need]
        return bool(taken) and max(taken) < ENOUGH and not self.is_in_same_file

    @property
    def is_said(self) -> bool:
        """Return whether the answer before was this already, and nothing new in it is asked for."""
        if not (said := self.question.said):
            return False
        new = [found for word, found in self.pairs if word.need and not word.taken]
        # "C'est à quelle heure ?" may have the same answer, "and who was it before?" has another.
        more = bool(new) or self.question.goes_on
        return more and self.piece.text in said and max(new, default=0.0) < ENOUGH

    @property
    def is_in_same_file(self) -> bool:
        return self.placed.file in self.question.files


@lru_cache(maxsize=KEPT)
def limit_kind(question: AskedQuestion) -> float:
    """Return the most that the `kind` of a candidate can be; where nothing shows it, that is it."""
    leave = question.kind is Kind.WHETHER and question.asks_leave
    shows = leave or question.supposes or bool(find_defined(question))
    return 1.0 if shows or is_measured(question.kind) else UNKNOWN
