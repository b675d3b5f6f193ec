"""/w [note]"""

from bot.commands import Command, Turn
from bot.messages import Answer
from bot.owner.feedback import flag


def w(turn: Turn, note: str) -> Answer:
    return flag(turn, "corrections", note)


command = Command("w", "[note]", "Flag my last answer as wrong", w, owner_only=True)
