"""/memory"""

from bot.commands import Command, Turn
from bot.messages import Answer, Reply


async def memory(turn: Turn, _: str) -> Answer:
    notes = (await turn.memory.notes()).strip()
    if not notes:
        yield Reply("I have no notes of this chat yet. /remember and a sentence pins one.")
        return
    yield Reply(f"What I have noted:\n\n{notes}")


command = Command("memory", "", "Show what I have noted of this chat", memory)
