"""/w [note]"""

from bot.messages import Answer
from bot.owner.feedback import flag
from bot.turns.command import Command, Turn


def w(turn: Turn, note: str) -> Answer:
    return flag(turn, "corrections", note)


command = Command("w", "[note]", "Flag my last answer as wrong", w, owner_only=True)
