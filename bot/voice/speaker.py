"""Has answers spoken by any server that offers OpenAI's `/audio/speech`.

Only the words of an answer go there, without its sources. What comes back is passed on to its
listener and decoded by nobody here.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

from bot.messages import N_, Sentence, UserError
from bot.voice.engine import choose_key, is_local_engine
from bot.voice.settings import VoiceSettings
from indexer.cancellable import UNPACKED, read_unpacked

SECONDS = 60.0  # to wait for all of it
CONNECT_SECONDS = 10.0
MOST_BYTES = 8 << 20  # more than an hour of speech
OGG = b"OggS"  # how an Ogg file begins

AWAY = N_("The engine that speaks answers does not answer.")
REFUSED = N_("The engine that speaks answers refused this one.")
BROKEN = N_("The engine that speaks answers sent something else than speech.")

log = logging.getLogger(__name__)


class SpeakingError(UserError):
    """There is no speech; the sentence says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)


class ServedSpeaker:
    """An engine behind an address; a connection lives as long as its request."""

    def __init__(self, settings: VoiceSettings, environ: Mapping[str, str]) -> None:
        self._settings = find_server(settings)
        self._key = choose_key(self._settings, environ)

    async def speak(self, text: str) -> bytes:
        """Return `text` as Ogg with Opus; raises `SpeakingError` and nothing else."""
        import httpx  # few commands need it

        try:
            async with asyncio.timeout(SECONDS):
                return await self._request(text)
        except (TimeoutError, httpx.HTTPError, httpx.InvalidURL) as error:
            log.warning("the engine that speaks does not answer: %s", type(error).__name__)
            raise SpeakingError(AWAY) from None

    async def _request(self, text: str) -> bytes:
        import httpx

        key = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        address = f"{self._settings.base_url.rstrip('/')}/audio/speech"
        async with (
            # No proxy of the environment stands between this machine and itself.
            httpx.AsyncClient(
                headers={**UNPACKED, **key},
                timeout=httpx.Timeout(SECONDS, connect=CONNECT_SECONDS),
                trust_env=not is_local_engine(self._settings),
            ) as client,
            client.stream("POST", address, json=self._build_request(text)) as answer,
        ):
            return _check(answer.status_code, await _read(read_unpacked(answer)))

    def _build_request(self, text: str) -> dict[str, str]:
        return {
            "model": self._settings.model,
            "voice": self._settings.speech_voice,
            "input": text,
            "response_format": "opus",
        }


def find_server(settings: VoiceSettings) -> VoiceSettings:
    """Return settings whose address, key and model are those of the engine that speaks."""
    if settings.speech_url:
        settings = replace(settings, base_url=settings.speech_url, api_key=settings.speech_key)
    return replace(settings, local_model="", model=settings.speech_model)


async def _read(pieces: AsyncIterator[bytes]) -> bytes:
    body = bytearray()
    async for piece in pieces:
        body += piece
        if len(body) > MOST_BYTES:
            raise SpeakingError(BROKEN)
    return bytes(body)


def _check(status: int, body: bytes) -> bytes:
    if status != 200:
        log.warning("the engine that speaks refused with %s", status)  # its words may be ours
        raise SpeakingError(REFUSED if status < 500 else AWAY)
    if not body.startswith(OGG):
        raise SpeakingError(BROKEN)
    return body
