"""/status"""

from bot.messages import Answer, Reply
from bot.operations.status import collect_status, format_status
from bot.turns.command import Command, Turn


async def status(turn: Turn, _: str) -> Answer:
    if not turn.private_owner:
        # Numbers of the whole installation would tell about other chats.
        yield Reply("I am here and well.")
        return
    found = await collect_status(turn.services, turn.visibility, turn.message)
    yield Reply("\n".join(format_status(found)))


command = Command("status", "", "How I am doing", status, ordered=False)
