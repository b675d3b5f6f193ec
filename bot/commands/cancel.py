"""/cancel"""

from bot.messages import N_, Answer, Reply, _
from bot.turns.command import Command, Turn


async def cancel(turn: Turn, argument: str) -> Answer:
    chat, services = turn.message.chat.key, turn.services
    stopped = services.cancellations.stop(chat) + services.indexing.cancel(chat)
    yield Reply(_("Stopping.") if stopped else _("There is nothing to stop."))


command = Command(
    "cancel", "", N_("Stop the current answer and the reading of files"), cancel, ordered=False
)
