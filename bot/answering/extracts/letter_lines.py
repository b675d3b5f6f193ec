"""Tells the lines of a letter or a mail that are no part of what it says.

Whom it greets, whom a mail is from and to, and when it was written answer nothing but just that.
"""

from bot.answering.extracts.lines import is_ended
from bot.answering.question.meanings import find_meanings
from bot.answering.question.time_signs import cut_times
from indexer.late_patterns import compile_late
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold
from indexer.text.question_words import Kind
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_words

LONGEST = 60  # characters of such a line
_WORDS = 6  # of a greeting
_NAMES = 2  # words of a signature
_HEADER = compile_late(r"(?:From|To|Cc): \S")
_WORD = compile_late(r"[^\W_]+")
# What may be asked of the header of a mail.
_HEADED = frozenset((Kind.WHO, Kind.EMAIL, Kind.PHONE, Kind.WHERE, Kind.SEARCH))


def is_letter_line(line: str, kind: Kind, language: str) -> bool:
    """Return whether a line greets somebody or names the sender, and neither is asked for."""
    if is_greeting(line, language):
        return True
    named = bool(_HEADER.match(line)) or is_signed_question(line, language)
    return named and kind not in _HEADED


def is_greeting(line: str, language: str) -> bool:
    """Return whether a line only greets whom a letter is for: "Dear Mrs Okafor,"."""
    if not line.endswith((",", "!")):
        return False
    words = [fold(each) for each in _WORD.findall(line[:LONGEST])]
    if not 1 < len(words) <= _WORDS:
        return False
    known = load_words("salutations", language) | load_words("greetings", language)
    return words[0] in known or " ".join(words[:2]) in known


def is_signed_question(line: str, language: str) -> bool:
    """Return whether behind a question only the name of somebody stands, and no yes or no."""
    _asked, mark, name = line.rpartition("?")
    words = _WORD.findall(name[:LONGEST]) if mark else []
    return (
        0 < len(words) <= _NAMES
        and all(each[:1].isupper() for each in words)
        and not is_ended(name)
        and not any(find_meanings(each, language) for each in words)
    )


def is_dateline(line: str, language: str, *, placed: bool) -> bool:
    """Return whether a line has only a place and the day of a letter: "Bonn, 3 May 2026".

    A day alone is none if it is `placed` below something that it may be the day of.
    """
    place, comma, day = line.partition(",") if "," in line else ("", "", line)
    if len(line) > LONGEST or any(map(str.isdigit, place)) or (placed and not comma):
        return False
    if find_calendar(place, language) or not find_calendar(day, language):
        return False
    left = _WORD.findall(cut_times(day, language))
    return all(fold(each) in load_stopwords(language) for each in left)
