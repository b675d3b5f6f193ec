"""Answer a recording: a short one like text, a long one as a document with times.

Sent by messages with a recording, not typed. What somebody said is a question or a statement, never
a command; what is forwarded, or sent as a file, is not the sender's own word.
"""

import asyncio
from contextlib import aclosing
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from bot.access import policy
from bot.answering.listening import (
    GONE,
    answer_recording,
    check_limits,
    fetch_recording,
    get_recording,
    hear,
    look_for_injection,
    write_down,
)
from bot.answering.recording import find_earlier_answer
from bot.answering.reminders import open_reminders, repeat_reply
from bot.commands.index import build_upload_job, clean_name, index_uploads
from bot.ingest.queue import Upload
from bot.messages import N_, Answer, Choice, Draft, Recording, Reply, UserError, _
from bot.messages.marked_text import prepend_text
from bot.reminders.zones import tell_time
from bot.turns.command import Command, Turn
from bot.voice.engine import Report, TranscriptionError, get_host, is_local_engine
from bot.voice.transcript import (
    SpeechTranscript,
    build_document,
    estimate_seconds,
    name_document,
)
from indexer.documents import ParserProgress, build_document_code
from indexer.ingest.jobs import Job
from indexer.scopes import ADMIN

TO_MINUTE, TO_SECOND = "%Y-%m-%d %H:%M", "%Y-%m-%d %H.%M.%S"


async def listen(turn: Turn, token: str) -> Answer:
    """Answer a short recording like text; `token` is that of one to be tried again."""
    turn = await _find_turn(turn, token)
    if earlier := await find_earlier_answer(turn):
        yield await repeat_reply(turn, earlier)
        return
    try:
        async with aclosing(_listen(turn, token)) as steps:
            async for step in steps:
                yield step
    except TranscriptionError as error:
        yield await _offer_again(turn, error, "listen", token)


async def _listen(turn: Turn, token: str) -> Answer:
    heard = SpeechTranscript("")
    async with aclosing(hear(turn)) as hearing:
        async for step in hearing:
            if isinstance(step, Draft):
                yield step
            else:
                heard = step
    if token:
        await turn.services.speech.unheard.drop(token)
    async with aclosing(answer_recording(turn, heard)) as answers:
        async for answer in answers:
            yield await _tell_of_engine(turn, answer)


async def _find_turn(turn: Turn, token: str) -> Turn:
    """Return the turn of the recording: that of the message, or what a button has tried again."""
    if turn.message.recording:
        return turn
    kept = await turn.services.speech.unheard.find(token, turn.message)
    if kept is None or not turn.services.listens:
        raise UserError(str(GONE))
    return replace(turn, message=replace(kept, key=turn.message.key))


async def _offer_again(turn: Turn, error: TranscriptionError, command: str, token: str) -> Reply:
    """Say what went wrong; a button tries it again where that may help."""
    if not error.retryable:
        return Reply(str(error), failed=True)
    token = token or await turn.services.speech.unheard.keep(turn.message, turn.now)
    return Reply(str(error), (Choice(_("Try again"), f"/{command} {token}"),), failed=True)


async def _tell_of_engine(turn: Turn, step: Draft | Reply) -> Draft | Reply:
    """Say where recordings go, the first time that one of this chat left the machine."""
    settings = turn.services.settings.voice
    if isinstance(step, Draft) or is_local_engine(settings):
        return step
    host = get_host(settings)
    if not await turn.services.speech.unheard.is_first(turn.message.chat.key, host):
        return step
    where = _("Recordings are sent to {host}, which writes them down.", host=host)
    return prepend_text(where, step)


