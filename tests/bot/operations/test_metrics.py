"""What Prometheus reads of the daemon, over HTTP; and what it must never read."""

import asyncio
import logging
import socket
import sys
from contextlib import aclosing, closing, suppress
from pathlib import Path

import httpx
import pytest

from bot.llm import TokenUsage
from bot.messages import Answer, Asker, Draft, IncomingMessage, Reply
from bot.operations.metrics import Figures, Metrics
from bot.operations.metrics_server import ADDRESS, MOST, PATIENCE, open_metrics
from bot.settings.config import ConfigError, MetricsSettings
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.conversation import World
from tests.daemon import a_daemon, until, write_config
from tests.factories import NOON, a_message


@pytest.fixture
def port() -> int:
    with closing(socket.create_server((ADDRESS, 0))) as probe:
        return int(probe.getsockname()[1])


async def read(port: int, path: str = "/metrics", **headers: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(f"http://{ADDRESS}:{port}{path}", headers=headers)


def figures(page: str) -> dict[str, float]:
    lines = (line.rpartition(" ") for line in page.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


async def test_the_daemon_counts_and_times_what_it_does(tmp_path: Path, port: int) -> None:
    async with FakeBotApi() as fake:
        write_config(tmp_path, fake, metrics={"port": port})
        async with a_daemon(tmp_path):
            fake.say("/remember canary-one")
            fake.say("/canary-two")
            fake.say("What is canary-three?", Person(8, "Canary-Four"))
            await until(lambda: len(fake.world.texts()) == 3, "the replies")
            page = (await read(port)).text
            while 'stage="delivery"' not in page:  # the platform has it, and we are about to know
                page = (await read(port)).text
    found = figures(page)
    assert found['multis_messages_total{platform="telegram"}'] == 3
    assert found['multis_failed_replies_total{platform="telegram"}'] == 2
    assert found['multis_stage_seconds_count{platform="telegram",stage="reply"}'] == 3
    assert found['multis_queue{for="answer"}'] == 0
    assert found["process_resident_memory_bytes"] > 1_000_000
    assert not [w for w in ("canary", "Canary", "Four", '"7"', '"8"', ":7", ":8") if w in page]


async def test_queues_and_tokens_are_looked_up_when_somebody_asks(world: World, port: int) -> None:
    for model, count in (("fast", 10), ("fast", 5), ("wise", 1)):
        asker, spent = Asker("telegram:77"), TokenUsage(count, 2, model)
        await world.services.usage.record(asker, spent, NOON.date())
    await world.services.inbox.store(a_message("canary", sender="77"))
    async with open_metrics(MetricsSettings(port), world.services):
        found = figures((await read(port)).text)
    assert found['multis_queue{for="answer"}'] == 1
    assert found['multis_tokens_total{direction="input",model="fast"}'] == 15
    assert found['multis_tokens_total{direction="output",model="fast"}'] == 4
    assert found['multis_tokens_total{direction="input",model="wise"}'] == 1
    assert not [name for name in found if "77" in name or "canary" in name]


async def test_each_stage_takes_the_time_it_takes() -> None:
    seconds = 0.0
    metrics = Metrics(lambda: seconds)

    async def handle(message: IncomingMessage) -> Answer:
        nonlocal seconds
        seconds += 1
        yield Draft("so far")
        seconds += 10
        yield Reply("done")

    async with aclosing(metrics.measure(handle)(a_message())) as items:
        async for item in items:
            if isinstance(item, Reply):
                seconds += 100
                break
    found = figures(metrics.render(Figures()).decode())
    taken = {
        stage: found[f'multis_stage_seconds_sum{{platform="test",stage="{stage}"}}']
        for stage in ("first", "reply", "delivery")
    }
    assert taken == {"first": 1, "reply": 11, "delivery": 100}


async def test_errors_are_counted_by_part_without_their_text(world: World, port: int) -> None:
    async with open_metrics(MetricsSettings(port), world.services):
        logging.getLogger("bot.turns.router").error("canary")
        logging.getLogger("bot.turns.router").warning("no error")
        page = (await read(port)).text
    logging.getLogger("bot.turns.router").error("after the end")
    assert figures(page)['multis_errors_total{part="bot"}'] == 1
    assert "canary" not in page


@pytest.mark.parametrize(("path", "host", "code"), [
    ("/", "127.0.0.1", 404), ("/metrics?x", "127.0.0.1", 404), ("/metrics", "evil.example", 403),
])  # fmt: skip
async def test_nothing_else_is_served_and_to_nobody_else(
    world: World, port: int, path: str, host: str, code: int
) -> None:
    async with open_metrics(MetricsSettings(port), world.services):
        answer = await read(port, path, Host=host)
    assert (answer.status_code, "multis_" in answer.text) == (code, False)


async def test_it_listens_on_this_machine_only(world: World, port: int) -> None:
    async with open_metrics(MetricsSettings(port), world.services):
        with closing(socket.create_server(("127.0.0.2", port))):
            assert (await read(port)).status_code == 200  # the port is free on other addresses


async def test_a_request_that_never_ends_is_given_up(world: World, port: int) -> None:
    async with open_metrics(MetricsSettings(port), world.services):
        reader, writer = await asyncio.open_connection(ADDRESS, port)
        writer.write(b"x" * 100_000)
        with pytest.raises(ConnectionError):
            while await reader.read(100):
                pass
            raise ConnectionResetError
        writer.close()
        assert (await read(port)).status_code == 200


async def test_connections_that_say_nothing_make_room_for_others(world: World, port: int) -> None:
    async with open_metrics(MetricsSettings(port), world.services):
        silent = [await asyncio.open_connection(ADDRESS, port) for _ in range(MOST + 5)]
        async with asyncio.timeout(PATIENCE / 2):
            for reader, _writer in silent[:5]:
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
        assert (await read(port)).status_code == 200
        for _reader, writer in silent:
            writer.close()


async def test_a_port_that_is_taken_is_a_sentence(world: World, port: int) -> None:
    refused = pytest.raises(ConfigError, match=f"metrics.port {port} is already in use")
    with closing(socket.create_server((ADDRESS, port))), refused:
        async with open_metrics(MetricsSettings(port), world.services):
            pass
    with pytest.raises(ConfigError, match="not a valid port"):
        async with open_metrics(MetricsSettings(70_000), world.services):
            pass


async def test_without_the_library_it_says_how_to_get_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bot.operations.metrics", None)
    with pytest.raises(ConfigError, match=r"\.\[metrics\]"):
        async with open_metrics(MetricsSettings(9000), world.services):
            pass


async def test_it_is_off_unless_a_port_is_set(world: World) -> None:
    async with open_metrics(MetricsSettings(), world.services) as metrics:
        assert metrics is None
