"""A piece that may answer a question, with all that is measured of it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from bot.answering.extracts.answer_signs import (
    BARE,
    STRICT,
    UNKNOWN,
    cut_mail,
    is_measured,
    measure_kind,
    names_person,
)
from bot.answering.extracts.definitions import find_defined
from bot.answering.extracts.evidence import PlacedPiece
from bot.answering.extracts.kind_measure import KindMeasure
from bot.answering.extracts.leave_signs import decides_for_list, only_allows, says_whether
from bot.answering.extracts.letter_lines import is_dateline
from bot.answering.extracts.lines import find_label, is_ended
from bot.answering.extracts.matching import ABOVE, ALIKE, ENOUGH, PART, FoundWords, match
from bot.answering.extracts.pieces import Piece
from bot.answering.extracts.section_dates import find_day_above, is_to_come
from bot.answering.extracts.table_rows import (
    add_prices,
    find_asked_columns,
    find_naming_columns,
    is_blank_in,
    tells_kind,
)
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import SOFT, AskedWord
from bot.answering.question.meanings import (
    find_meanings,
    has_condition,
)
from bot.answering.question.time_signs import names_hours
from bot.answering.question.time_units import (
    tells_other_bound,
)
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.late_property import late_property
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

FEW_WORDS = 2  # of a short question
SEVERAL_WORDS = 3
_HEADED = frozenset((Kind.WHERE, Kind.WHO))  # kinds that the head of a column may name
_OF_ITEMS = (Kind.SEARCH, Kind.WHETHER)  # what the mere place of a word in a list may answer
_LABELLED = frozenset(  # kinds that a label says: "Height: 24 cm"
    (Kind.WHERE, Kind.AMOUNT, Kind.DISTANCE, Kind.SIZE, Kind.WEIGHT, Kind.TEMPERATURE)
)
KEPT = 64  # questions
_NUMBER = re.compile(r"^\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s")  # of a heading
DATED = 0.8  # of certainty, where only the heading above tells the day
OTHER_BOUND = 0.4  # of certainty, where only the other end of a span of time is told


class Candidate(Struct, frozen=True, dict=True):  # what is measured once is cached in it
    n: int  # of its passage, from 1
    place: int  # among the pieces of its passage
    placed: PlacedPiece
    question: AskedQuestion
    relevance: float = 0.0  # of its passage, against the most relevant one

    @property
    def piece(self) -> Piece:
        return self.placed.piece

    @property
    def words(self) -> tuple[AskedWord, ...]:
        return self.placed.passage.words

    @property
    def is_item(self) -> bool:
        """Return whether the list in which it names a thing may be the answer."""
        asks_on = self.question.kind is Kind.WHICH and self.question.goes_on  # "what about hail?"
        return (asks_on or self.question.kind in _OF_ITEMS) and self.placed.is_item

    @late_property
    def found(self) -> FoundWords:
        shares = self.placed.measure_words()
        known = self.placed.passage.sought.found
        if (found := known.get(shares)) is None:
            found = known[shares] = FoundWords(self.words, shares)
        return found

    @property
    def pairs(self) -> list[tuple[AskedWord, float]]:
        return self.found.pairs

    @property
    def covered(self) -> float:
        return self.found.covered

    @late_property
    def says_all_else(self) -> bool:
        """Return whether it has each of several words beside the one that says what is asked for.

        "Which company agreed to end the proceedings against BSkyB?": whoever did just that is one.
        """
        others = [found for word, found in self.pairs if word.need > SOFT]
        return len(others) >= SEVERAL_WORDS and min(others) >= ALIKE

    @late_property
    def measure(self) -> KindMeasure:
        return KindMeasure(self.placed, self.question, self.covered)

    @late_property
    def columns(self) -> tuple[int, ...]:
        if self.question.asks_whose:
            return ()  # the column of the thing does not tell whose it is
        found = find_asked_columns(self.piece, self.words, self.placed.language)
        if is_blank_in(self.piece, found.exact):
            return found.alike if not is_blank_in(self.piece, found.alike) else found.exact
        cells, strict = self.piece.cells, self.question.kind in STRICT
        if self.question.kind is Kind.AMOUNT:
            found = add_prices(found, self.piece, self.words, self.placed.language)
        return tuple(
            at for at in found.exact if not strict or self.measure.measure_text(cells[at], cells[0])
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
        found = BARE if other else self._find_kind(cells)
        return DATED if found < DATED and self.day_above else found

    @property
    def is_dated_above(self) -> bool:
        """Return whether the heading tells its day, and it tells none itself."""
        return self.kind == DATED and bool(self.day_above)

    @late_property
    def day_above(self) -> str:
        """The heading that tells the day of all that stands below it, where that is asked."""
        sections = () if self.piece.head else self.placed.passage.sections
        language = self.placed.language
        above = find_day_above(self.question, sections, language)
        return "" if above and is_to_come(self.piece.own.original, above, language) else above

    def _find_kind(self, cells: Sequence[str]) -> float:
        text = " ".join(cells) or self._text_of_row or self.piece.own.original
        if self.measure.lacks_what_is_demanded(text):
            return 0.0
        if self.question.supposes:
            told = self._names_topic and has_condition(text, self.placed.language)
            return max(self.measure.measure_text(text), float(told))
        if self.question.kind is Kind.HOW and (self.piece.head or self.measure.is_labelled):
            return BARE if self.piece.head or self.measure.is_mere_sum else 1.0
        if self.question.kind is Kind.WHETHER and self.question.asks_leave:
            return 1.0 if self._decides(text) or self._is_decided_above else UNKNOWN
        bound = "" if self.piece.head or names_hours(text) else self.question.bound
        if bound and tells_other_bound(bound, text, self.placed.language):
            return OTHER_BOUND * self.measure.measure_text(text)
        if self.measure.tells_how_much or self.measure.labels_person(text):
            return 1.0
        row = self.piece.cells[0] if cells and 0 not in self.columns else ""
        measured = self.measure.measure_text(text, row)
        least = 0.0 if self.question.kind is Kind.WHERE else BARE  # any stop may stand below "Stop"
        if self.has_named_column or (self.is_cell and measured >= least):
            return 1.0
        return min(measured, self.measure.measure_count(in_column=bool(self.columns)))

    @property
    def _names_topic(self) -> bool:
        """Return whether a word of the question stands there, and not only in a title."""
        beside = self.piece.beside if self.piece.refers else None
        held = [each for each in (self.piece.own, self.placed.above, beside) if each]
        shares = zip(*map(self.placed.passage.match_words, held), strict=True)
        pairs = zip(self.words, map(max, shares), strict=True)
        return any(word.need and here >= ENOUGH for word, here in pairs)

    @property
    def _text_of_row(self) -> str:
        """The row or the code that it is; of all that a row has, an address of mail is no place."""
        placed = self.question.kind is Kind.WHERE and bool(self.piece.head)
        return cut_mail(self.piece.block) if placed else self.piece.block

    def _decides(self, text: str) -> bool:
        """Return whether a text says yes or no; to what must be done, leave alone says neither."""
        language = self.placed.language
        allows = self.question.asks_duty and only_allows(text, language)
        return says_whether(text, language) and not allows

    @property
    def _is_decided_above(self) -> bool:
        """Return whether the line above its list says yes or no: "Do not bring", above "phones"."""
        leads = () if self.piece.head or is_ended(self.piece.line) else self.piece.titles[-1:]
        return any(decides_for_list(each.original, self.placed.language) for each in leads)

    @property
    def _dates_letter(self) -> bool:
        """Return whether it only says when a letter was written, and where, if not asked that."""
        language, asked = self.placed.language, self.placed.passage.sought.terms
        untold = self.question.kind is Kind.WHEN and asked.isdisjoint(self.piece.own.terms)
        plain = untold and not self.piece.block
        return plain and is_dateline(self.piece.line, language, placed=bool(self.piece.above))

    def _prices_counted(self, cells: Sequence[str]) -> bool:
        """Return whether its cells are prices, which count nothing but money."""
        if self.question.kind is not Kind.NUMBER:
            return False
        prices = (measure_kind(each, Kind.AMOUNT, self.placed.language) == 1.0 for each in cells)
        return bool(cells) and all(prices) and not self.question.names_cost

    @property
    def has_named_column(self) -> bool:
        """Return whether a column tells what is asked for, as its head says: "Room", "Run by".

        That the tenant pays tells nobody who the tenant is.
        """
        if not self.piece.head or self.columns or self.question.kind not in _HEADED:
            return False
        cells = dict(zip(self.piece.columns, self.piece.cells, strict=False))
        language = self.placed.language
        return any(
            self.measure.tells_more(cell)
            and (tells_kind(head, self.question.kind, language) or self._names_person(head, cell))
            for head, cell in cells.items()
        )

    @property
    def is_of_person(self) -> bool:
        """Return whether it is the row of a person, whose name stands below "Name"."""
        return bool(self.piece.head) and any(
            map(self._names_person, self.piece.columns, self.piece.cells)
        )

    def _names_person(self, head: str, cell: str) -> bool:
        """Return whether a cell below "Name" has the name of a person, who is asked for."""
        language = self.placed.language
        named = self.question.kind is Kind.WHO and "name" in find_meanings(head, language)
        return named and names_person(cell, language, surely=True)

    @late_property
    def precision(self) -> float:
        """Return the share of the piece's words that the question has."""
        asked = self.placed.passage.sought.terms
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

    @property
    def is_of_section(self) -> bool:
        """Return whether it is of a section on just what is looked for: "tell me about the car"."""
        looked_for = self.question.kind is Kind.SEARCH and not self.question.tells
        return looked_for and self._is_in_named_section(self.found.titled)

    def _is_in_named_section(self, asked: Sequence[AskedWord]) -> bool:
        """Return whether the heading outside its passage has but asked words, and not a mere name.

        Of a document on Debian, "What is Debian?" is no more on it than other sections.
        """
        sections = self.placed.passage.sections[-1:]
        held = (parse_sentence(_NUMBER.sub("", each), self.placed.language) for each in sections)
        alone = [each for each in held if each.terms <= self.placed.passage.sought.terms]
        words = [each for each in asked if not each.decides]
        return any(match(each, title) >= ABOVE for each in words for title in alone)

    @property
    def is_bare(self) -> bool:
        """Return whether a time or a number, say, is asked for, and none is there."""
        if self.question.asks_number:
            return not self.kind
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
    def asks_anew(self) -> bool:
        """Return whether anything is asked about that an earlier question was not about."""
        return not self.question.before or any(each.need and not each.taken for each in self.words)

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
        if not more or self.piece.text not in said:
            return False
        return max(new or self._list_asked_anew(), default=0.0) < ENOUGH

    def _list_asked_anew(self) -> list[float]:
        """List what it has of words that only ask, but not how: "y cuándo cierra"."""
        asking = self.question.phrase.split()
        return [
            found for word, found in self.pairs if not word.taken and fold(word.text) not in asking
        ]

    @property
    def is_in_same_file(self) -> bool:
        return self.placed.file in self.question.files


@lru_cache(maxsize=KEPT)
def limit_kind(question: AskedQuestion) -> float:
    """Return the most that the `kind` of a candidate can be; where nothing shows it, that is it."""
    leave = question.kind is Kind.WHETHER and question.asks_leave
    shows = leave or question.supposes or bool(find_defined(question))
    return 1.0 if shows or is_measured(question.kind) else UNKNOWN
