"""Answers without a model: quotes the piece of the documents that answers a question.

A piece is worth the words of the question that it has, itself or above it (its headings, its
column, the line that leads to its list), the rarer the more; a little less where another word
stands for one, or where only its file's name or its neighbour has it. It is worth more if it names
the kind of thing that is asked for. How sure the best one is, its `Grade` says:

- it *answers* if it has what decides (names, numbers, days, and whatever tells it from other
  pieces), most of the other words and a trace of each, and the kind of thing that is asked for;
  it may lack a word if it names that kind of thing and is worth much more than any other piece;
- it *may* answer if it has a good part of them;
- otherwise nothing is near, and nothing is quoted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from pathlib import Path

from bot.answering.extracts.answer_signs import BARE, STRICT, measure_kind
from bot.answering.extracts.evidence import ENOUGH, PREFIX, AskedPassage, PlacedPiece, match
from bot.answering.extracts.grade import Grade
from bot.answering.extracts.pieces import Piece, read_passage
from bot.answering.extracts.question import SOFT, AskedQuestion, AskedWord, list_words
from bot.answering.extracts.quotation import Quotation, format_extract, format_title
from bot.answering.extracts.table_rows import find_asked_columns, find_naming_columns, is_blank_in
from bot.citations.statement import parse_sentence
from bot.messages.marked_text import MarkedText, join_marked
from indexer.documents import Hit
from indexer.text.question_words import Kind

MOST = 3  # passages quoted
FEW = 2  # where they only may answer
TIED = 0.97  # of the best piece's score: what another must have to be quoted beside it
SAME_FILE = 1.25  # what a piece is worth more in the file of the answer before
APART = 3  # pieces, at most, between two of a passage that are quoted together
COVERED = 0.5  # of the question's words: what an answer must have
NEAR = 0.22  # what may be an answer must have
# Of a word's weight: what the kind of thing adds, and what decides between equals.
KIND, BRIEF, RANKED = 0.6, 0.1, 0.15
FITTING = 0.6  # of certainty that the kind of thing is there, where fewer words are
HALF = 0.45  # of that certainty, which any answer must have
PLENTY = 0.74  # of the question's words: enough, whatever the kind of thing
NEARLY = 0.75  # of them: with so many, one may be missing
TRACE = 0.3  # of each word of the question: what an answer must have
MOSTLY, PLAIN = 0.6, 0.9  # of its words, and of that certainty, where no other piece is near:
APART_FROM = 0.8  # of the best piece's score, which the second does not exceed
RIVAL = 1.0  # of the best piece's words: what makes another piece its rival


NO_TEXT = MarkedText()


@dataclass(frozen=True, slots=True)
class Extracts:
    """Quotations as a list with `[n]` marks, the best first; `numbers` are those it quotes."""

    marked: MarkedText = NO_TEXT
    numbers: tuple[int, ...] = ()
    grade: Grade = Grade.NOTHING

    @property
    def text(self) -> str:
        return self.marked.text


@dataclass(frozen=True)  # no slots: what is measured once is cached in it
class _Candidate:
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

    @cached_property
    def evidence(self) -> tuple[float, ...]:
        return self.placed.measure_words()

    @cached_property
    def columns(self) -> tuple[int, ...]:
        found = find_asked_columns(self.piece, self.words, self.placed.language)
        if is_blank_in(self.piece, found.exact):
            return found.alike if not is_blank_in(self.piece, found.alike) else found.exact
        cells = self.piece.cells
        fits = self.question.kind not in STRICT
        return tuple(at for at in found.exact if fits or self._measure_kind(cells[at]))

    @cached_property
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
        named = find_naming_columns(self.piece, self.words, self.placed.language)
        return any(at not in self.columns for at in named)

    @cached_property
    def kind(self) -> float:
        cells = [self.piece.cells[at] for at in self.columns]
        text = " ".join(cells) or self.piece.block or self.piece.own.original
        return self._measure_kind(text)

    def _measure_kind(self, text: str) -> float:
        """Measure it without the names and numbers that the question has: those answer nothing."""
        return measure_kind(_cut_known(text, self.words), self.question.kind, self.placed.language)

    @cached_property
    def precision(self) -> float:
        """Return the share of the piece's words that the question has."""
        asked = self.placed.passage.asked
        parts = self.piece.list_parts(self.placed.language)
        return max((len(part & asked) / len(part) for part in parts if part), default=0.0)

    @property
    def is_blank(self) -> bool:
        return is_blank_in(self.piece, self.columns)

    @cached_property
    def covered(self) -> float:
        """The share of the question's words that the piece has; those taken over do not count."""
        pairs = _pair(self)
        new = [each for each in pairs if not each[0].taken and each[0].need] or pairs
        needed = sum(word.need for word, _ in new)
        found = sum(word.need * share for word, share in new if _counts(word, share))
        return found / needed if needed else 0.0

    @property
    def is_off_topic(self) -> bool:
        """Return whether it has nothing of what an earlier question was about."""
        taken = [found for word, found in _pair(self) if word.taken and word.need]
        return bool(taken) and max(taken) < ENOUGH and not self.is_in_same_file

    @property
    def is_said(self) -> bool:
        """Return whether the answer before was this already, and nothing new in it is asked for."""
        said = self.question.said
        if not said:
            return False
        new = [found for word, found in _pair(self) if word.need and not word.taken]
        return self.piece.text in said and max(new, default=0.0) < ENOUGH

    @property
    def is_in_same_file(self) -> bool:
        return self.placed.file in self.question.files


