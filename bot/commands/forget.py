"""/forget, /forget <words>, /forget undo"""

from collections.abc import Iterator

from bot.commands import Command, Turn
from bot.messages import Answer, Choice, Reply
from memory.forget import Forgotten

UNDO = Choice("Bring it back", "/forget undo")


async def forget(turn: Turn, words: str) -> Answer:
    forgetting = turn.services.remembering.forgetting
    if words.lower() == "undo":
        yield Reply(f"Back again: {_amount(await forgetting.restore(turn.memory, turn.now))}.")
        return
    gone = await forgetting.forget(turn.memory, turn.now, words)
    if not (gone.notes or gone.summaries or gone.items or gone.messages):
        yield Reply(
            "I remember nothing like that." if words else "I remember nothing of this chat."
        )
        return
    yield Reply("\n".join(_told(turn, gone, words)), (UNDO,))


def _told(turn: Turn, gone: Forgotten, words: str) -> Iterator[str]:
    days = turn.services.remembering.settings.undo_days
    yield f"Forgotten: {_amount(gone)}. For {days} days, /forget undo brings it back."
    if gone.log_until:
        yield f"The log files, which I never read, hold it until {gone.log_until:%d %B %Y}."
    if turn.private_owner and not words:
        yield "This covered all your private chats. Files you indexed are untouched: /docs."


def _amount(gone: Forgotten) -> str:
    parts = (
        (gone.notes, "line of notes", "lines of notes"),
        (gone.summaries, "summary", "summaries"),
        (gone.items, "fact", "facts"),
        (gone.messages, "recent message", "recent messages"),
    )
    told = [f"{n} {one if n == 1 else many}" for n, one, many in parts if n]
    return ", ".join(told) or "nothing"


command = Command("forget", "[words | undo]", "Forget this chat, or what holds some words", forget)
