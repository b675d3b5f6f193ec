"""Tells whether a piece is on another time than a question, or has nothing but its time."""

from bot.answering.extracts.answer_signs import measure_kind, tells_hour
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.evidence import SPANNED, UNDATED
from bot.answering.extracts.matching import ENOUGH
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.time_signs import list_hours
from bot.answering.question.verbs import is_light_verb
from indexer.inference.reading import read_text
from indexer.text.question_words import Kind


def tells_only_day(best: Candidate) -> bool:
    """Return whether it tells but a day where an hour is asked for, and no "closed" on that."""
    question, text = best.question, best.piece.own.original
    named = any(word.calendar.days and not word.taken for word, _found in best.pairs)
    if question.kind is not Kind.WHEN or best.piece.head or not (named or question.asks_hour):
        return False
    language = best.placed.language
    closed = any("close" in each.topics for each in read_text(text, language).words)
    return not (tells_hour(text, language) or closed)


def is_at_another_time(best: Candidate) -> bool:
    """Return whether it tells times of another part of the day only: 6.15 am, for the evening."""
    if best.question.kind is not Kind.WHEN or not list_hours(best.piece.text):
        return False
    return any(word.hours and found < ENOUGH for word, found in best.pairs)


def has_only_time(best: Candidate) -> bool:
    """Return whether only a part of the day is known of what is asked: "get in at night"."""
    needed = [word for word in best.words if word.need]
    return bool(needed) and all(word.hours for word in needed)


def lasts_over_day(best: Candidate) -> bool:
    """Return whether only a day is asked for, what is on, and it lasts longer: "valid in 2026"."""
    needed = [pair for pair in best.pairs if pair[0].need]
    return bool(needed) and all(word.day and found == SPANNED for word, found in needed)


def is_at_no_time(best: Candidate) -> bool:
    """Return whether it has no time where it is asked if something is so on a day: "today".

    A rule holds on any day, so this is not of leave.
    """
    question = best.question
    undated = any(word.day and found == UNDATED for word, found in best.pairs)
    if question.kind is not Kind.WHETHER or question.asks_leave or not undated:
        return False
    return measure_kind(best.piece.text, Kind.WHEN, best.placed.language) == 0.0


def has_only_hour(best: Candidate) -> bool:
    """Return whether only the hour is known of what is asked: "Can I swim at 7 pm?"."""
    question = best.question
    hourly = [_tells_hour(word, question.language) for word in best.words]
    if question.before or best.piece.head or not any(hourly):
        return False
    others = [
        found
        for (word, found), hour in zip(best.pairs, hourly, strict=True)
        if word.need and not (hour or _is_light(word, question))
    ]
    return bool(others) and max(others) < ENOUGH


def _is_light(word: AskedWord, question: AskedQuestion) -> bool:
    """Return whether it says what may be done anywhere: "Can I come at 7?"."""
    return is_light_verb(word.text, question.text, question.language)


def _tells_hour(word: AskedWord, language: str) -> bool:
    """Return whether a word is an hour, or belongs to one: "7", "pm", "Uhr"."""
    if word.hours or (word.amount and word.amount.is_hour):
        return True
    read = read_text(word.text, language).words
    return any(each.has("daypart") or each.has("clock") or each.has("unit:h") for each in read)
