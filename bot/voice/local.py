"""Writes down recordings with a Whisper model on this machine; no sound leaves it."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

from bot.messages import N_, Sentence, _
from bot.voice.engine import UNREADABLE, Report, TranscriptionError, WorkTime
from bot.voice.settings import VoiceSettings
from bot.voice.transcript import Segment, SpeechTranscript
from indexer.extras import format_install_hint
from indexer.i18n import format_duration
from indexer.speech.models import find_missing, find_model
from indexer.speech.process import (
    Listening,
    SpeechError,
    check_model,
    find_ffmpeg,
    listen,
)
from indexer.speech.protocol import BROKEN_MODEL, TOO_LONG, Progress
from indexer.speech.protocol import UNREADABLE as UNREADABLE_SOUND

PACKAGES = ("ctranslate2", "soundfile")  # of the extra

STOPPED = N_("The engine that writes down recordings stopped.")
NOT_READY = N_("The engine that writes down recordings does not start. `multis doctor` says why.")
MISSING = N_("What the local model needs is not installed. {hint}")
BROKEN = N_("The model in {folder} cannot be loaded: {reason}.")
NO_FFMPEG = N_(
    "I can't read the sound of that file. Without ffmpeg I read voice notes, MP3, FLAC and WAV."
)
LONG = N_(
    "That recording is longer than {most}, the most that I listen to. Please send it in parts."
)

log = logging.getLogger(__name__)


def suggest_ffmpeg(settings: VoiceSettings) -> str:
    """Return advice on what the local model cannot listen to here; empty if there is none."""
    if not settings.local_model or find_ffmpeg():
        return ""
    return _("ffmpeg is not installed, so the sound of videos and of M4A files can't be read.")


def suggest_packages() -> str:
    """Return how to install what the local model needs; empty if it is there."""
    if all(map(find_spec, PACKAGES)):
        return ""
    return str(MISSING.fill(hint=format_install_hint("voice")))


class _TurnsOutLongError(Exception):
    """A recording that was taken for a short one is none."""


class LocalTranscriber:
    """A process for each recording, one after the other: each takes all processors.

    Long ones have a row of their own: nobody's voice note waits for hours of somebody else's.
    """

    def __init__(self, settings: VoiceSettings, models: Path) -> None:
        self._settings = settings
        self._folder = find_model(settings.local_model, models)
        self._short_turn, self._long_turn = asyncio.Lock(), asyncio.Lock()

    async def transcribe(
        self,
        path: Path,
        suffix: str,
        report: Report | None = None,
        work: WorkTime | None = None,
    ) -> SpeechTranscript:
        """Without `report` it is taken for a short one, until it turns out to be none."""
        if self._find_fault():
            raise TranscriptionError(NOT_READY, retryable=True)
        work, most = work or WorkTime(), self._settings.most_minutes
        short = min(self._settings.long_minutes, most)
        try:
            if report is None and short < most:
                with suppress(_TurnsOutLongError):
                    async with self._short_turn:
                        return await self._write_down(self._listen_briefly(path, short, work))
            async with self._long_turn:
                return await self._write_down(self._listen(path, most, work), report)
        except SpeechError as error:
            raise self._explain(error) from None

    async def _write_down(
        self, steps: AsyncGenerator[Progress, None], report: Report | None = None
    ) -> SpeechTranscript:
        seconds, segments = 0.0, list[Segment]()
        async with aclosing(steps):
            async for step in steps:
                seconds = step.position
                if report:
                    report(seconds)
                segments += [Segment(each.start, each.text) for each in step.stretches]
        return SpeechTranscript(" ".join(each.text for each in segments), seconds, tuple(segments))

    async def _listen_briefly(
        self, path: Path, most_minutes: int, work: WorkTime
    ) -> AsyncGenerator[Progress, None]:
        """Listen to a recording, however short its sender says it is, for that long at most."""
        try:
            async with aclosing(self._listen(path, most_minutes, work)) as steps:
                async for step in steps:
                    yield step
        except SpeechError as error:
            if error.kind == TOO_LONG:
                raise _TurnsOutLongError from None
            raise

    async def _listen(
        self, path: Path, most_minutes: int, work: WorkTime
    ) -> AsyncGenerator[Progress, None]:
        with work.measure():
            async with aclosing(listen(self._build_order(path, most_minutes))) as steps:
                async for step in steps:
                    yield step

    async def check(self) -> None:
        if fault := self._find_fault():
            raise TranscriptionError(fault, retryable=True)
        try:
            await check_model(self._folder, self._settings.timeout_seconds)
        except SpeechError as error:
            raise TranscriptionError(
                BROKEN.fill(folder=str(self._folder), reason=error.reason or error.kind),
                retryable=True,
            ) from None

    def _find_fault(self) -> Sentence | None:
        """Return what is missing, as the owner reads it."""
        if not all(map(find_spec, PACKAGES)):
            return MISSING.fill(hint=format_install_hint("voice"))
        return find_missing(self._folder)

    def _build_order(self, path: Path, most_minutes: int) -> Listening:
        settings, seconds = self._settings, most_minutes * 60
        return Listening(self._folder, path, settings.language, seconds, settings.timeout_seconds)

    def _explain(self, error: SpeechError) -> TranscriptionError:
        log.warning("the local model that writes down recordings: %s", error)
        if error.kind == TOO_LONG:
            most = format_duration(timedelta(minutes=self._settings.most_minutes))
            return TranscriptionError(LONG.fill(most=most), retryable=False)
        if error.kind == UNREADABLE_SOUND:
            return TranscriptionError(UNREADABLE if find_ffmpeg() else NO_FFMPEG, retryable=False)
        return TranscriptionError(
            NOT_READY if error.kind == BROKEN_MODEL else STOPPED, retryable=True
        )
