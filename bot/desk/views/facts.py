"""The ledger of facts and the notes of this chat, as /memory shows them."""

from dataclasses import dataclass

from bot.desk.views import Arguments, View, ViewContext
from memory.fact import Fact

LISTED = 500


@dataclass(frozen=True, slots=True)
class FactView:
    id: str
    text: str
    type: str
    importance: int  # 1 to 10
    pinned: bool
    scope: str
    origin: str  # how it came here: manual, capture, tool, import
    said: str  # the words it rests on
    author: str
    since: int  # epoch seconds
    changed: int


@dataclass(frozen=True, slots=True)
class Ledger:
    facts: tuple[FactView, ...]
    deleted: tuple[FactView, ...]  # what can still be brought back
    notes: str  # Markdown


async def show(look: ViewContext, _: Arguments) -> Ledger:
    turn = look.turn
    items = turn.services.owner_memory.facts
    live = await items.list_facts(turn.recall, now=turn.now, limit=LISTED)
    gone = await items.list_deleted(turn.recall, turn.now)
    return Ledger(
        tuple(map(build_fact, live)),
        tuple(map(build_fact, gone)),
        (await turn.memory.read_notes()).strip(),
    )


def build_fact(item: Fact) -> FactView:
    says, ground = item.value, item.provenance
    return FactView(
        id=item.id,
        text=says.text,
        type=says.type,
        importance=says.importance,
        pinned=says.pinned,
        scope=item.scope.label,
        origin=ground.origin,
        said=ground.said,
        author=ground.author,
        since=item.created_at,
        changed=item.updated_at,
    )


view = View("facts", show)
