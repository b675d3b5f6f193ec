"""/fact ID, with what can be done to it: said by the buttons of /memory."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

from bot.messages import Answer, Choice, Reply, UserError
from bot.turns.command import Command, Turn
from memory.fact import Fact, FactChange

UNDO = Choice("Take that back", "/undo")


async def fact(turn: Turn, argument: str) -> Answer:
    """`argument` is the id, and then one of `DEEDS` or nothing."""
    name, _, rest = argument.partition(" ")
    deed, _, words = rest.strip().partition(" ")
    item = await turn.services.owner_memory.facts.get(turn.recall, name, turn.now)
    if item is None:
        raise UserError("That fact is no longer here. /memory lists what there is.")
    if deed not in DEEDS:
        raise UserError(f"With a fact I can: {', '.join(each for each in DEEDS if each)}.")
    if deed not in SHOWING:
        turn.check_approved()
    yield await DEEDS[deed](turn, item, words)


async def _shown(turn: Turn, item: Fact, _: str) -> Reply:
    says = item.value
    pinned = "unpin" if says.pinned else "pin"
    lines = [
        says.text,
        f"({says.type}, importance {says.importance}, since {_day(item.created_at)})",
    ]
    choices = (
        Choice(pinned.capitalize(), f"/fact {item.id} {pinned}"),
        Choice("Delete", f"/fact {item.id} delete"),
        Choice("History", f"/fact {item.id} history"),
        Choice("Where from", f"/fact {item.id} source"),
    )
    edit = f"To correct it, say: /fact {item.id} edit and how it should read."
    return Reply("\n".join([*lines, edit]), choices)


async def _pinned(turn: Turn, item: Fact, _: str) -> Reply:
    await turn.services.owner_memory.ledger.pin(turn.memory_scope, item.id, True, turn.now)
    return Reply(f"Pinned: {item.value.text}", (UNDO,))


async def _unpinned(turn: Turn, item: Fact, _: str) -> Reply:
    await turn.services.owner_memory.ledger.pin(turn.memory_scope, item.id, False, turn.now)
    return Reply(f"No longer pinned: {item.value.text}", (UNDO,))


async def _deleted(turn: Turn, item: Fact, _: str) -> Reply:
    await turn.services.facts.delete(turn.memory, [item.id], turn.now)
    return Reply(f"Deleted: {item.value.text}", (UNDO,))


async def _edited(turn: Turn, item: Fact, words: str) -> Reply:
    if not words.strip():
        raise UserError(f"Usage: /fact {item.id} edit <how it should read>")
    changed = await turn.services.facts.edit(turn.memory, item.id, words, turn.now)
    return Reply(f"{changed.value.text}\n(was: {item.value.text})", (UNDO,))


async def _history(turn: Turn, item: Fact, _: str) -> Reply:
    changes = await turn.services.owner_memory.facts.list_history(turn.recall, item.id, turn.now)
    lines = [f"Now: {item.value.text}", *map(_told, changes)]
    return Reply("\n".join(lines))


async def _source(turn: Turn, item: Fact, _: str) -> Reply:
    ground = item.provenance
    if ground.said:
        return Reply(f"You said, on {_day(item.created_at)}:\n> {ground.said}")
    origins = {
        "manual": "You told me to remember it",
        "capture": "It was noted from our conversation",
        "tool": "The model noted it at your word",
        "import": "It was imported",
    }
    return Reply(f"{origins[ground.origin]}, on {_day(item.created_at)}.")


def _told(change: FactChange) -> str:
    was = f", was: {change.before.value.text}" if change.before else ""
    return f"{_day(change.changed_at)}: {change.action}{was}"


def _day(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%d %B %Y}"


DEEDS: Mapping[str, Callable[[Turn, Fact, str], Awaitable[Reply]]] = {
    "": _shown,
    "pin": _pinned,
    "unpin": _unpinned,
    "delete": _deleted,
    "edit": _edited,
    "history": _history,
    "source": _source,
}

SHOWING = ("", "history", "source")

command = Command("fact", "<fact> [edit ...]", "Show or change one fact", fact, listed=False)
