"""A server may take its time: that is no hang, and nothing that was asked of it is given up."""

import asyncio
from pathlib import Path

import peewee  # type: ignore[import-untyped]  # comes with nio
import pytest

from adapters.matrix.answers import RateLimitedError, get_answer
from adapters.matrix.client import FIRST_SYNC_SECONDS, Client
from adapters.matrix.content import Content
from adapters.matrix.events import Batch, Json, Timeline
from adapters.matrix.reading import SyncReader
from adapters.matrix.sending import ReplySender
from adapters.matrix.session import Session
from adapters.matrix.target import RoomTarget
from adapters.shared.health import LONGEST_PAUSE, Health
from adapters.shared.numbered import NumberedChoices
from bot.messages import Chat, File, Reply, UserError
from bot.operations.heartbeat import STALLED
from tests.adapters.hosting import Clock, Ledger, a_host


class Server(Client):
    """Asks for an hour of quiet, then brings these events, then knows us no more."""

    def __init__(self, *events: Json) -> None:
        said = Batch("2", (Timeline("!room", events),), ())
        self._answers = iter((RateLimitedError(3600), Batch("1", (), ()), said))

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

    async def sync_keys(self) -> None:
        pass

    async def introduce(self) -> None:
        pass

    def list_rooms(self) -> tuple[str, ...]:
        return ("!room",)

    def find_room(self, name: str) -> None:
        return None


async def test_a_long_flood_wait_and_slow_storing_are_no_hang(tmp_path: Path) -> None:
    clock, tries = Clock(), list[float | None]()

    async def store(room: str, event: Json) -> None:
        tries.append(reader.last_try)
        clock.seconds += 100

    server = Server({"event_id": "$1"}, {"event_id": "$2"}, {"event_id": "$3"})
    reader = SyncReader(server, a_host(tmp_path), Health("Matrix"), store, clock.time)
    with pytest.raises(UserError):
        await reader.run(asyncio.Event())
    assert sum(clock.waits) == 3600
    assert max(clock.waits) < STALLED
    assert len(set(tries)) == 3


class Busy(Client):
    """Takes nothing but a message before it was left alone for a while."""

    def __init__(self, *waits: float) -> None:
        self._waits = list(waits)
        self.sent: list[Content] = []
        self.known: list[str] = []

    async def upload(self, path: Path, name: str, room: str) -> Content:
        self._flood()
        return {"body": name}

    async def confirm_private(self, person: str, room: str = "") -> None:
        pass

    async def invite_to_private(self, person: str) -> str:
        self._flood()
        self.known.append("!new")
        return "!new"

    async def send(
        self, room: str, content: Content, kind: str = "m.room.message", once: str = ""
    ) -> str:
        self.sent.append(content)
        return f"${len(self.sent)}"

    def _flood(self) -> None:
        if self._waits:
            raise RateLimitedError(self._waits.pop(0))


PRIVATE = Chat("matrix", "@ann:here", private=True)


def sending(server: Busy, clock: Clock) -> ReplySender:
    def place() -> RoomTarget | None:
        return RoomTarget(server.known[-1]) if server.known else None

    health = Health("Matrix")
    health.recover()
    return ReplySender(server, health, clock.time, PRIVATE, place)


async def test_a_file_waits_until_the_server_takes_it(tmp_path: Path) -> None:
    server, clock, ledger = Busy(30, 5), Clock(), Ledger()
    server.known.append("!room")
    reply = Reply("", files=(File("plan.pdf", str(tmp_path)),))
    await sending(server, clock).send(reply, ledger, NumberedChoices(tmp_path / "choices.json"))
    assert server.sent[-1] == {"body": "plan.pdf"}
    assert (clock.waits, len(ledger.confirmed)) == ([30, 5], 2)


async def test_a_reply_waits_until_the_server_makes_a_room_for_it(tmp_path: Path) -> None:
    server, clock, ledger = Busy(30), Clock(), Ledger()
    await sending(server, clock).send(
        Reply("hi"), ledger, NumberedChoices(tmp_path / "choices.json")
    )
    assert [each["body"] for each in server.sent] == ["hi"]
    assert clock.waits == [30]


async def test_a_full_disk_under_the_keys_is_waited_for() -> None:
    async def keep() -> None:
        raise peewee.OperationalError("database or disk is full")

    with pytest.raises(ConnectionError, match="disk is full"):
        await get_answer(keep())


def test_a_first_sync_that_takes_long_is_no_hang() -> None:
    assert FIRST_SYNC_SECONDS + LONGEST_PAUSE < STALLED
