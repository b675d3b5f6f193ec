"""/w and /r: the owner says of the last answer that it was wrong or right."""

from bot.messages import Answer, Reply, UserError
from bot.owner.turn import get_vault
from bot.turns.command import Turn
from memory.vault.vault import FeedbackKind, Flag


async def flag_answer(turn: Turn, kind: FeedbackKind, note: str) -> Answer:
    vault = get_vault(turn)
    flagged = await _find_last_answer(turn, note)
    await vault.save_flag(kind, turn.now, flagged)
    how = "wrong" if kind == "corrections" else "right"
    await vault.append_daily(turn.now, f"an answer was flagged as {how}")
    yield Reply(f"Flagged as {how}. /review turns what you flagged into rules.")


async def _find_last_answer(turn: Turn, note: str) -> Flag:
    window = await turn.memory.read_window()
    for message in reversed(window):
        if message.role == "assistant":
            question = next(
                (each.content for each in window if each.key == message.key and each != message), ""
            )
            return Flag(question, message.content, note)
    raise UserError("There is no answer to flag yet.")
