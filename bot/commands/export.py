"""/export"""

from bot.messages import Answer, IncomingMessage, Reply
from bot.turns.command import Command, Turn
from memory.facts.export import export_facts


async def export(turn: Turn, _: str) -> Answer:
    lines = await export_facts(turn.services.owner_memory.facts, turn.recall, turn.now)
    if not lines:
        yield Reply("There are no facts to export. /memory shows the notes.")
        return
    yield Reply("\n".join(["```json", *lines, "```"]))


def _guarded(message: IncomingMessage, _: str) -> bool:
    return message.chat.private


command = Command(
    "export", "", "All facts with their history, as JSON lines", export, guards=_guarded
)
