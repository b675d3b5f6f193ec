"""/forget, /forget <words>, /forget undo"""

from collections.abc import Iterable, Iterator

from bot.commands import Command, Turn
from bot.messages import Answer, Choice, IncomingMessage, Reply
from bot.shortening import shortened
from memory.forget import Forgotten
from memory.matching import Words
from memory.traces import Taken

NOTHING = Taken()
NAMED, LONGEST = 3, 80  # lines of what was forgotten, and characters of each
UNDO = Choice("Bring it back", "/forget undo")


async def forget(turn: Turn, words: str) -> Answer:
    forgetting = turn.services.forgetting
    if words.lower() == "undo":
        yield Reply(f"Back again: {await _back(turn)}.")
        return
    gone = await forgetting.forget(turn.memory, turn.now, words)
    left = await _traces(turn, words)
    if not (
        gone.notes or gone.summaries or gone.items or gone.messages or left.lines or left.turns
    ):
        yield Reply(
            "I remember nothing like that." if words else "I remember nothing of this chat."
        )
        return
    yield Reply("\n".join(_told(turn, gone, left, words)), (UNDO,))


async def _back(turn: Turn) -> str:
    """Undo the last /forget: of notes, of what conversations left in the vault, or of both."""
    forgetting, traces = turn.services.forgetting, turn.services.own.traces
    left, noted = (await traces.last(), await traces.last_notes()) if turn.private_owner else (0, 0)
    back = await turn.services.own.restore() if left and left >= noted else NOTHING
    if left > noted:
        return _amount(None, back)
    return _amount(await forgetting.restore(turn.memory, turn.now), back)


async def _traces(turn: Turn, words: str) -> Taken:
    """What conversations left in the owner's vault; nobody else has one."""
    if not turn.private_owner:
        return Taken()
    return await turn.services.own.forget(Words(words).match if words else None, turn.now)


def _told(turn: Turn, gone: Forgotten, left: Taken, words: str) -> Iterator[str]:
    days = turn.services.settings.memory.undo_days
    yield f"Forgotten: {_amount(gone, left)}. For {days} days, /forget undo brings it back."
    yield from _named(gone.lines + left.texts)
    if gone.log_until:
        yield f"The log files, which I never read, hold it until {gone.log_until:%d %B %Y}."
    if turn.private_owner and not words:
        yield "This covered all your private chats. Files you indexed are untouched: /docs."
    if turn.private_owner:
        yield "What you keep in your vault (Memory.md, Procedural.md, Core.yaml) is untouched too."


def _named(texts: Iterable[str]) -> Iterator[str]:
    """The first of what went, for a person to see that it is what they meant."""
    shown = list(dict.fromkeys(" ".join(text.split()) for text in texts))
    yield from (f"- {shortened(text, LONGEST)}" for text in shown[:NAMED])
    if len(shown) > NAMED:
        yield "- …"


def _amount(gone: Forgotten | None, left: Taken) -> str:
    noted = (
        (
            (gone.notes, "line of notes", "lines of notes"),
            (gone.summaries, "summary", "summaries"),
            (gone.items, "fact", "facts"),
            (gone.messages, "recent message", "recent messages"),
        )
        if gone
        else ()
    )
    parts = (
        *noted,
        (left.lines, "line about conversations", "lines about conversations"),
        (left.turns, "turn of a recorded conversation", "turns of recorded conversations"),
    )
    told = [f"{n} {one if n == 1 else many}" for n, one, many in parts if n]
    return ", ".join(told) or "nothing"


def _guarded(message: IncomingMessage, words: str) -> bool:
    return message.chat.private and words.lower() != "undo"


command = Command(
    "forget",
    "[words | undo]",
    "Forget this chat, or what holds some words",
    forget,
    guards=_guarded,
)
