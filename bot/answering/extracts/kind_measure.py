"""Measures how surely a piece names the kind of thing that is asked for, and not only the words.

A name or a number that the question has itself answers nothing.
"""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from bot.answering.extracts.answer_signs import (
    BARE,
    BILLED,
    LASTING,
    UNKNOWN,
    measure_kind,
    names_person,
    tells_length,
)
from bot.answering.extracts.chats import cut_stamps, list_stamps
from bot.answering.extracts.counting import (
    counts_otherwise,
    counts_sum,
    find_counted_noun,
    is_before_number,
    is_beside_number,
    is_near_number,
    list_clauses_on,
    list_counted_nouns,
    may_name_age,
)
from bot.answering.extracts.definitions import defines, find_defined
from bot.answering.extracts.evidence import PlacedPiece
from bot.answering.extracts.lines import find_label, find_purpose
from bot.answering.extracts.matching import ABOVE, ENOUGH, match
from bot.answering.extracts.pieces import Piece
from bot.answering.extracts.table_rows import BLANK
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.directions import shows_way
from bot.answering.question.listed_signs import find_billed, is_labelled_sum
from bot.answering.question.meanings import (
    has_naming_number,
)
from bot.answering.question.mentions import (
    GONE,
    asks_of_oneself,
    cut_doers,
    cut_elided,
    cut_words,
    is_only_name,
    links_name,
    opens_with_known_name,
    opens_with_name_and_dash,
    says_called,
    tells_names_by_signs,
)
from bot.answering.question.time_signs import cut_times
from bot.answering.question.time_units import (
    is_in_longer_units,
    list_units_of_time,
    tells_when_due,
)
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, load_question_words
from indexer.text.word_lists import load_folded

_POSSESSIVES = ("'s", "’s")  # of whom something is asked: "the landlord's name"
NAMED = 0.9  # of certainty that a sum is told
_CHANGING = frozenset(("increase", "raise", "reduce", "cut", "change", "include", "contain"))
_SHARED = frozenset(("rel:by", "rel:of"))  # "by 5 %", "interest of 5 %"
_SHARE = compile_late(r"\d\s?[%％٪]")
# A measure, the word before it and the word behind it: "is 12 km long".
_MEASURED = compile_late(
    r"(?:(?<![^\W\d_])([^\W\d_]++)\s|[:(]\s?|^)"
    r"(\d[\d.,]{0,12}\s?[^\W\d_]{1,12})(?:\s([^\W\d_]{1,20}))?"
)
SUM = 3  # words at most: "12,50 EUR"
OTHER_NUMBER = 0.7  # of certainty, where a number is not beside what is to be counted


