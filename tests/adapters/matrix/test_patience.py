"""A server may take its time: that is no hang, and nothing that was asked of it is given up."""

import asyncio
from pathlib import Path

import pytest

from adapters.matrix.answers import Flooded
from adapters.matrix.client import FIRST_SYNC_SECONDS, Client
from adapters.matrix.events import Batch, Json, Timeline
from adapters.matrix.reading import Reader
from adapters.matrix.session import Session
from adapters.shared.health import LONGEST_PAUSE, Health
from bot.messages import UserError
from bot.pulse import STALLED
from tests.adapters.hosting import Clock, a_host


class Server(Client):
    """Asks for an hour of quiet, then brings these events, then knows us no more."""

    def __init__(self, *events: Json) -> None:
        said = Batch("2", (Timeline("!room", events),), ())
        self._answers = iter((Flooded(3600), Batch("1", (), ()), said))

    @property
    def me(self) -> str:
        return "@multis:here"

    async def log_in(self) -> Session:
        return Session(self.me, "device", "token")

    async def sync(self, since: str, *, first: bool) -> Batch:
        answer = next(self._answers, UserError("unknown token"))
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def tend_keys(self) -> None:
        pass

    async def introduce(self) -> None:
        pass

    def rooms(self) -> tuple[str, ...]:
        return ("!room",)


async def test_a_long_flood_wait_and_slow_storing_are_no_hang(tmp_path: Path) -> None:
    clock, tries = Clock(), list[float | None]()

    async def store(room: str, event: Json) -> None:
        tries.append(reader.last_try)
        clock.seconds += 100

    server = Server({"event_id": "$1"}, {"event_id": "$2"}, {"event_id": "$3"})
    reader = Reader(server, a_host(tmp_path), Health("Matrix"), store, clock.time)
    with pytest.raises(UserError):
        await reader.run(asyncio.Event())
    assert sum(clock.waits) == 3600
    assert max(clock.waits) < STALLED
    assert len(set(tries)) == 3


def test_a_first_sync_that_takes_long_is_no_hang() -> None:
    assert FIRST_SYNC_SECONDS + LONGEST_PAUSE < STALLED
