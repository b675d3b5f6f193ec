"""Servers on this machine are found by asking them, and whatever else listens there is left out."""

import asyncio
import contextlib

import pytest

from bot.llm import Endpoint
from bot.llm.local_servers import LocalServer, find_local_models, is_local, is_near
from tests.adapters.endless import ENOUGH, EndlessServer
from tests.fake_llm import FakeLlm
from tests.serving import free_port


def at(fake: FakeLlm, program: str = "Ollama") -> LocalServer:
    return LocalServer(program, "ollama" if program == "Ollama" else "openai", fake.address + "/v1")


async def test_models_are_listed_server_by_server_without_those_for_embeddings(
    fake: FakeLlm,
) -> None:
    fake.models = {"data": [{"id": "llama3.2:3b"}, {"id": "nomic-embed-text"}]}
    nobody = LocalServer("llama.cpp", "openai", f"http://127.0.0.1:{free_port()}/v1")
    async with FakeLlm() as studio:
        found = await find_local_models([nobody, at(fake), at(studio, "LM Studio")])
    assert [(each.program, each.endpoint.model) for each in found] == [
        ("Ollama", "ollama:llama3.2:3b"),
        ("LM Studio", "openai:m"),
    ]
    assert found[1].endpoint.base_url == studio.address + "/v1"


@pytest.mark.parametrize("models", [[], "no", {"data": None}, {"data": [1, {"id": 2}, {}]}, None])
async def test_another_program_at_the_port_is_left_out(fake: FakeLlm, models: object) -> None:
    fake.models = models
    assert await find_local_models([at(fake)]) == ()


async def test_servers_that_say_nothing_are_waited_for_side_by_side(fake: FakeLlm) -> None:
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer):
            await reader.read()

    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        mute = LocalServer("LM Studio", "openai", f"http://127.0.0.1:{port}/v1")
        begun = asyncio.get_running_loop().time()
        found = await find_local_models([mute, mute, mute, mute, at(fake)])
        seconds = asyncio.get_running_loop().time() - begun
    assert [each.program for each in found] == ["Ollama"]
    assert seconds < 5  # one after another: 6


@pytest.mark.parametrize(
    ("endpoint", "local"),
    [
        (Endpoint("ollama:m"), True),
        (Endpoint("ollama:m", "http://10.0.0.2:11434/v1"), False),
        (Endpoint("openai:m"), False),
        (Endpoint("openai:m", "http://localhost:1234/v1"), True),
        (Endpoint("openai:m", "http://[::1]:1234/v1"), True),
        (Endpoint("openai:m", "https://127.0.0.1.example.org/v1"), False),
    ],
)
def test_what_runs_on_this_machine_is_told_by_its_address(endpoint: Endpoint, local: bool) -> None:
    assert is_local(endpoint) == local


@pytest.mark.parametrize(
    ("endpoint", "near"),
    [
        (Endpoint("ollama:m"), True),
        (Endpoint("openai:m"), False),
        (Endpoint("anthropic:m"), False),
        (Endpoint("ollama:m", "https://ollama.com/v1"), False),
        (Endpoint("openai:m", "http://127.0.0.1:8080/v1"), True),
        (Endpoint("openai:m", "http://192.168.1.20:8080/v1"), True),
        (Endpoint("openai:m", "http://[fd00::2]:8080/v1"), True),
        (Endpoint("openai:m", "http://100.100.1.2/v1"), True),
        (Endpoint("openai:m", "http://8.8.8.8/v1"), False),
        (Endpoint("openai:m", "http://ollama:11434/v1"), True),
        (Endpoint("openai:m", "http://host.docker.internal:11434/v1"), True),
        (Endpoint("openai:m", "http://Shelf.LOCAL.:11434/v1"), True),
        (Endpoint("openai:m", "https://local.example.org/v1"), False),
    ],
)
def test_what_runs_in_this_network_is_told_by_its_address(endpoint: Endpoint, near: bool) -> None:
    assert is_near(endpoint) == near


async def test_a_program_that_never_ends_its_answer_is_left_out(fake: FakeLlm) -> None:
    async with EndlessServer() as endless:
        other = LocalServer("llama.cpp", "openai", f"{endless.address}/v1")
        found = await find_local_models([other, at(fake)])
        assert endless.served < ENOUGH
    assert [each.program for each in found] == ["Ollama"]


async def test_a_program_that_answers_with_brackets_is_left_out(fake: FakeLlm) -> None:
    async with await asyncio.start_server(answer_with_brackets, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        other = LocalServer("LM Studio", "openai", f"http://127.0.0.1:{port}/v1")
        found = await find_local_models([other, at(fake)])
    assert [each.program for each in found] == ["Ollama"]


async def answer_with_brackets(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.closing(writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + b"[" * 200_000)
        await writer.drain()
