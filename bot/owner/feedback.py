"""Flags the last answer as wrong or right, for /w and /r."""

from collections.abc import Sequence

from bot.messages import Answer, Reply, UserError, _
from bot.owner.turn import get_vault
from bot.turns.command import Turn
from memory.messages import Message
from memory.vault.vault import OF_FEEDBACK, FeedbackKind, Flag, Vault

LONGEST = 300  # characters of a note in the daily file


async def flag_answer(turn: Turn, kind: FeedbackKind, note: str) -> Answer:
    vault = get_vault(turn)  # first: elsewhere the reply says where flags are set
    yield await _flag(turn, vault, kind, await _find_last_answer(turn, note))


async def flag_reacted(turn: Turn, reacted: str) -> Reply:
    """Flag the answer to the message with that key, as the owner's reaction says."""
    kind: FeedbackKind = "rewards" if turn.message.reaction == "good" else "corrections"
    return await _flag(turn, get_vault(turn), kind, await _find(turn, reacted))


async def _flag(turn: Turn, vault: Vault, kind: FeedbackKind, flagged: Flag) -> Reply:
    note = flagged.note
    await vault.save_flag(kind, turn.now, flagged)
    wrong = kind == "corrections"
    how = "wrong" if wrong else "right"
    event = f"{OF_FEEDBACK} an answer was flagged as {how}"  # not translated: for the daily file
    await vault.append_daily(turn.now, f"{event}: {note[:LONGEST]}" if note else event)
    return Reply(
        _("Flagged as wrong. Use /review to turn flagged answers into rules.")
        if wrong
        else _("Flagged as right. Use /review to turn flagged answers into rules.")
    )


async def _find_last_answer(turn: Turn, note: str) -> Flag:
    window = await turn.memory.read_window()
    for message in reversed(window):
        if message.role == "assistant":
            return _build_flag(window, message, note)
    raise UserError(_("There is no answer to flag yet."))


async def _find(turn: Turn, key: str) -> Flag:
    window = await turn.memory.read_window()
    for message in window:
        if message.role == "assistant" and message.key == key:
            return _build_flag(window, message, "")
    raise UserError(_("I no longer have that answer, so I can't flag it."))


def _build_flag(window: Sequence[Message], answer: Message, note: str) -> Flag:
    question = next(
        (each.content for each in window if each.key == answer.key and each != answer), ""
    )
    return Flag(question, answer.content, note)
