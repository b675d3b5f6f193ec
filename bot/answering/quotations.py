"""Searches the documents for a question, and quotes what answers it without a model."""

from collections.abc import Sequence

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.question.relative_days import name_days
from bot.answering.question_parts import list_questions
from bot.messages import run_aside
from bot.turns.command import Turn
from indexer.documents import Hit
from indexer.search.context import EXTRACTED


async def search_documents(turn: Turn, words: str) -> Sequence[Hit]:
    return await turn.services.store.search(turn.recall, words, limit=EXTRACTED, now=turn.now)


async def quote_answer(turn: Turn, question: AskedQuestion, hits: Sequence[Hit]) -> Extracts:
    """Quote what answers a question, or is nearest to it in meaning if a model tells meanings."""
    length = len(question.searched) + sum(len(hit.chunk.text) for hit in hits)
    found = await run_aside(lambda: find_answer(question, hits), length)
    meaning = turn.services.engines.semantic
    if meaning is None:
        return found
    from bot.answering.by_meaning.choice import choose_by_meaning  # most have no such model

    return await choose_by_meaning(meaning, question, found, hits)


async def quote_each(turn: Turn, text: str) -> tuple[Sequence[Hit], Extracts] | None:
    """Quote the answer to each of several questions of a message, and return what was searched.

    None where it asks but one thing, or where not each is answered.
    """
    parts = [name_days(parse_question(each), turn.now.date()) for each in list_questions(text)]
    if not parts:
        return None
    from bot.answering.comparisons import join_sides  # hardly any message asks several things

    found = [await search_documents(turn, each.searched) for each in parts]
    hits = list({hit.chunk.chunk_id: hit for own in found for hit in own}.values())
    quoted = [await quote_answer(turn, each, hits) for each in parts]
    if any(each.grade is not Grade.ANSWERS for each in quoted):
        return None
    return hits, join_sides(quoted[0], quoted)
