"""/undo"""

from bot.messages import Answer, Reply, UserError
from bot.turns.command import Command, Turn

TOLD = {
    "added": "Taken back: I no longer have “{}”",
    "changed": "Back to: {}",
    "deleted": "Here again: {}",
    "restored": "Deleted again: {}",
}


async def undo(turn: Turn, _: str) -> Answer:
    turn.check_approved()
    if not await turn.services.owner_memory.idempotency.begin_undo(
        turn.key, turn.memory_scope, turn.now
    ):
        yield Reply("I took that back. /memory shows what I know now.")
        return
    undone = await turn.services.facts.undo(turn.memory, turn.now)
    if undone is None:
        raise UserError("There is no change of a fact that could be taken back.")
    yield Reply(TOLD[undone.action].format(undone.fact.value.text))


command = Command("undo", "", "Take back the last change of a fact", undo)
