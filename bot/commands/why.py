"""/why"""

from bot.messages import Answer, Choice, Reply, UserError
from bot.rendering.format import shorten
from bot.rendering.passages import format_location
from bot.services.last_answers import AnswerSources
from bot.turns.command import Command, Turn
from indexer.documents import Hit
from memory.fact import Fact


async def why(turn: Turn, _: str) -> Answer:
    used = await turn.services.last_answers.find(turn.message.chat.key)
    if used is None:
        raise UserError("I have not answered a question in this chat yet.")
    hits, facts = await _passages(turn, used), await _facts(turn, used)
    if not used.passages and not used.facts:
        yield Reply("It drew on no passage and on no fact.")
        return
    parts = []
    if hits:
        parts.append(
            "\n".join(["It drew on these passages:", *(f"- {format_location(h)}" for h in hits)])
        )
    if facts:
        told = (f"- {each.value.text}" for each in facts)
        parts.append("\n".join(["It was told these facts:", *told]))
    choices = tuple(
        Choice(shorten(format_location(h), 40), f"/show {h.chunk.chunk_id}") for h in hits
    )
    yield Reply("\n\n".join(parts) or "It drew on nothing that is still here.", choices)


async def _passages(turn: Turn, used: AnswerSources) -> list[Hit]:
    """Those that this chat may still see."""
    found = [await turn.services.store.load_passage(turn.recall, each) for each in used.passages]
    return [hit for hit in found if hit is not None]


async def _facts(turn: Turn, used: AnswerSources) -> list[Fact]:
    items = turn.services.owner_memory.facts
    found = [await items.get(turn.recall, each, turn.now) for each in used.facts]
    return [item for item in found if item is not None]


command = Command("why", "", "Show what the last answer drew on", why)
