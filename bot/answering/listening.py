"""Listens to a recording, and answers what was said in it like text.

What somebody said is a question or a statement, never a command; what is forwarded, or sent as a
file, is not the sender's own word.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from bot.access.injection_scan import record_injection
from bot.ingest.allowance import FileAllowance, fetch_counted
from bot.llm.budget import Allowance, check_budget
from bot.llm.usage import Listening
from bot.messages import (
    N_,
    Answer,
    Draft,
    IncomingMessage,
    Recording,
    Reply,
    UserError,
    _,
    cut_text,
)
from bot.messages.marked_text import escape_name, prepend_text
from bot.runtime.cancellation import Stopped
from bot.turns.command import Turn
from bot.views.ingest_progress import open_allowance
from bot.voice.engine import Report, TranscriptionError, WorkTime, name_model
from bot.voice.transcript import SpeechTranscript, escape_reply, estimate_seconds, find_suffix
from indexer.i18n import format_duration

QUOTED = 1000  # characters of a recording that are shown; all of it is answered
LONGEST = 12_000  # characters that are answered; ten minutes have hardly more
GONE = N_("I no longer have that recording. Please send it again.")


async def hear(turn: Turn) -> AsyncGenerator[Draft | SpeechTranscript, None]:
    """Yield what is being done, then the text of the recording; /cancel ends it."""
    chat, person = turn.message.chat.key, turn.message.sender.key
    steps = turn.services.cancellations.run_cancellable(chat, person, _hear(turn))
    try:
        async with aclosing(steps) as hearing:
            async for step in hearing:
                if isinstance(step, Draft):
                    yield step
                else:
                    heard = step
    except Stopped:
        raise UserError(_("Stopped.")) from None
    yield heard


async def _hear(turn: Turn) -> AsyncGenerator[Draft | SpeechTranscript, None]:
    """Yield what is being done, then the text of the recording."""
    recording = _escape_name(get_recording(turn.message))
    await check_limits(turn, recording)
    yield Draft(_("Listening …"))
    allowance = open_allowance(turn)
    async with allowance.hold():
        with TemporaryDirectory(dir=turn.services.home.tmp, prefix="recording-") as folder:
            path = Path(folder) / "sound"
            heard = await _listen(turn, recording, path, allowance)
        yield heard


def _escape_name(recording: Recording) -> Recording:
    """Return a recording with a name that a sentence may tell."""
    file = recording.file
    return replace(recording, file=replace(file, name=escape_name(file.name)))


async def _listen(
    turn: Turn, recording: Recording, path: Path, allowance: FileAllowance
) -> SpeechTranscript:
    """Fetch and hear a recording; one that no engine could hear does not count."""
    fetch = partial(fetch_recording, turn, recording)
    size = await fetch_counted(allowance, recording.file.size, path, fetch)
    try:
        return await write_down(turn, recording, path, size)
    except TranscriptionError:  # one that its sender stops stays counted: it was fetched
        await allowance.give_back(size)
        raise


async def fetch_recording(turn: Turn, recording: Recording, path: Path) -> int:
    """Fetch the recording to `path`; return its bytes."""
    await turn.services.fetch(turn.message.chat.platform, recording.file, path)
    return (await asyncio.to_thread(path.stat)).st_size


async def write_down(
    turn: Turn, recording: Recording, path: Path, size: int, report: Report | None = None
) -> SpeechTranscript:
    """Return the text of the recording of `size` bytes at `path`, and count what that cost.

    `report` hears how far it has come, from an engine that says so. A UserError if it is too long:
    what its sender says of its length may be wrong.
    """
    services = turn.services
    estimated = estimate_seconds(recording, size)
    _check_length(turn, estimated)
    suffix = find_suffix(recording.file.name)
    work = WorkTime()
    try:
        heard = await services.speech.engine.transcribe(path, suffix, report, work)
    finally:
        if work.seconds:
            await open_allowance(turn).add_seconds(work.seconds)
    settings = services.settings.voice
    seconds = heard.seconds or estimated
    spent = Listening(seconds, seconds / 60 * settings.price_per_minute)
    today, asker = turn.now.date(), turn.message.asker
    await services.usage.record_listening(asker, name_model(settings), today, spent)
    return heard


def _check_length(turn: Turn, seconds: int) -> None:
    most = turn.services.settings.voice.most_minutes * 60
    if seconds > most:
        raise UserError(
            _(
                "That recording is {length} long, and I listen to at most {most}. "
                "Please send it in parts.",
                length=_format_length(seconds),
                most=_format_length(most),
            )
        )


async def check_limits(turn: Turn, recording: Recording) -> None:
    settings = turn.services.settings
    _check_length(turn, recording.seconds)
    turn.services.disk_space.check(recording.file.size)
    if not settings.voice.price_per_minute:
        return
    spent = await turn.services.usage.sum_cost(turn.now.date())
    allowed = check_budget(spent, settings.llm.daily_budget, is_owner=turn.is_owner)
    if allowed is Allowance.STOP:
        raise UserError(
            _("Today's budget is used up, so I listen to no recordings until tomorrow.")
        )


def _format_length(seconds: int) -> str:
    return format_duration(timedelta(seconds=seconds))


async def answer_recording(turn: Turn, heard: SpeechTranscript) -> Answer:
    """Answer what was said, below a quotation of it."""
    if not heard.text:
        yield Reply(_("I heard no words in that recording."))
        return
    if len(heard.text) > LONGEST:
        raise UserError(
            _("There is more said in that recording than I can answer at once. Send it in parts.")
        )
    message = _build_written(turn.message, heard.text)
    look_for_injection(turn, replace(message, text=heard.text))
    asked = replace(turn, message=message)
    quoted = _quote(turn.message, heard.text)
    async with aclosing(turn.commands["ask"].run(asked, message.text)) as steps:
        async for step in steps:
            if isinstance(step, Reply):
                yield prepend_text(quoted, step)
            else:
                yield replace(step, text=f"{quoted}\n\n{step.text}")


def _build_written(message: IncomingMessage, text: str) -> IncomingMessage:
    """Return the message as if it had been written.

    Of a recording that is not the sender's own word, a caption is: the rest is what it is about.
    """
    caption, own = message.text.strip(), _is_own(message)
    written = replace(message, recording=None)
    if own:
        return replace(written, text="\n".join(filter(None, (caption, text))))
    if caption and not message.forwarded:
        return replace(written, text=caption, quote=text)
    return replace(written, text="\n".join(filter(None, (caption, text))), forwarded=True)


def _is_own(message: IncomingMessage) -> bool:
    return get_recording(message).spoken and not message.forwarded


def _quote(message: IncomingMessage, text: str) -> str:
    shown = escape_reply(cut_text(text, QUOTED))
    if _is_own(message):
        return _("You said: “{text}”", text=shown)
    return _("In the recording: “{text}”", text=shown)


def look_for_injection(turn: Turn, message: IncomingMessage) -> None:
    """Do for what was heard as for what is written by others."""
    watching = turn.services.settings.security.prompt_injection_detection
    if watching and not (turn.is_owner and _is_own(turn.message)):
        record_injection(turn.services.audit, message)


def get_recording(message: IncomingMessage) -> Recording:
    if message.recording is None:
        raise UserError(str(GONE))
    return message.recording
