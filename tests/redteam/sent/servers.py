"""A model's server that wants to stop the daemon: answers without end, and such as come packed."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

from bot.llm import LlmSettings, ModelError, ModelMessage, Prompt, open_model
from tests.hostile.model_server import DRIPS, ENDLESS, ENOUGH, TRIES, HostileModel, repeat
from tests.hostile.packed import PACKED, pack_twice
from tests.llm_wire import Says, anthropic, openai
from tests.redteam.outcome import Outcome

PROMPT = Prompt("You are kind.", (ModelMessage("user", "What is the answer?"),))
PAUSE, SILENCE, PATIENCE = 0.02, 0.1, 30.0  # seconds
WIRES = {"anthropic": anthropic, "ollama": openai, "openai": openai}


async def attack_servers(_folder: Path) -> AsyncIterator[Outcome]:
    for name, piece in ENDLESS.items():
        yield Outcome(f"{name} without end", await _ask(repeat(piece)))
    yield Outcome("a failure without end", await _ask(repeat(b" " * 65536), status=500))
    for name, piece in DRIPS.items():
        yield Outcome(f"{name} a letter at a time, for ever", await _drip(piece))
    for kind in WIRES:
        packed = [pack_twice(_write(kind))] * TRIES
        came = await _ask(iter(packed), kind=kind, headers=PACKED)
        yield Outcome(f"an answer that is packed twice ({kind})", came)


async def control_servers(_folder: Path) -> AsyncIterator[Outcome]:
    for kind in WIRES:
        yield Outcome(f"an answer ({kind})", await _ask(iter([_write(kind)]), kind=kind))


async def _drip(piece: bytes) -> str:
    try:
        async with asyncio.timeout(PATIENCE):
            return await _ask(repeat(piece), pause=PAUSE, silence=SILENCE)
    except TimeoutError:
        return "it is still listened to"


def _write(kind: str) -> bytes:
    return "".join(WIRES[kind](Says("42"))).encode()


async def _ask(
    pieces: Iterator[bytes],
    *,
    kind: str = "openai",
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    pause: float = 0.0,
    silence: float = 60.0,
) -> str:
    """Return what came of a question: the answer, or that all was read; "" if it was refused."""
    async with HostileModel(pieces, status, headers, pause) as server:
        address = server.address + ("" if kind == "anthropic" else "/v1")
        settings = LlmSettings(f"{kind}:m", address, "key", timeout_seconds=silence)
        async with open_model(settings, _no_wait) as model:
            try:
                told = await model.complete(PROMPT)
            except ModelError:
                return "all of it was read" if server.served >= ENOUGH else ""
    return f"it was answered {told.text}"


async def _no_wait(_seconds: float) -> None:
    """Back-off without the wait."""
