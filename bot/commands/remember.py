"""/remember <note>"""

from bot.commands import Command, Turn
from bot.messages import Answer, Reply, UserError


async def remember(turn: Turn, note: str) -> Answer:
    if not note:
        raise UserError("Usage: /remember <a sentence>")
    author = "" if turn.message.chat.private else turn.message.sender.name
    new = await turn.memory.remember(note, turn.now, author)
    yield Reply("Noted, and pinned." if new else "I have that already.")


command = Command("remember", "<a sentence>", "Pin a note that stays", remember)