def _cut_known(text: str, words: Sequence[AskedWord]) -> str:
    known = [each.text for each in words if each.decides and not each.calendar]
    if not known:
        return text
    return re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)", "", text)


def find_answer(question: AskedQuestion, hits: Sequence[Hit]) -> Extracts:
    """Quote what answers or may answer `question`; `hits` are numbered from 1."""
    most = max((hit.bm25 for hit in hits), default=0.0) or 1.0
    candidates = [
        each
        for n, hit in enumerate(hits, 1)
        for each in _list_candidates(n, hit, question, hit.bm25 / most)
    ]
    ranked = _rank(candidates)
    if not ranked:
        return Extracts()
    grade = _grade(ranked, candidates)
    if grade is Grade.NOTHING:
        return Extracts()
    chosen = _choose(ranked, grade)
    extracts = [format_extract(each) for each in chosen]
    return Extracts(join_marked("\n", extracts), tuple(each.n for each in chosen), grade)


def _list_candidates(
    n: int, hit: Hit, question: AskedQuestion, relevance: float
) -> list[_Candidate]:
    read = read_passage(hit.chunk.text)
    words = list_words(question, read.language)
    asked = {term for each in words for term in each.word.terms}
    titles = parse_sentence(_join_titles(hit), read.language)
    passage = AskedPassage(words, titles, read.topic, read.language, hit.file)
    return [
        _Candidate(n, place, PlacedPiece(piece, passage), question, relevance)
        for place, piece in enumerate(read.pieces)
        if not piece.is_echo(asked, paged=bool(hit.chunk.pages))
    ]


def _join_titles(hit: Hit) -> str:
    name = hit.file_name.rpartition(".")[0] or hit.file_name
    path = dict.fromkeys(
        (name.replace("_", " ").replace("-", " "), *hit.chunk.path, hit.chunk.name)
    )
    return ". ".join(path)


def _rank(candidates: Sequence[_Candidate]) -> list[tuple[float, _Candidate]]:
    """Return the best candidates with their scores, the best first; of equal ones the first found.

    What comes close to the best one neither as its equal nor as its rival is left out unmeasured.
    """
    weights = _weigh_words(candidates)
    heaviest = max(weights.values(), default=0.0)
    limits = [
        (_limit_score(each, found, heaviest), found, each)
        for each in candidates
        if (found := _sum_words(each, weights)) > 0
    ]
    ranked: list[tuple[float, _Candidate]] = []
    best = 0.0
    for limit, found, each in sorted(limits, key=lambda each: -each[0]):
        if limit < min(TIED, APART_FROM) * best:  # whoever asks for less needs more of them
            break
        if not (each.is_blank or each.is_said):
            ranked.append((_score(each, found, heaviest), each))
            best = max(best, ranked[-1][0])
    return sorted(ranked, key=lambda each: (-each[0], each[1].n, each[1].place))


def _weigh_words(candidates: Sequence[_Candidate]) -> dict[str, float]:
    """Weigh each word of the question: the more, the fewer pieces have it."""
    having: dict[str, float] = {}
    for each in candidates:
        for text, found in zip(each.placed.passage.texts, each.evidence, strict=True):
            having[text] = having.get(text, 0.0) + (found >= ENOUGH)
    count = len(candidates)
    return {text: log(1 + count / (1 + number)) for text, number in having.items()}


def _sum_words(each: _Candidate, weights: dict[str, float]) -> float:
    return sum(word.worth * weights[word.text] * share for word, share in _pair(each) if share)


def _score(each: _Candidate, found: float, heaviest: float) -> float:
    extra = KIND * each.kind + BRIEF * each.precision + RANKED * each.relevance
    same = SAME_FILE if each.is_in_same_file else 1.0
    if each.question.before:  # what is new in a question that continues another comes first
        same *= 0.5 + 0.5 * each.covered
    return same * (found + heaviest * extra)


def _limit_score(each: _Candidate, found: float, heaviest: float) -> float:
    """Return the most that `_score` can be."""
    extra = KIND + BRIEF + RANKED * each.relevance
    return (SAME_FILE if each.is_in_same_file else 1.0) * (found + heaviest * extra)


def _grade(ranked: Sequence[tuple[float, _Candidate]], candidates: Sequence[_Candidate]) -> Grade:
    best = ranked[0][1]
    if best.covered < NEAR:
        return Grade.NOTHING
    if best.is_substitute or best.is_off_topic or _is_contested(best, candidates):
        return Grade.MAYBE
    return Grade.ANSWERS if _holds_question(best) or _stands_apart(ranked) else Grade.MAYBE


