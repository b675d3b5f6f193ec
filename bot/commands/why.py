"""/why"""

from collections.abc import Iterable, Sequence

from bot.messages import N_, Answer, Choice, Reply, UserError, _
from bot.messages.marked_text import escape_markup
from bot.rendering.format import shorten
from bot.rendering.passages import format_location
from bot.services.last_answers import AnswerSources
from bot.turns.command import Command, Turn
from indexer.documents import Hit
from memory.fact import Fact


async def explain(turn: Turn, argument: str) -> Answer:
    used = await turn.services.last_answers.find(turn.message.chat.key)
    if used is None:
        raise UserError(_("I have not answered a question in this chat yet."))
    if not used.passages and not used.facts:
        yield Reply(_("My last answer used no passages and no facts."))
        return
    shared = not turn.message.chat.private
    yield _build_reply(
        await _load_passages(turn, used), await _load_facts(turn, used), shared=shared
    )


def _build_reply(hits: Sequence[Hit], facts: Sequence[Fact], *, shared: bool) -> Reply:
    parts, named = [], [(each, format_location(each, shared=shared)) for each in hits]
    if hits:
        places = (escape_markup(place) for _hit, place in named)
        parts.append(_format_list(_("My last answer used these passages:"), places))
    if facts:
        texts = (each.value.text for each in facts)
        parts.append(_format_list(_("My last answer used these facts:"), texts))
    choices = tuple(
        Choice(shorten(place, 40), f"/show {hit.chunk.chunk_id}") for hit, place in named
    )
    return Reply(
        "\n\n".join(parts) or _("Nothing that my last answer used is available any more."), choices
    )


def _format_list(heading: str, lines: Iterable[str]) -> str:
    return "\n".join([heading, *(f"- {line}" for line in lines)])


async def _load_passages(turn: Turn, used: AnswerSources) -> list[Hit]:
    """Return those that this chat may still see."""
    found = [await turn.services.store.load_passage(turn.recall, each) for each in used.passages]
    return [hit for hit in found if hit is not None]


async def _load_facts(turn: Turn, used: AnswerSources) -> list[Fact]:
    ledger = turn.services.owner_memory.facts
    found = [await ledger.get(turn.recall, each, turn.now) for each in used.facts]
    return [fact for fact in found if fact is not None]


command = Command("why", "", N_("Show what my last answer is based on"), explain)
