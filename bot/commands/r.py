"""/r [note]"""

from bot.messages import Answer
from bot.owner.feedback import flag_answer
from bot.turns.command import Command, Turn


def r(turn: Turn, note: str) -> Answer:
    return flag_answer(turn, "rewards", note)


command = Command("r", "[note]", "Flag my last answer as right", r, owner_only=True)