def _holds_question(best: _Candidate) -> bool:
    return _is_covered(best) and _has_all_words(best) and _is_kind(best, HALF)


def _stands_apart(ranked: Sequence[tuple[float, _Candidate]]) -> bool:
    """Return whether it names the kind of thing asked for, and no other piece comes close.

    Then a word that it lacks is likely another word for what it says; in a table, another row's.
    """
    score, best = ranked[0]
    second = next((found for found, each in ranked if each.piece.text != best.piece.text), 0.0)
    return (
        best.question.kind in STRICT
        and not best.piece.head
        and best.kind >= PLAIN
        and best.covered >= MOSTLY
        and second <= APART_FROM * score
        and all(found >= ENOUGH for word, found in _pair(best) if word.decides)
    )


def _is_covered(best: _Candidate) -> bool:
    if best.covered >= PLENTY:
        return True
    return best.covered >= COVERED and (best.kind >= FITTING or best.is_cell)


def _has_all_words(best: _Candidate) -> bool:
    """Return whether it has what decides, and a trace at least of each other new word.

    "Who is the engineer of the ship?" is not answered by what says nothing of engineers. Of many
    words one may be missing.
    """
    missing = [
        word
        for word, found in _pair(best)
        if found < (ENOUGH if word.decides else TRACE)
        and (word.decides or (word.need >= 1 and not word.taken))
    ]
    few = len(missing) == 1 and best.covered > NEARLY
    return not missing or (few and not missing[0].decides)


def _is_kind(best: _Candidate, least: float) -> bool:
    """Return whether it names the kind of thing asked for, if that can be told at all."""
    if best.question.kind not in STRICT:
        return True
    loose = best.is_cell or not best.question.names_cost
    return best.kind >= (BARE if loose and best.question.kind is Kind.AMOUNT else least)


def _pair(each: _Candidate) -> list[tuple[AskedWord, float]]:
    return list(zip(each.words, each.evidence, strict=True))


def _counts(word: AskedWord, found: float) -> bool:
    """Return whether a trace of the word counts: the colour asked for is there, or it is not."""
    return found >= ENOUGH or word.need != SOFT


def _is_contested(best: _Candidate, candidates: Sequence[_Candidate]) -> bool:
    """Return whether a word that the best piece lacks tells a rival from it."""
    missing = {
        word.text for word, found in _pair(best) if word.need and not word.taken and found < ENOUGH
    }
    named = {word.text for word, found in _pair(best) if word.need == SOFT and found < ENOUGH}
    return any(
        found >= ENOUGH
        and (
            (word.text in missing and each.covered >= RIVAL * best.covered)
            or (word.text in named and each.n == best.n)
        )
        for each in candidates
        for word, found in _pair(each)
    )


def _choose(ranked: Sequence[tuple[float, _Candidate]], grade: Grade) -> list[Quotation]:
    """Choose the best piece of each passage that comes close to the best of all."""
    least = TIED * ranked[0][0]
    close = [each for score, each in ranked if score >= least]
    chosen: dict[int, list[_Candidate]] = {}
    quoted: set[str] = set()
    for each in close:
        # Passages of one document overlap: what was quoted from one need not be quoted again.
        if each.piece.text not in quoted and _goes_with(each, chosen.get(each.n, [])):
            chosen.setdefault(each.n, []).append(each)
            quoted.add(each.piece.text)
    most = MOST if grade is Grade.ANSWERS else FEW
    return [_build_quotation(found) for found in list(chosen.values())[:most]]


def _goes_with(each: _Candidate, chosen: Sequence[_Candidate]) -> bool:
    """Return whether a piece is quoted with others of its passage: rows, or one more sentence."""
    if not chosen:
        return True
    first = chosen[0].piece
    if each.piece.head or first.head:
        return each.piece.head == first.head
    return len(chosen) == 1 and abs(each.place - chosen[0].place) <= APART


def _build_quotation(found: Sequence[_Candidate]) -> Quotation:
    first, pieces = found[0], [each.piece for each in sorted(found, key=lambda each: each.place)]
    named = find_naming_columns(first.piece, first.words, first.placed.language)
    title = _find_title(first) or ("" if any(each.line for each in pieces) else _name(first))
    return Quotation(first.n, pieces, first.columns, named, title)


def _name(each: _Candidate) -> str:
    """Name rows or code that nothing leads to, by the heading above them or by their file."""
    titles = (format_title(title.original) for title in reversed(each.piece.titles))
    return next(filter(None, titles), Path(each.placed.file).stem)


def _find_title(each: _Candidate) -> str:
    """Return the heading or line above a piece that has a word of the question it lacks."""
    own = [match(word, each.piece.own) for word in each.words]
    for title in reversed(each.piece.titles):
        if any(
            word.worth and match(word, title) > max(found, PREFIX)
            for word, found in zip(each.words, own, strict=True)
        ):
            return format_title(title.original)
    return ""
