"""/cancel"""

from bot.commands import Command, Turn
from bot.messages import Answer, Reply


async def cancel(turn: Turn, _: str) -> Answer:
    stopped = turn.services.indexing.cancel(turn.message.chat.key)
    yield Reply("Stopping." if stopped else "There is nothing to stop: I am not indexing for you.")


command = Command("cancel", "", "Stop indexing what you sent", cancel, ordered=False)
