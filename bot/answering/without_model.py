"""Answers without a model: the facts that match a question and the sentences that answer it."""

from collections.abc import Sequence

from bot.answering.confidence import can_answer
from bot.answering.extractive import Extracts, extract, extract_nearest
from bot.answering.matching_facts import OFFER, find_matching_facts, format_facts, offer_to_remember
from bot.answering.result import AnswerResult
from bot.answering.small_talk import Courtesy, detect_courtesy
from bot.citations.check import cite_quotations
from bot.llm import ModelError
from bot.messages.marked_text import MarkedText, join_marked
from bot.turns.command import Turn
from bot.views.documents import NOTHING_INDEXED
from indexer.documents import Hit
from indexer.i18n import N_, join_sentences

PASSAGES = 5  # that an extract is made of
INSTEAD = N_("Here is what the documents say:")


async def answer_after_failure(
    turn: Turn, question: str, hits: Sequence[Hit], error: ModelError
) -> AnswerResult:
    """Answer without the model that failed, and say first why it did."""
    lead = "" if detect_courtesy(question) else str(INSTEAD)
    notice = join_sentences(str(error.sentence), lead)
    return await answer_without_model(turn, question, hits, notice)


async def answer_without_model(
    turn: Turn, question: str, hits: Sequence[Hit], notice: str = ""
) -> AnswerResult:
    """Answer with matching facts and with sentences of the passages, word for word.

    Where neither answers: say so, show the closest passages, and offer to remember the message.
    Small talk is answered in kind, without looking at facts or passages.
    """
    if kind := detect_courtesy(question):
        reply = MarkedText(await _format_courtesy(turn, kind))
        return AnswerResult(cite_quotations(reply, (), ()), (), notice)
    hits = hits[:PASSAGES]
    facts = await find_matching_facts(turn, question)
    found = extract(question, hits) if can_answer(question, hits) else Extracts(MarkedText())
    offers = () if facts or found.text else offer_to_remember(turn, question)
    extracts = found if found.text or facts else await _extract_nearest(turn, question, hits)
    offer = str(OFFER) if offers else ""
    parts = (MarkedText(format_facts(turn, facts)), extracts.marked, MarkedText(offer))
    checked = cite_quotations(join_marked("\n\n", parts), extracts.numbers, hits)
    ids = tuple(fact.id for fact in facts)
    return AnswerResult(checked, hits, notice, facts=ids, offers=offers)


async def _format_courtesy(turn: Turn, kind: Courtesy) -> str:
    """The reply to small talk; to a first greeting, with how to begin."""
    if kind is Courtesy.GREETING and not await _has_documents(turn):
        return f"{kind.reply}\n\n{NOTHING_INDEXED}"
    return kind.reply


async def _extract_nearest(turn: Turn, question: str, hits: Sequence[Hit]) -> Extracts:
    """The closest passages, or how to begin where there is no document yet."""
    if hits or await _has_documents(turn):
        return extract_nearest(question, hits)
    return Extracts(MarkedText(str(NOTHING_INDEXED)))


async def _has_documents(turn: Turn) -> bool:
    return await turn.services.store.has_documents(turn.visibility)
