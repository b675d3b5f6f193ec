"""The changes of one fact, the latest first."""

from msgspec import Struct

from bot.desk.views import Arguments, View, ViewContext


class Step(Struct, frozen=True):
    at: int  # epoch seconds
    action: str
    was: str  # empty where it was added


class History(Struct, frozen=True):
    steps: tuple[Step, ...]


async def show(context: ViewContext, arguments: Arguments) -> History:
    turn = context.turn
    facts = turn.services.owner_memory.facts
    changes = await facts.list_history(turn.recall, arguments.get("id", ""), turn.now)
    steps = (
        Step(each.changed_at, each.action, each.before.value.text if each.before else "")
        for each in changes
    )
    return History(tuple(steps))


view = View("history", show)
