"""/w [note]"""

from bot.messages import Answer
from bot.owner.feedback import flag_answer
from bot.turns.command import Command, Turn


def w(turn: Turn, note: str) -> Answer:
    return flag_answer(turn, "corrections", note)


command = Command("w", "[note]", "Flag my last answer as wrong", w, owner_only=True)
