"""Flags the last answer as wrong or right, for /w and /r."""

from bot.messages import Answer, Reply, UserError, _
from bot.owner.turn import get_vault
from bot.turns.command import Turn
from memory.vault.vault import OF_FEEDBACK, FeedbackKind, Flag

LONGEST = 300  # characters of a note in the daily file


async def flag_answer(turn: Turn, kind: FeedbackKind, note: str) -> Answer:
    vault = get_vault(turn)
    flagged = await _find_last_answer(turn, note)
    await vault.save_flag(kind, turn.now, flagged)
    wrong = kind == "corrections"
    how = "wrong" if wrong else "right"
    event = f"{OF_FEEDBACK} an answer was flagged as {how}"  # not translated: for the daily file
    await vault.append_daily(turn.now, f"{event}: {note[:LONGEST]}" if note else event)
    yield Reply(
        _("Flagged as wrong. Use /review to turn flagged answers into rules.")
        if wrong
        else _("Flagged as right. Use /review to turn flagged answers into rules.")
    )


async def _find_last_answer(turn: Turn, note: str) -> Flag:
    window = await turn.memory.read_window()
    for message in reversed(window):
        if message.role == "assistant":
            question = next(
                (each.content for each in window if each.key == message.key and each != message), ""
            )
            return Flag(question, message.content, note)
    raise UserError(_("There is no answer to flag yet."))
