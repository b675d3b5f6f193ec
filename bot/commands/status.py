"""/status"""

from bot.messages import N_, Answer, Reply, _
from bot.operations.status import collect_status, format_status
from bot.turns.command import Command, Turn


async def show_status(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        # Figures of the whole installation would give away other chats.
        yield Reply(_("I'm up and running."))
        return
    found = await collect_status(turn.services, turn.visibility, turn.message)
    yield Reply("\n".join(format_status(found)))


command = Command("status", "", N_("Show how I am doing"), show_status, ordered=False)
