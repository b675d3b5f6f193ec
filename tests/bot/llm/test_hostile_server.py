"""A server that plays a model and sends what no answer is: the daemon stays up, and says so."""

import asyncio
from contextlib import AbstractAsyncContextManager
from itertools import chain

import pytest

from bot.llm import Completion, Endpoint, Model, ModelError
from tests.bot.llm.calling import KINDS, connected, endpoint, said
from tests.fake_llm import FakeLlm, Hangs
from tests.hostile.model_server import (
    DRIPS,
    ENDLESS,
    ENOUGH,
    SILENT,
    TRIES,
    HostileModel,
    repeat,
)
from tests.hostile.packed import PACKED, pack_twice
from tests.llm_wire import Says, anthropic, openai


def _connect(
    server: HostileModel, seconds: float = 30.0, kind: str = "openai"
) -> AbstractAsyncContextManager[Model]:
    address = server.address + ("" if kind == "anthropic" else "/v1")
    return connected(Endpoint(f"{kind}:m", address, "key"), timeout_seconds=seconds)


@pytest.mark.parametrize("piece", ENDLESS.values(), ids=ENDLESS)
async def test_an_answer_without_end_is_cut_off(piece: bytes) -> None:
    async with HostileModel(repeat(piece)) as server, _connect(server) as model:
        with pytest.raises(ModelError, match="could not be read"):
            await said(model)
        assert server.served < ENOUGH


async def test_a_failure_without_end_is_cut_off() -> None:
    async with HostileModel(repeat(b" " * 65536), 500) as server, _connect(server) as model:
        with pytest.raises(ModelError, match="could not be read"):
            await said(model)
        assert server.served < ENOUGH


@KINDS
async def test_what_comes_packed_is_not_unpacked(kind: str) -> None:
    frames = (anthropic if kind == "anthropic" else openai)(Says("42"))
    packed = pack_twice("".join(frames).encode())
    async with (
        HostileModel(iter([packed] * TRIES), headers=PACKED) as server,
        _connect(server, kind=kind) as model,
    ):
        with pytest.raises(ModelError, match="could not be read"):
            await said(model)


async def test_an_answer_that_does_not_grow_is_silence() -> None:
    async with HostileModel(repeat(SILENT)) as server, _connect(server, 0.2) as model:
        with pytest.raises(ModelError, match="took too long"):
            await said(model)
        assert server.served < ENOUGH


@pytest.mark.parametrize("piece", DRIPS.values(), ids=DRIPS)
async def test_an_answer_that_drips_ends_after_twenty_silences(piece: bytes) -> None:
    """Each letter ends a silence: it could go on for days, and the chat would wait."""
    async with (
        HostileModel(repeat(piece), pause=0.02) as server,
        _connect(server, 0.2) as model,
        asyncio.timeout(30),
    ):
        with pytest.raises(ModelError, match="took too long"):
            await said(model)


async def test_a_failure_that_drips_ends() -> None:
    async with (
        HostileModel(repeat(b" "), 500, pause=0.02) as server,
        _connect(server, 0.2) as model,
        asyncio.timeout(30),
    ):
        with pytest.raises(ModelError, match="took too long"):
            await said(model)


async def test_a_model_that_drips_leaves_the_next_one_its_time() -> None:
    good = "".join(openai(Says("42"))).encode()
    async with (
        HostileModel(repeat(DRIPS["words"]), pause=0.02) as slow,
        HostileModel(iter([good])) as other,
        connected(
            *(Endpoint("openai:m", f"{each.address}/v1", "key") for each in (slow, other)),
            timeout_seconds=0.3,
        ) as model,
        asyncio.timeout(30),
    ):
        answer = (await said(model))[-1]
        assert isinstance(answer, Completion)
        assert answer.text == "42"


@KINDS
async def test_a_server_that_is_busy_before_its_first_word_is_heard(kind: str) -> None:
    """It loads a model, say, and sends a comment now and then, for longer than one silence."""
    frames = (anthropic if kind == "anthropic" else openai)(Says("42"))
    pieces = chain([b": still here\n\n"] * 80, ["".join(frames).encode()])
    async with (
        HostileModel(pieces, pause=0.02) as server,
        _connect(server, 0.3, kind) as model,
        asyncio.timeout(30),
    ):
        answer = (await said(model))[-1]
        assert isinstance(answer, Completion)
        assert answer.text == "42"


@KINDS
async def test_the_first_word_of_a_slow_machine_is_waited_for(kind: str) -> None:
    """It reads a long question without a sign, and then writes at its own pace."""
    async with FakeLlm(pace=0.01, reading=1.6) as server, asyncio.timeout(30):
        server.enqueue(Says("four two"))
        async with connected(endpoint(server, kind), timeout_seconds=1.0) as model:
            answer = (await said(model))[-1]
    assert isinstance(answer, Completion)
    assert answer.text == "four two"
    assert len(server.calls) == 1


@KINDS
async def test_a_server_without_a_first_word_is_not_asked_again(kind: str) -> None:
    """Its machine would read the whole question once more."""
    async with (
        FakeLlm(lambda _: Hangs()) as server,
        connected(endpoint(server, kind), timeout_seconds=1.0) as model,
    ):
        with pytest.raises(ModelError, match="took too long"):
            await said(model)
        assert len(server.calls) == 1


async def test_a_server_that_thought_before_it_fell_silent_is_asked_again() -> None:
    """It has read the question, which takes the longest: so it is no slow machine."""
    answer = "".join(openai(Says("42"))).encode()
    pieces = chain([DRIPS["thoughts"]], [b": still here\n\n"] * 30, [answer])
    async with (
        HostileModel(pieces, pause=0.02) as server,
        _connect(server, 0.3) as model,
        asyncio.timeout(30),
    ):
        found = (await said(model))[-1]
        assert isinstance(found, Completion)
        assert found.text == "42"


async def test_a_public_server_without_a_first_word_is_asked_three_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another of its machines may answer."""
    async with FakeLlm(lambda _: Hangs()) as server:
        monkeypatch.setenv("HTTP_PROXY", server.address)
        public = Endpoint("openai:m", "http://llm.example.org/v1", "key")
        async with connected(public, timeout_seconds=0.5) as model:
            with pytest.raises(ModelError, match="took too long"):
                await said(model)
        assert len(server.calls) == TRIES
