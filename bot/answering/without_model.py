"""What is said where no model answers: the facts that were told and the sentences that match."""

from collections.abc import Sequence

from bot.answering.confidence import answerable
from bot.answering.extractive import Extracts, extract, near
from bot.answering.matching_facts import OFFER, offered, recited, remembered
from bot.answering.result import AnswerResult
from bot.answering.small_talk import Courtesy, courtesy
from bot.citations.check import quoted
from bot.llm import ModelError
from bot.messages.marked_text import MarkedText, join_marked
from bot.turns.command import Turn
from bot.views.documents import NOTHING_INDEXED
from indexer.documents import Hit

PASSAGES = 5  # that an extract is made of
INSTEAD = "This is what the documents say:"


async def away(turn: Turn, question: str, hits: Sequence[Hit], error: ModelError) -> AnswerResult:
    """The same, with the reason why no model answers."""
    lead = "" if courtesy(question) else f" {INSTEAD}"
    return await instead(turn, question, hits, error.sentence + lead)


async def instead(turn: Turn, question: str, hits: Sequence[Hit], notice: str = "") -> AnswerResult:
    """What was told to be remembered, and what the passages say themselves.

    Where neither answers, that and what comes near, and the offer to remember what was said. Small
    talk is answered in kind, and looks for nothing.
    """
    if kind := courtesy(question):
        return AnswerResult(quoted(MarkedText(await _politely(turn, kind)), (), ()), (), notice)
    hits = hits[:PASSAGES]
    facts = await remembered(turn, question)
    found = extract(question, hits) if answerable(question, hits) else Extracts(MarkedText())
    offers = () if facts or found.text else offered(turn, question)
    said = found if found.text or facts else await _near(turn, question, hits)
    parts = (MarkedText(recited(turn, facts)), said.said, MarkedText(OFFER if offers else ""))
    checked = quoted(join_marked("\n\n", parts), said.numbers, hits)
    ids = tuple(fact.id for fact in facts)
    return AnswerResult(checked, hits, notice, facts=ids, offers=offers)


async def _politely(turn: Turn, kind: Courtesy) -> str:
    """A greeting is how many begin, so it says how."""
    begins = kind is Courtesy.GREETING
    if begins and not await turn.services.store.has_documents(turn.visibility):
        return f"{kind}\n\n{NOTHING_INDEXED}"
    return kind.value


async def _near(turn: Turn, question: str, hits: Sequence[Hit]) -> Extracts:
    """What comes near, or how to begin where there is no document yet."""
    if hits or await turn.services.store.has_documents(turn.visibility):
        return near(question, hits)
    return Extracts(MarkedText(NOTHING_INDEXED))
