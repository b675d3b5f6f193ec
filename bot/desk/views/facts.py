"""The ledger of facts and the notes of this chat, as /memory shows them."""

from dataclasses import dataclass

from bot.desk.views import Arguments, View, ViewContext
from memory.fact import Fact

LIMIT = 500


@dataclass(frozen=True, slots=True)
class FactView:
    id: str
    text: str
    type: str
    importance: int  # 1 to 10
    pinned: bool
    scope: str
    origin: str  # how it was recorded: manual, capture, tool, import
    said: str  # the words that it is based on
    author: str
    since: int  # epoch seconds
    changed: int


@dataclass(frozen=True, slots=True)
class Ledger:
    facts: tuple[FactView, ...]
    deleted: tuple[FactView, ...]  # those that can still be restored
    notes: str  # Markdown


async def show(context: ViewContext, _arguments: Arguments) -> Ledger:
    turn = context.turn
    facts = turn.services.owner_memory.facts
    current = await facts.list_facts(turn.recall, now=turn.now, limit=LIMIT)
    deleted = await facts.list_deleted(turn.recall, turn.now)
    return Ledger(
        tuple(map(build_fact, current)),
        tuple(map(build_fact, deleted)),
        (await turn.memory.read_notes()).strip(),
    )


def build_fact(fact: Fact) -> FactView:
    value, provenance = fact.value, fact.provenance
    return FactView(
        id=fact.id,
        text=value.text,
        type=value.type,
        importance=value.importance,
        pinned=value.pinned,
        scope=fact.scope.label,
        origin=provenance.origin,
        said=provenance.said,
        author=provenance.author,
        since=fact.created_at,
        changed=fact.updated_at,
    )


view = View("facts", show)
