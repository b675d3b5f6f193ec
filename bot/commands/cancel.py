"""/cancel"""

from bot.messages import N_, Answer, Reply, _
from bot.turns.command import Command, Turn


async def cancel(turn: Turn, argument: str) -> Answer:
    """In a group, members stop what they asked for themselves, and an owner everything."""
    message, services = turn.message, turn.services
    person = None if turn.is_owner or message.chat.private else message.sender.key
    stopped = services.cancellations.stop(message.chat.key, person)
    stopped += services.indexing.cancel(message.chat.key, person)
    yield Reply(_("Stopping.") if stopped else _("There is nothing to stop."))


command = Command(
    "cancel", "", N_("Stop the current answer and the reading of files"), cancel, ordered=False
)
