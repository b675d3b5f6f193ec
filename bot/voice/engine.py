"""Writes down recordings by any server that offers OpenAI's `/audio/transcriptions`.

The bytes of a recording go to that server as they came: nothing here decodes them. What it answers
is foreign text.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from bot.llm import Endpoint
from bot.llm.keys import VARIABLES, is_provider_address
from bot.llm.local_servers import is_local
from bot.messages import N_, Sentence, UserError
from bot.voice.settings import VoiceSettings
from bot.voice.transcript import Segment, SpeechTranscript
from indexer.cancellable import UNPACKED, read_unpacked

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpx

MOST_BYTES = 8 << 20  # of an answer: hours of speech are a few hundred kilobytes
CONNECT_SECONDS = 10.0

AWAY = N_("The engine that writes down recordings does not answer.")
BUSY = N_("The engine that writes down recordings is busy.")
KEY = N_("The engine that writes down recordings refuses the key (voice.api_key).")
TOO_LARGE = N_("That recording is too large for the engine that writes down recordings.")
UNREADABLE = N_("The engine that writes down recordings cannot read that recording.")
BROKEN = N_("The engine that writes down recordings gave an answer that I can't read.")

log = logging.getLogger(__name__)


class TranscriptionError(UserError):
    """There is no text; `retryable` if the same recording may be written down later."""

    def __init__(self, sentence: Sentence, *, retryable: bool) -> None:
        super().__init__(sentence)
        self.retryable = retryable


Report = Callable[[float], None]  # how many seconds of a recording are written down


class WorkTime(Struct):
    """The time that an engine of this machine took, also for what failed or was stopped."""

    seconds: float = 0.0

    @contextmanager
    def measure(self) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds += time.monotonic() - began


class Transcriber(Protocol):
    """An engine that writes down recordings."""

    async def transcribe(
        self,
        path: Path,
        suffix: str,
        report: Report | None = None,
        work: WorkTime | None = None,
    ) -> SpeechTranscript:
        """Return the text of a recording; `suffix` tells its kind, such as ".ogg".

        An engine that knows how far it has come calls `report`; one of this machine adds to `work`
        how long it was at it. Raises `TranscriptionError` and nothing else.
        """

    async def check(self) -> None:
        """Raise a `TranscriptionError` unless the engine answers."""


class ServedTranscriber:
    """An engine behind an address; a connection lives as long as its request."""

    def __init__(self, settings: VoiceSettings, environ: Mapping[str, str]) -> None:
        self._settings = settings
        self._key = choose_key(settings, environ)
        self._timed = True  # until the engine refuses to report times

    async def transcribe(
        self,
        path: Path,
        suffix: str,
        report: Report | None = None,
        work: WorkTime | None = None,
    ) -> SpeechTranscript:
        try:
            # The client's own limit is for each piece of an answer, not for all of it.
            async with asyncio.timeout(self._settings.timeout_seconds):
                return await self._transcribe(path, suffix)
        except TimeoutError:
            raise TranscriptionError(AWAY, retryable=True) from None

    async def _transcribe(self, path: Path, suffix: str) -> SpeechTranscript:
        status, body = await self._send(path, suffix)
        if status in (400, 422) and self._timed and b"response_format" in body:
            self._timed = False  # such as gpt-4o-transcribe
            status, body = await self._send(path, suffix)
        _check_status(status)
        return await asyncio.to_thread(_parse, body)

    async def check(self) -> None:
        async with (
            self._open_client() as client,
            client.stream("GET", f"{self._address}/models") as answer,
        ):
            pass  # its status says enough
        if answer.status_code in (401, 403):
            raise TranscriptionError(KEY, retryable=True)

    @property
    def _address(self) -> str:
        return self._settings.base_url.rstrip("/")

    async def _send(self, path: Path, suffix: str) -> tuple[int, bytes]:
        form = {
            "model": self._settings.model,
            "response_format": "verbose_json" if self._timed else "json",
            **({"timestamp_granularities[]": "segment"} if self._timed else {}),
            **({"language": self._settings.language} if self._settings.language else {}),
        }
        content = await asyncio.to_thread(path.read_bytes)
        # Its sender's name for the file is nobody's business.
        files = {"file": (f"recording{suffix}", content)}
        async with (
            self._open_client() as client,
            client.stream(
                "POST", f"{self._address}/audio/transcriptions", data=form, files=files
            ) as answer,
        ):
            return answer.status_code, await _read(answer)

    @asynccontextmanager
    async def _open_client(self) -> "AsyncIterator[httpx.AsyncClient]":
        """Open a client; whatever goes wrong with it is an engine that does not answer."""
        import httpx  # few commands need it

        key = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        patience = httpx.Timeout(self._settings.timeout_seconds, connect=CONNECT_SECONDS)
        try:
            # No proxy of the environment stands between this machine and itself.
            async with httpx.AsyncClient(
                headers={**UNPACKED, **key},
                timeout=patience,
                trust_env=not is_local_engine(self._settings),
            ) as client:
                yield client
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            log.warning("the speech engine does not answer: %s", type(error).__name__)
            raise TranscriptionError(AWAY, retryable=True) from None


def is_local_engine(settings: VoiceSettings) -> bool:
    """Return whether recordings stay on this machine."""
    return bool(settings.local_model) or is_local(_get_endpoint(settings))


def name_model(settings: VoiceSettings) -> str:
    """Return the model that writes down recordings, as their cost is counted."""
    return f"local:{Path(settings.local_model).name}" if settings.local_model else settings.model


def get_host(settings: VoiceSettings) -> str:
    return urlsplit(settings.base_url).hostname or ""


def _get_endpoint(settings: VoiceSettings) -> Endpoint:
    return Endpoint(f"openai:{settings.model}", settings.base_url, settings.api_key)


def choose_key(settings: VoiceSettings, environ: Mapping[str, str]) -> str:
    """Return the key to send; the variable's is for OpenAI itself and nobody else."""
    own = is_provider_address(_get_endpoint(settings))
    return settings.api_key or (environ.get(VARIABLES["openai"], "") if own else "")


