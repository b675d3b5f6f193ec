"""/w and /r: the owner says of the last answer that it was wrong or right."""

from bot.messages import Answer, Reply, UserError
from bot.owner.turn import vault_of
from bot.turns.command import Turn
from memory.vault.vault import Flag, Kind


async def flag(turn: Turn, kind: Kind, note: str) -> Answer:
    vault = vault_of(turn)
    flagged = await _last(turn, note)
    await vault.flag(kind, turn.now, flagged)
    how = "wrong" if kind == "corrections" else "right"
    await vault.append_daily(turn.now, f"an answer was flagged as {how}")
    yield Reply(f"Flagged as {how}. /review turns what you flagged into rules.")


async def _last(turn: Turn, note: str) -> Flag:
    window = await turn.memory.window()
    for message in reversed(window):
        if message.role == "assistant":
            question = next(
                (each.content for each in window if each.key == message.key and each != message), ""
            )
            return Flag(question, message.content, note)
    raise UserError("There is no answer to flag yet.")
