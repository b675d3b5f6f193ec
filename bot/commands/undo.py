"""/undo"""

from bot.messages import N_, Answer, Reply, UserError, _
from bot.turns.command import Command, Turn

UNDONE = {
    "added": N_("Undone: I no longer have “{text}”"),
    "changed": N_("Changed back to: {text}"),
    "deleted": N_("Restored: {text}"),
    "restored": N_("Deleted again: {text}"),
}


async def undo(turn: Turn, argument: str) -> Answer:
    turn.check_approved()
    if not await turn.services.owner_memory.idempotency.begin_undo(
        turn.key, turn.memory_scope, turn.now
    ):
        yield Reply(_("Undone. /memory shows what I know now."))
        return
    undone = await turn.services.facts.undo(turn.memory, turn.now, turn.only_of)
    if undone is None:
        raise UserError(_("There is no change to a fact that I can undo."))
    yield Reply(str(UNDONE[undone.action].fill(text=undone.fact.value.text)))


command = Command("undo", "", N_("Undo the last change to a fact"), undo)