async def _read(answer: "httpx.Response") -> bytes:
    body = bytearray()
    async for piece in read_unpacked(answer):
        body += piece
        if len(body) > MOST_BYTES:
            raise TranscriptionError(BROKEN, retryable=False)
    return bytes(body)


def _check_status(status: int) -> None:
    if status == 200:
        return
    log.warning("the speech engine refused with %s", status)  # its words may be what was said
    if status in (401, 403):
        raise TranscriptionError(KEY, retryable=True)
    if status == 413:
        raise TranscriptionError(TOO_LARGE, retryable=False)
    if status in (400, 415, 422):
        raise TranscriptionError(UNREADABLE, retryable=False)
    raise TranscriptionError(BUSY if status in (429, 503) else AWAY, retryable=True)


def _parse(body: bytes) -> SpeechTranscript:
    try:
        raw = json.loads(body)
    except (ValueError, RecursionError):
        raise TranscriptionError(BROKEN, retryable=True) from None
    if not isinstance(raw, dict) or not isinstance(raw.get("text"), str):
        raise TranscriptionError(BROKEN, retryable=True)
    listed = raw.get("segments")
    segments = [_parse_segment(each) for each in listed] if isinstance(listed, list) else []
    found = tuple(each for each in segments if each and each.text)
    seconds = _parse_number(raw.get("duration"))
    return SpeechTranscript(_clean(raw["text"]), seconds, found)


def _parse_segment(raw: object) -> Segment | None:
    if not isinstance(raw, dict) or not isinstance(raw.get("text"), str):
        return None
    return Segment(_parse_number(raw.get("start")), _clean(raw["text"]))


def _clean(text: str) -> str:
    """Return it in one line, as it can be stored: without NUL, and "?" for half an emoji."""
    return " ".join(text.replace("\0", "").encode(errors="replace").decode().split())


def _parse_number(value: object) -> float:
    """Return a number of seconds, which some engines write as text; 0.0 for anything else."""
    try:
        number = float(value) if isinstance(value, int | float | str) else 0.0
    except (ValueError, OverflowError):
        return 0.0
    return number if 0 <= number < 1e6 else 0.0
