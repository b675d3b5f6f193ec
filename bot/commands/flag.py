"""/w NOTE and /r NOTE flag the last answer as wrong or right."""

from collections.abc import Mapping

from bot.messages import N_, Answer
from bot.owner.feedback import flag_answer
from bot.turns.command import Command, Turn


def flag_wrong(turn: Turn, note: str) -> Answer:
    return flag_answer(turn, "corrections", note)


def flag_right(turn: Turn, note: str) -> Answer:
    return flag_answer(turn, "rewards", note)


commands: Mapping[str, Command] = {
    "w": Command(
        "w", N_("[NOTE]"), N_("Flag my last answer as wrong"), flag_wrong, owner_only=True
    ),
    "r": Command(
        "r", N_("[NOTE]"), N_("Flag my last answer as right"), flag_right, owner_only=True
    ),
}
