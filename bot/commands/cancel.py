"""/cancel"""

from bot.messages import Answer, Reply
from bot.turns.command import Command, Turn


async def cancel(turn: Turn, _: str) -> Answer:
    chat, services = turn.message.chat.key, turn.services
    stopped = services.cancellations.stop(chat) + services.indexing.cancel(chat)
    yield Reply("Stopping." if stopped else "There is nothing to stop.")


command = Command("cancel", "", "Stop the answer, and reading what you sent", cancel, ordered=False)
