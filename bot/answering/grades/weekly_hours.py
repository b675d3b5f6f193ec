"""Joins the lines of weekly hours, which only together tell when something is open."""

from collections.abc import Sequence
from functools import reduce
from itertools import count, takewhile
from operator import add

from msgspec.structs import replace

from bot.answering.extracts.answer_signs import tells_hour
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.evidence import PlacedPiece
from bot.answering.extracts.lines import ROOM
from bot.answering.extracts.quoting import join_lines
from bot.answering.question.meanings import find_meanings, is_told_by_hours, tells_time
from indexer.inference.reading import read_text
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words
from indexer.text.stopwords import load_stopwords

_SEVERAL = 2
_OPEN_KINDS = frozenset((Kind.SEARCH, Kind.WHICH))
_OF_HOURS = ("daypart", "clock", "unit:h", "unit:d")
_CLOSED = frozenset(("close", "open"))


def join_week(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate]
) -> list[tuple[float, Candidate]]:
    """Put the whole week in the place of the line that is best, where no day is asked for."""
    score, best = ranked[0]
    week = _list_week(best, candidates) if _asks_for_week(best) else []
    if len(week) < _SEVERAL or sum(len(each.piece.line) for each in week) > ROOM:
        return list(ranked)
    others = [(found, each) for found, each in ranked if each not in week]
    return [(score, _join(week)), *others]


def _asks_for_week(best: Candidate) -> bool:
    """Return whether all that is asked for is when something is, on no day in particular."""
    question = best.question
    if any(word.calendar or word.day or word.hours or word.since for word in best.words):
        return False
    opens = any(is_told_by_hours(word.text, question.language) for word in best.words)
    return question.kind is Kind.WHEN or (question.kind in _OPEN_KINDS and opens)


def _list_week(best: Candidate, candidates: Sequence[Candidate]) -> list[Candidate]:
    """List the lines around the best with the hours of other days; none if any has a day twice."""
    lines = {
        each.place: each
        for each in candidates
        if each.n == best.n and each.piece.above == best.piece.above and _tells_days(each)
    }
    before = takewhile(lines.__contains__, range(best.place, -1, -1))
    behind = takewhile(lines.__contains__, count(best.place + 1))
    week = [lines[place] for place in (*reversed(list(before)), *behind)]
    days = [day for each in week for day in each.placed.named.days]
    return week if len(days) == len(set(days)) else []


def _tells_days(each: Candidate) -> bool:
    """Return whether a line has days and their hours, or "closed", and nothing else."""
    text, language = each.piece.line, each.placed.language
    if each.piece.block or len(text) > ROOM or not find_calendar(text, language).days:
        return False
    told = tells_hour(text, language) or _says_closed(text, language)
    return told and all(_is_of_hours(word, language) for word in tokenize(text))


def _says_closed(text: str, language: str) -> bool:
    return any(not find_meanings(word, language).isdisjoint(_CLOSED) for word in tokenize(text))


def _is_of_hours(word: str, language: str) -> bool:
    lists = load_question_words(language)
    if lists.is_spaced and len(word) == 1:
        return True  # the letters of an abbreviation: "t/m", "u."
    if word[:1].isdigit() or fold(word) in load_stopwords(language) or tells_time(word, lists):
        return True
    if not find_meanings(word, language).isdisjoint(_CLOSED):
        return True
    return any(each.has(mark) for each in read_text(word, language).words for mark in _OF_HOURS)


def _join(week: Sequence[Candidate]) -> Candidate:
    """Make one piece of the lines."""
    own = reduce(add, (each.piece.own for each in week))
    line = join_lines([each.piece.line for each in week])
    piece = replace(week[0].piece, own=own, line=line, ends_block=week[-1].piece.ends_block)
    return replace(week[0], placed=PlacedPiece(piece, week[0].placed.passage))
