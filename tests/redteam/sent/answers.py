"""By the answers of other programs: Beeper, a server of embeddings, who wrote config.json."""

import json
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

import httpx

from adapters.beeper import BeeperSettings
from adapters.beeper.api import Api
from bot.llm.local_servers import LocalServer, find_local_models
from bot.messages import UserError
from bot.settings.config import load_settings
from indexer.cancellable import MOST_BYTES
from indexer.embedding.embedder import EmbedderSettings
from indexer.embedding.http import open_http_embedder
from tests.redteam.outcome import Outcome, shorten

WORDS: Mapping[str, bytes] = {
    "brackets without end": b"[" * 200_000,
    "names without end": b'{"a":' * 200_000,
    "a number of thousands of digits": b'{"embeddings": [[' + b"7" * 5000 + b"]]}",
    "a number of hundreds of digits": b'{"embeddings": [[1' + b"0" * 400 + b"]]}",
    "the infinite": b'{"embeddings": [[1e999]]}',
    "no number": b'{"embeddings": [[NaN]]}',
    "nothing": b"",
    "null": b"null",
    "no JSON": b"<html>",
    "half an emoji": b'{"embeddings": "\\ud83d"}',
    "bytes that are no text": b"\xff\xfe\x00",
    "more than anybody reads": b'{"embeddings": "' + b"x" * MOST_BYTES + b'"}',
}
Ask = Callable[[bytes, Path], Awaitable[str]]


def serve(words: bytes) -> httpx.MockTransport:
    return httpx.MockTransport(lambda _: httpx.Response(200, content=words))


async def ask_beeper(words: bytes, _folder: Path) -> str:
    settings = BeeperSettings.of({"access_token": "token"})
    async with httpx.AsyncClient(base_url=settings.base_url, transport=serve(words)) as http:
        try:
            return str(await Api(http).list_chats() or "")
        except ConnectionError:  # it is asked again, later
            return ""


async def ask_embedder(words: bytes, _folder: Path) -> str:
    settings = EmbedderSettings("ollama")
    async with open_http_embedder("ollama", settings, serve(words)) as embedder:
        try:
            return str([struct.unpack("<f", each) for each in await embedder.embed(["a"])])
        except UserError:
            return ""


async def read_settings(words: bytes, folder: Path) -> str:
    path = folder / "config.json"
    path.write_bytes(words)
    try:
        return str(load_settings(path, {}).owner_ids)
    except UserError:
        return ""


ASKED: Mapping[str, Ask] = {
    "Beeper says": ask_beeper,
    "embeddings are": ask_embedder,
    "config.json has": read_settings,
}


async def attack_answers(folder: Path) -> AsyncIterator[Outcome]:
    for who, ask in ASKED.items():
        for what, words in WORDS.items():
            yield await _judge(f"{who} {what}", ask(words, folder))
    nobody = LocalServer("Ollama", "ollama", "http://127.0.0.1:1/v1")
    yield Outcome("nobody listens", str(await find_local_models([nobody]) or ""))


async def _judge(attack: str, act: Awaitable[str]) -> Outcome:
    try:
        return Outcome(shorten(attack), await act)
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody told it in a sentence
        return Outcome(shorten(attack), f"it raised {type(error).__name__}")


async def control_answers(folder: Path) -> AsyncIterator[Outcome]:
    for who, ask, said in (
        ("Beeper says", ask_beeper, {"items": [{"id": "!c"}]}),
        ("embeddings are", ask_embedder, {"embeddings": [[2]]}),
        ("config.json has", read_settings, {"owner_ids": ["test:1"]}),
    ):
        yield Outcome(f"{who} what it should", await ask(json.dumps(said).encode(), folder))
