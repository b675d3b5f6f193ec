"""What is said where no model answers: the facts that were told and the sentences that match."""

from collections.abc import Sequence

from bot.answerable import answerable
from bot.answered import Answered
from bot.citations import quoted
from bot.commands import Turn
from bot.documents import NOTHING_INDEXED
from bot.extract import Extracts, extract, near
from bot.marked import Marked, joined
from bot.remembered import OFFER, offered, recited, remembered
from indexer.documents import Hit

PASSAGES = 5  # that an extract is made of
INSTEAD = "This is what the documents say:"


async def instead(turn: Turn, question: str, hits: Sequence[Hit], notice: str = "") -> Answered:
    """What was told to be remembered, and what the passages say themselves.

    Where neither answers, that and what comes near, and the offer to remember what was said.
    """
    hits = hits[:PASSAGES]
    facts = await remembered(turn, question)
    found = extract(question, hits) if answerable(question, hits) else Extracts(Marked())
    offers = () if facts or found.text else offered(turn, question)
    said = found if found.text or facts else await _near(turn, question, hits)
    parts = (Marked(recited(turn, facts)), said.said, Marked(OFFER if offers else ""))
    checked = quoted(joined("\n\n", parts), said.numbers, hits)
    ids = tuple(fact.id for fact in facts)
    return Answered(checked, hits, notice, facts=ids, offers=offers)


async def _near(turn: Turn, question: str, hits: Sequence[Hit]) -> Extracts:
    """What comes near, or how to begin where there is no document yet."""
    if hits or await turn.services.store.has_documents(turn.visibility):
        return near(question, hits)
    return Extracts(Marked(NOTHING_INDEXED))
