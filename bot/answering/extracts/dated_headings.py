"""Finds headings that tell when something is: "Board meeting, Thursday, 22 October, 7 pm".

A heading names what stands below it, so no passage has it as a sentence. It is quoted only where no
sentence answers.
"""

from collections.abc import Iterator, Sequence

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.matching import ENOUGH, SAID
from bot.answering.extracts.pieces import Piece
from bot.answering.extracts.section_dates import tells_day
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.meanings import is_told_by_hours
from bot.citations.statement import parse_sentence
from indexer.documents import Hit
from indexer.text.analyzer import tokenize
from indexer.text.question_words import Kind


def may_be_dated(question: AskedQuestion) -> bool:
    """Return whether it asks when something is, and not for hours or the next of several days.

    Hours stand below "Pool, open from 1 May".
    """
    hourly = (is_told_by_hours(each, question.language) for each in tokenize(question.text))
    continues = question.before or question.since
    return question.kind is Kind.WHEN and not continues and not any(hourly)


def list_dated_headings(hits: Sequence[tuple[Hit, str]]) -> Iterator[tuple[int, Piece]]:
    """Yield each dated heading once, with the number of the first passage below it, from 1.

    `hits` are passages and their languages.
    """
    seen: set[tuple[str, str]] = set()
    for n, (hit, language) in enumerate(hits, 1):
        for heading in hit.chunk.path:
            if (hit.file, heading) not in seen and tells_day(heading, language):
                yield n, Piece(parse_sentence(heading, language), heading, ends_block=True)
            seen.add((hit.file, heading))


def owes_to_title(best: Candidate) -> bool:
    """Return whether a sentence has a word of the question by a title alone."""
    return not (best.piece.head or _says_all_itself(best, ENOUGH))


def says_all_itself(heading: Candidate) -> bool:
    """Return whether a heading has the very words that are asked about, and no others for them."""
    return _says_all_itself(heading, SAID)


def _says_all_itself(each: Candidate, least: float) -> bool:
    """Return whether all that is asked about stands there, or in the lines above it."""
    passage, above = each.placed.passage, each.placed.above
    places = [passage.match_words(held) for held in (each.piece.own, above) if held]
    own = zip(each.words, *places, strict=True)
    return all(max(found) >= least for word, *found in own if word.need >= 1)