async def transcribe(turn: Turn, token: str) -> Answer:
    """Write down a long recording, and index that as a document whose passages have times."""
    turn = await _find_turn(turn, token)
    message, failures = turn.message, list[TranscriptionError]()
    recording = get_recording(message)
    await check_limits(turn, recording)
    async with aclosing(_index_transcript(turn, recording, failures)) as steps:
        async for step in steps:
            if isinstance(step, Reply) and failures:
                step = await _offer_again(turn, failures[0], "transcribe", token)
            elif isinstance(step, Reply):
                await turn.services.speech.unheard.drop(token)
                step = await _tell_of_engine(turn, step)
            yield step


async def _index_transcript(
    turn: Turn, recording: Recording, failures: list[TranscriptionError]
) -> Answer:
    caption = turn.message.text
    name, unique = await _name_transcript(turn, recording)
    scope = policy.decide_upload_scope(turn.message, turn.is_owner, caption, ADMIN.label)
    indexed: list[Job] = []

    async def build(path: Path) -> Job:
        job = await build_upload_job(turn, path, unique, caption, ADMIN.label)
        indexed.append(replace(job, name=name, file_name=unique))
        return indexed[0]

    progress = asyncio.Queue[ParserProgress]()
    fetch = partial(_fetch_transcript, turn, recording, failures, progress)
    doing = N_("Writing down {name}. That may take minutes …")
    stand_in = Job(Path(), "", name, scope)
    upload = Upload(stand_in, recording.file.size, fetch, build, doing, progress)
    async with aclosing(index_uploads(turn, [upload], caption)) as steps:
        async for step in steps:
            yield _offer_summary(step, indexed) if turn.services.model else step


async def _name_transcript(turn: Turn, recording: Recording) -> tuple[str, str]:
    """Return the name of the document as people see it, and that of its file."""
    zone = (await open_reminders(turn)).zone
    at = tell_time(turn.message.sent_at or turn.now, zone)
    shown = replace(recording.file, name=_name(recording, f"{at:{TO_MINUTE}}"))
    # With its seconds: two of one minute are two documents.
    stored = replace(recording.file, name=f"{_name(recording, f'{at:{TO_SECOND}}')}.md")
    return clean_name(shown), clean_name(stored)


async def _fetch_transcript(
    turn: Turn,
    recording: Recording,
    failures: list[TranscriptionError],
    progress: asyncio.Queue[ParserProgress],
    path: Path,
) -> int:
    """Write the text to `path`; return the bytes of the recording, which count."""
    sound = path.with_name("sound")
    try:
        size = await fetch_recording(turn, recording, sound)
        tell = _build_report(progress, estimate_seconds(recording, size))
        heard = await write_down(turn, recording, sound, size, tell)
    except TranscriptionError as error:
        failures.append(error)
        raise
    finally:
        sound.unlink(missing_ok=True)
    if not heard.text:
        raise UserError(_("I heard no words in that recording."))
    look_for_injection(turn, replace(turn.message, text=heard.text))
    await asyncio.to_thread(path.write_text, build_document(heard), encoding="utf-8")
    return size


def _build_report(progress: asyncio.Queue[ParserProgress], seconds: int) -> Report:
    """Build what passes on each whole minute of a recording of about `seconds`."""
    minutes, last = max(1, round(seconds / 60)), 0

    def report(position: float) -> None:
        nonlocal last
        done = int(position // 60)
        if last < done <= minutes:
            last = done
            progress.put_nowait(ParserProgress(done, minutes, "minutes"))

    return report


def _name(recording: Recording, moment: str) -> str:
    return name_document(recording, _("Recording {moment}", moment=moment))


def _offer_summary(step: Draft | Reply, indexed: list[Job]) -> Draft | Reply:
    if isinstance(step, Draft) or step.failed or not indexed:
        return step
    code = build_document_code(indexed[0].file)
    return replace(step, choices=(*step.choices, Choice(_("Summary"), f"/summary {code}")))


command = Command("listen", "", N_("Answer a recording"), listen, listed=False)
commands = {
    "transcribe": Command(
        "transcribe", "", N_("Write down a long recording"), transcribe, ordered=False, listed=False
    )
}
