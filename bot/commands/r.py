"""/r [note]"""

from bot.commands import Command, Turn
from bot.messages import Answer
from bot.owner.feedback import flag


def r(turn: Turn, note: str) -> Answer:
    return flag(turn, "rewards", note)


command = Command("r", "[note]", "Flag my last answer as right", r, owner_only=True)
