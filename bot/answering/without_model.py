"""What is said where no model answers: the facts that were told and the sentences that match."""

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

PASSAGES = 5  # that an extract is made of
INSTEAD = "This is what the documents say:"


async def answer_after_failure(
    turn: Turn, question: str, hits: Sequence[Hit], error: ModelError
) -> AnswerResult:
    """The same, with the reason why no model answers."""
    lead = "" if detect_courtesy(question) else f" {INSTEAD}"
    return await answer_without_model(turn, question, hits, error.sentence + lead)


async def answer_without_model(
    turn: Turn, question: str, hits: Sequence[Hit], notice: str = ""
) -> AnswerResult:
    """What was told to be remembered, and what the passages say themselves.

    Where neither answers, that and what comes near, and the offer to remember what was said. Small
    talk is answered in kind, and looks for nothing.
    """
    if kind := detect_courtesy(question):
        return AnswerResult(
            cite_quotations(MarkedText(await _format_courtesy(turn, kind)), (), ()), (), notice
        )
    hits = hits[:PASSAGES]
    facts = await find_matching_facts(turn, question)
    found = extract(question, hits) if can_answer(question, hits) else Extracts(MarkedText())
    offers = () if facts or found.text else offer_to_remember(turn, question)
    said = found if found.text or facts else await _extract_nearest(turn, question, hits)
    parts = (MarkedText(format_facts(turn, facts)), said.said, MarkedText(OFFER if offers else ""))
    checked = cite_quotations(join_marked("\n\n", parts), said.numbers, hits)
    ids = tuple(fact.id for fact in facts)
    return AnswerResult(checked, hits, notice, facts=ids, offers=offers)


async def _format_courtesy(turn: Turn, kind: Courtesy) -> str:
    """A greeting is how many begin, so it says how."""
    begins = kind is Courtesy.GREETING
    if begins and not await turn.services.store.has_documents(turn.visibility):
        return f"{kind}\n\n{NOTHING_INDEXED}"
    return kind.value


async def _extract_nearest(turn: Turn, question: str, hits: Sequence[Hit]) -> Extracts:
    """What comes near, or how to begin where there is no document yet."""
    if hits or await turn.services.store.has_documents(turn.visibility):
        return extract_nearest(question, hits)
    return Extracts(MarkedText(str(NOTHING_INDEXED)))
