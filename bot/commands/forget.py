"""/forget, /forget <words>, /forget undo"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.messages import Answer, Choice, IncomingMessage, Reply
from bot.rendering.format import shorten
from bot.turns.command import Command, Turn
from memory.forgetting.service import ForgetResult
from memory.forgetting.vault_erasure import VaultErasure
from memory.text.matching import Words

NOTHING = VaultErasure()
NAMED, LONGEST = 3, 80  # lines of what was forgotten, and characters of each
UNDO = Choice("Bring it back", "/forget undo")


async def forget(turn: Turn, words: str) -> Answer:
    turn.check_approved()
    if words.lower() == "undo":
        yield Reply(f"Back again: {await _back(turn)}.")
        return
    now = await _begun(turn)
    gone = await turn.services.forgetting.forget(turn.memory, now, words, turn.key)
    await _close(turn, words)
    left = await _traces(turn, words, now)
    if not (
        gone.notes or gone.summaries or gone.facts or gone.messages or left.lines or left.turns
    ):
        yield Reply(
            "I remember nothing like that." if words else "I remember nothing of this chat."
        )
        return
    yield Reply("\n".join(_told(turn, gone, left, words)), (UNDO,))


async def _begun(turn: Turn) -> datetime:
    """When it was first begun: what goes is told, and comes back, by that time."""
    first = turn.services.owner_memory.idempotency.record_once
    begun = await first(f"{turn.key} forget", turn.now.isoformat(), turn.now)
    return datetime.fromisoformat(begun)


async def _back(turn: Turn) -> str:
    """Undo the last /forget: of notes, of what conversations left in the vault, or of both."""
    if not turn.private_owner:
        return _amount(await _notes_back(turn), NOTHING)
    own = turn.services.owner_memory
    last, noted = await own.eraser.find_last(), await own.eraser.find_last_of_notes()
    there = await own.eraser.load_erasure(last)
    chosen = json.dumps([last, noted, there.lines, there.turns])
    told = await own.idempotency.record_once(f"{turn.key} undo", chosen, turn.now)
    left, noted, *taken = json.loads(told)
    if left and left >= noted and left == last:
        await own.restore()
    back = VaultErasure(*taken) if left >= noted else NOTHING
    return _amount(None if left > noted else await _notes_back(turn), back)


async def _notes_back(turn: Turn) -> ForgetResult:
    return await turn.services.forgetting.restore(turn.memory, turn.now, turn.key)


async def _close(turn: Turn, words: str) -> None:
    """Buttons that would say again what is forgotten."""
    chats = await turn.services.forgetting.list_chats(turn.memory)
    await turn.services.inbox.close_buttons(
        [each.folder.chat for each in chats], Words(words).matches if words else None
    )


async def _traces(turn: Turn, words: str, now: datetime) -> VaultErasure:
    """What conversations left in the owner's vault, and waits to get there; only they have one."""
    if not turn.private_owner:
        return VaultErasure()
    matches = Words(words).matches if words else None
    await turn.services.owner_memory.proposals.close(matches)
    return await turn.services.owner_memory.forget(matches, now)


def _told(turn: Turn, gone: ForgetResult, left: VaultErasure, words: str) -> Iterator[str]:
    days = turn.services.settings.memory.undo_days
    yield f"Forgotten: {_amount(gone, left)}. For {days} days, /forget undo brings it back."
    yield from _named((*gone.lines, *left.texts) if words else ())
    if gone.log_until:
        yield f"The log files, which I never read, hold it until {gone.log_until:%d %B %Y}."
    if turn.private_owner and not words:
        yield "This covered all your private chats. Files you indexed are untouched: /docs."
    if turn.private_owner:
        kept = "Memory.md, Procedural.md, Core.yaml, what you flagged"
        yield f"What you keep in your vault ({kept}) is untouched too."


def _named(texts: Iterable[str]) -> Iterator[str]:
    """The first of what went, for a person to see that it is what they meant."""
    shown = list(dict.fromkeys(" ".join(text.split()) for text in texts))
    yield from (f"- {shorten(text, LONGEST)}" for text in shown[:NAMED])
    if len(shown) > NAMED:
        yield "- …"


def _amount(gone: ForgetResult | None, left: VaultErasure) -> str:
    noted = (
        (
            (gone.notes, "line of notes", "lines of notes"),
            (gone.summaries, "summary", "summaries"),
            (gone.facts, "fact", "facts"),
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