class KindMeasure(Struct, frozen=True):
    """Measures the kind of thing in texts of one piece; `covered` is what it has of the words."""

    placed: PlacedPiece
    question: AskedQuestion
    covered: float

    @property
    def piece(self) -> Piece:
        return self.placed.piece

    @property
    def words(self) -> tuple[AskedWord, ...]:
        return self.placed.passage.words

    def measure_text(self, text: str, row: str = "") -> float:
        """Measure it without the names and numbers that the question has: those answer nothing.

        What stands in `row`, the name of a row, is meant there and no cell beside it.
        """
        if find_defined(self.question):
            return 1.0 if self._defines(text) else UNKNOWN
        kind, named = self.question.kind, {fold(each) for each in tokenize(row)}
        known = [each for each in self.list_known() if fold(each) not in named]
        told = cut_stamps(text, list_stamps(self.placed.passage.topic.original))
        told = cut_doers(told, self.placed.language) if self.question.asks_name else told
        cut = cut_words(told, known, GONE if kind is Kind.WHERE else "")
        measured = measure_kind(self.cut_roles(cut), kind, self.placed.language)
        if kind is Kind.AMOUNT and measured <= BARE:
            return self._measure_bare(cut, measured)
        if kind is Kind.DURATION:
            return self._measure_length(cut, row, measured)
        if kind is Kind.WHERE and self.question.asks_origin:
            return max(measured, float(_tells_origin(cut, self.placed.language)))
        if self.question.asks_name and (tells := self.names_thing(told)) is not None:
            return 1.0 if tells else min(measured, UNKNOWN)
        return 1.0 if kind is Kind.WHO and self.opens_with_name(cut) else measured

    def names_thing(self, text: str) -> bool | None:
        """Return whether a name in a text is that of the thing; None if it does not tell that."""
        language = self.placed.language
        if self.piece.head or says_called(text, language) or find_label(self.piece.line):
            return None
        asked = [each for each in self.words if each.need >= 1]
        words = {each: parse_sentence(each, language) for each in tokenize(unify(text))}
        things = (word for word, held in words.items() if _is_any(held, asked))
        return links_name(text, frozenset(things), language)

    def _measure_length(self, text: str, row: str, measured: float) -> float:
        """Measure it where a number of minutes, say, may be asked for.

        Neither months nor "until May" tell that; in a table, a row may be called "Minutes".
        """
        phrase, language = self.question.phrase, self.placed.language
        if tells_length(text, phrase, language) or self._tells_extent(text):
            return 1.0
        if measured == LASTING and self._is_only_due(text):
            return BARE
        asked = list_units_of_time(phrase, self.question.language)
        if not asked or self.question.language != language:
            return measured
        if list_units_of_time(row, language) & asked:
            return 1.0
        other = measured < 1.0 or is_in_longer_units(text, phrase, language)
        return min(measured, BARE) if other else measured

    def _is_only_due(self, text: str) -> bool:
        """Return whether it tells by when somebody must do something, if that is not asked.

        How long a trip takes is not told by "please pay for the trip by 20 March".
        """
        own = asks_of_oneself(self.question.text) or self.question.asks_leave
        return not own and tells_when_due(text, self.placed.language)

    def _tells_extent(self, text: str) -> bool:
        """Return whether it has kilometres, say, where "how long is" asks for those or for hours.

        It must have all that is asked of: a pool of 25 m does not tell how long one may swim.
        """
        behind = fold(self.question.text).partition(f"{self.question.phrase} ")[2].split(" ")
        is_so = behind[0] in load_folded("copulas", self.question.language)
        if not is_so or not self._says_extent(text):
            return False
        return all(match(each, self.piece.own) >= ENOUGH for each in self.words if each.need >= 1)

    def _says_extent(self, text: str) -> bool:
        """Return whether a distance alone is said of a thing: "is 12 km long", "Route: 12 km".

        What is 2 km north, or so up to 100 km, is not as long as that.
        """
        language = self.placed.language
        light = {"", *load_folded("copulas", language)}
        closing = {"", self.question.phrase.rpartition(" ")[2]}
        return any(
            fold(each[1] or "") in light
            and fold(each[3] or "") in closing
            and measure_kind(each[2], Kind.DISTANCE, language) == 1.0
            for each in _MEASURED.finditer(text)
        )

    def _measure_bare(self, text: str, measured: float) -> float:
        """Measure what has no currency: a deposit may be a share, and no price has another unit."""
        sums = self.question.lists.list_words("things", Kind.AMOUNT.value)
        needed = (each.text for each in self.words if each.need >= 1)
        asked = [each for each in needed if fold(cut_elided(each)) in sums]
        if asked and _SHARE.search(text) and not self._shares_another(text):
            return NAMED
        if asked and counts_sum(cut_words(text, asked), self.placed.language):
            return NAMED
        lists = load_question_words(self.placed.language)
        summed = find_billed(text) or (self.covered >= ABOVE and is_labelled_sum(text, lists))
        if measured and self.question.asks_money and summed:
            return BILLED
        return 0.0 if self._measures_no_money(text) else measured

    def _shares_another(self, text: str) -> bool:
        """Return whether a share is by what a sum changes, or of something else in it."""
        words = read_text(text, self.placed.language).words
        changed = any(each.topics & _CHANGING for each in words)
        return changed or any(
            each.text[:1].isdigit() and each.relations & _SHARED for each in words
        )

    def _measures_no_money(self, text: str) -> bool:
        """Return whether each number is of a unit, which is no price: "1 GB", for what it costs."""
        if not self.question.asks_money:
            return False
        found = find_quantities(read_text(text, self.placed.language))
        return bool(found) and all(each.unit for each in found)

    def lacks_what_is_demanded(self, text: str) -> bool:
        """Return whether a number that names something, or the way, is asked for and not told."""
        if self.question.asks_number and not self._names_number(text):
            return True
        if self.question.asks_age and not may_name_age(text, self.placed.language):
            return True
        return bool(self.question.way_phrase) and not shows_way(text, self.placed.language)

    @property
    def is_labelled(self) -> bool:
        """Return whether it opens with what is to be done: "Anmelden: 0421 555 880"."""
        line, language = self.piece.line, self.placed.language
        held = parse_sentence(find_label(line) or find_purpose(line, language), language)
        return any(match(each, held) >= ENOUGH for each in self.words if each.need)

    @property
    def is_mere_sum(self) -> bool:
        """Return whether a label has nothing but a sum, which is no way: "Total to pay: £366"."""
        value = self.piece.line.removeprefix(find_label(self.piece.line))
        priced = measure_kind(value, Kind.AMOUNT, self.placed.language) == 1.0
        return priced and len(tokenize(value)) <= SUM

    @property
    def tells_how_much(self) -> bool:
        """Return whether a number stands beside what is not paid for: "28 days of holiday"."""
        question, language = self.question, self.placed.language
        if question.kind is not Kind.AMOUNT or question.names_cost or self.piece.head:
            return False
        counted = find_counted_noun(question)
        words = [each for each in self.words if each.need and fold(each.text) == counted]
        other = counts_otherwise(question, words, self.piece, language)
        beside = (is_beside_number(each, self.piece.text, language) for each in words)
        return not other and any(beside)

    def labels_person(self, text: str) -> bool:
        """Return whether somebody stands behind what is asked for: "Rings: Jonas's brother"."""
        if self.question.kind is not Kind.WHO or not self.is_labelled:
            return False
        left, language = cut_words(text, self.list_known()), self.placed.language
        timed = measure_kind(left, Kind.WHEN, language) == 1.0  # "Next meeting: 9 April, Kestrel"
        return not timed and names_person(left, language, surely=False)

    def measure_count(self, *, in_column: bool) -> float:
        """Return less than 1 where something is to be counted and no number stands beside it."""
        if self.question.kind is Kind.SIZE and not self.piece.head:
            return self._measure_nearness()
        if counts_otherwise(self.question, self.words, self.piece, self.placed.language):
            return OTHER_NUMBER
        if self.question.kind is not Kind.NUMBER or in_column:
            return 1.0
        counted = list_counted_nouns(self.question)
        words = [each for each in self.words if fold(each.text) in counted]
        first = next((each for each in words if fold(each.text) == counted[0]), None)
        text, language = self.piece.text, self.placed.language
        beside = any(
            is_beside_number(each, clause, language)
            for clause in list_clauses_on(first, text, language)
            for each in words
        )
        return 1.0 if beside or not words else OTHER_NUMBER

    def _defines(self, text: str) -> bool:
        thing = find_defined(self.question)
        languages = {self.placed.language, self.question.language}
        return any(defines(text, thing, each) for each in languages)

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

    def cut_roles(self, text: str) -> str:
        """Leave out the roles where nothing but one is asked for: another role names nobody."""
        asked = [fold(each.text).removesuffix("'s") for each in self.words if each.need]
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
        led = opens_with_name_and_dash(text, self.placed.language)
        return known or ((alone or led) and not self.piece.head)

    def tells_more(self, cell: str) -> bool:
        """Return whether a cell has more than words of the question, which answer nothing."""
        terms = parse_sentence(cell, self.placed.language).terms
        return cell not in BLANK and not (terms and terms <= self.placed.passage.sought.terms)

    def list_known(self) -> list[str]:
        """List the words of the question that answer nothing where they stand in a piece.

        Whoever asks for the caretaker knows that there is one: the word names nobody. Nor does
        "at the party" say where the party is.
        """
        who, where = (self.question.kind is each for each in (Kind.WHO, Kind.WHERE))
        # "Which room": "in room 7" tells it, but "in the room that we booked" does not.
        asking = self.question.phrase.split() if where else ()
        asking = [each for each in asking if _is_named(each, self.piece.text)]
        known = [
            each.text
            for each in self.words
            if ((where or (who and not each.taken)) and fold(each.text) not in asking)
            or (each.decides and not each.calendar)
        ]
        return [*known, *(each[:-2] for each in known if each.endswith(_POSSESSIVES))]


def _is_named(word: str, text: str) -> bool:
    """Return whether a number or a name stands behind a folded word: "room 7", "Raum Elbe"."""
    words = text.split()
    return any(
        word in fold(one) and (other[:1].isdigit() or other[:1].isupper())
        for one, other in pairwise(words)
        if one[-1:].isalpha() or one[-1:] in ":."
    )


def _tells_origin(text: str, language: str) -> bool:
    """Return whether something stands behind "from" that is no time."""
    from_there = [each for each in read_text(text, language).words if "rel:from" in each.relations]
    return any(each.counts and not each.sense.is_anchor for each in from_there)


def _is_any(held: ParsedSentence, asked: Sequence[AskedWord]) -> bool:
    return any(match(each, held) >= ENOUGH for each in asked)
