"""The watchdog is fed while every platform is asked for messages, and not a moment longer."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.home import Home
from bot.operations.health_file import Trouble, read_vitals
from bot.operations.heartbeat import BEAT, OPENING, STALLED, Heartbeat
from bot.operations.status import Status, format_status
from tests.factories import NOON
from tests.fakes import FakeClock, FakePlatform
from tests.small_disk import unwritable


class FakePoller(FakePlatform):
    last_poll: float | None = None
    last_try: float | None = None


class FakePage(FakePlatform):
    address: str = "http://127.0.0.1:1"


class Bench(Struct):
    pulse: Heartbeat
    poller: FakePoller
    systemd: socket.socket
    seconds: float = 1000.0

    def beat(self) -> list[str]:
        """What systemd is told at this moment by a daemon that started at 1000 seconds."""
        self.pulse.beat_once(NOON, 1000.0)
        return self.systemd.recv(1000).decode().splitlines()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    home = Home(tmp_path)
    home.create()
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)
        poller = FakePoller("telegram")
        pulse = Heartbeat(
            home,
            {"telegram": poller, "console": FakePlatform("console"), "web": FakePage("web")},
            lambda: (Trouble(NOON, "it broke"),),
            FakeClock(),
            {"NOTIFY_SOCKET": address},
            monotonic=lambda: made.seconds,
        )
        made = Bench(pulse, poller, systemd)
        yield made


def test_it_is_fed_while_the_platform_is_asked(bench: Bench) -> None:
    bench.seconds = 5000.0
    bench.poller.last_try = 5000.0 - STALLED
    assert bench.beat() == ["WATCHDOG=1"]


def test_a_platform_that_rests_is_no_hang(bench: Bench) -> None:
    bench.seconds = 9000.0
    bench.poller.last_try = 5000.0
    bench.pulse = replace(bench.pulse, paused={"telegram"}, resting={"telegram"})
    assert bench.beat() == ["WATCHDOG=1"]
    vitals = read_vitals(bench.pulse.home)
    assert vitals is not None
    assert vitals.resting == ("telegram",)
    assert "telegram: it failed three times and rests now" in "\n".join(
        format_status(Status("1.0", NOON, vitals, 0, 0, 0, 0, 0))
    )


def test_a_loop_that_hangs_is_not_fed_and_named(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.seconds = 5000.0
    bench.poller.last_try = 5000.0 - STALLED - 1
    assert bench.beat() == ["STATUS=No progress on telegram"]
    assert "no progress on telegram" in caplog.text


def test_a_start_has_as_long_as_a_hang(bench: Bench) -> None:
    assert bench.beat() == ["WATCHDOG=1"]
    bench.seconds += STALLED + 1
    assert bench.beat() == ["STATUS=No progress on telegram"]


def test_an_outage_is_no_hang(bench: Bench) -> None:
    bench.seconds = 50_000.0
    bench.poller.last_poll, bench.poller.last_try = 1000.0, 49_950.0
    assert bench.beat() == ["WATCHDOG=1"]


def test_it_writes_down_how_it_is(bench: Bench) -> None:
    bench.seconds, bench.poller.last_poll = 1100.0, 1090.0
    bench.beat()
    vitals = read_vitals(bench.pulse.home)
    assert vitals is not None
    assert vitals.polls == {"telegram": NOON - timedelta(seconds=10), "console": None, "web": None}
    assert vitals.addresses == {"web": "http://127.0.0.1:1"}
    assert (vitals.started_at, vitals.troubles) == (NOON, (Trouble(NOON, "it broke"),))
    assert vitals.memory_bytes > 1_000_000


def test_a_full_disk_does_not_stop_the_heart(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    vitals = bench.pulse.home.vitals
    with unwritable(vitals):
        assert bench.beat() == ["WATCHDOG=1"]
    assert "status cannot be written" in caplog.text


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"version": 1', '{"version": "1"}'])
def test_a_file_that_says_something_else_is_no_status(tmp_path: Path, text: str) -> None:
    home = Home(tmp_path)
    home.create()
    home.vitals.write_text(text)
    assert read_vitals(home) is None


async def test_work_for_later_begins_only_after_systemd_heard_that_it_is_ready(
    bench: Bench,
) -> None:
    heard: list[str] = []

    def begin() -> None:
        heard.extend(bench.systemd.recv(1000).decode().splitlines())
        raise InterruptedError  # enough of the beat

    with pytest.raises(InterruptedError):
        await replace(bench.pulse, on_ready=begin).beat()
    assert heard[0] == "READY=1"


SOON, LATER = [BEAT] * 3, [OPENING] * 10 + [BEAT] * 2


@pytest.mark.parametrize(
    ("address", "polled", "pauses"),
    [("http://127.0.0.1:1", 999.0, SOON), ("", 999.0, LATER), ("http://127.0.0.1:1", None, LATER)],
)
async def test_what_is_served_stands_in_the_status_soon_after_it_opened(
    bench: Bench, address: str, polled: float | None, pauses: list[float]
) -> None:
    page, slept = FakePage("web"), list[float]()
    page.address = address
    bench.poller.last_poll = polled
    platforms = {"web": page, "telegram": bench.poller}

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        bench.seconds += seconds
        if len(slept) == len(pauses):
            raise InterruptedError  # enough of the beat

    with pytest.raises(InterruptedError):
        await replace(bench.pulse, platforms=platforms, sleep=sleep).beat()
    assert slept == pauses
