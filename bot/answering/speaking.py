"""Has an answer spoken in chats that want that; its text with citations is sent all the same."""

import asyncio
import secrets
from pathlib import Path

from msgspec.structs import replace

from bot.answering.result import AnswerResult
from bot.llm.budget import Allowance, check_budget
from bot.llm.feature import Feature
from bot.llm.usage import Listening
from bot.messages import File, Reply, UserError, _
from bot.turns.command import Turn
from bot.voice.speaker import SpeakingError, find_server
from bot.voice.spoken_text import build_spoken_text

MILLION = 1_000_000  # characters


async def is_spoken(turn: Turn) -> bool:
    """Return whether answers in this chat are spoken."""
    return turn.services.speaks and await turn.services.speech.spoken.has(turn.message.chat.key)


async def add_speech(turn: Turn, result: AnswerResult, reply: Reply) -> Reply:
    """Return the reply with its answer as a voice message; one that fails is said so below it."""
    words = build_spoken_text(result.checked.text, result.checked.marks)
    if not words:
        return reply
    try:
        await _check_budget(turn)
        file = await _speak(turn, words)
    except (SpeakingError, UserError) as error:
        return replace(reply, text=f"{reply.text}\n\n{error}")
    return replace(reply, files=(*reply.files, file))


async def _speak(turn: Turn, words: str) -> File:
    services = turn.services
    sound = await services.speech.speaker.speak(words)
    voice = services.settings.voice
    spent = Listening(0, len(words) / MILLION * voice.speech_price, Feature.SPEAKING)
    model = find_server(voice).model
    await services.usage.record_listening(turn.message.asker, model, turn.now.date(), spent)
    services.disk_space.check(len(sound))
    # Cleaned up after a day, when it was sent long ago.
    path = services.home.tmp / f"spoken-{secrets.token_hex(8)}.ogg"
    await asyncio.to_thread(_write, path, sound)
    return File(_("answer") + ".ogg", str(path), spoken=True)


def _write(path: Path, sound: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(0o600)
    path.write_bytes(sound)


async def _check_budget(turn: Turn) -> None:
    settings = turn.services.settings
    if not settings.voice.speech_price:
        return
    spent = await turn.services.usage.sum_cost(turn.now.date())
    allowed = check_budget(spent, settings.llm.daily_budget, is_owner=turn.is_owner)
    if allowed is Allowance.STOP:
        raise UserError(_("Today's budget is used up, so I speak no answers until tomorrow."))
