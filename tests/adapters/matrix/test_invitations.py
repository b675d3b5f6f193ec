"""No message waits for an invitation, however long its server takes to let us in or go."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.events import Batch, Invitation, InvitationAnswer, Json, Room, Timeline
from adapters.matrix.invitations import MOST, TRIES, InvitationAnswers
from adapters.matrix.reading import SyncReader
from adapters.matrix.session import Session, read_session, write_session
from adapters.shared.health import Health
from bot.messages import UserError
from tests.adapters.hosting import Clock, a_host
from tests.adapters.matrix_client import NoServer

OWNER = "@owner:here"
AWAY = ConnectionError("502")


class Server(NoServer):
    """Answers these rooms' invitations with a failure, and every sync but the second with none."""

    def __init__(self, failures: Iterable[tuple[str, Exception]], *invited: Invitation) -> None:
        said = Timeline("!room", ({"event_id": "$1"},))
        self._answers = iter((Batch("1", (), ()), Batch("2", (said,), invited)))
        self._failures = dict(failures)
        self.tried: list[str] = []
        self.entered: list[str] = []

    async def sync(self, since: str, *, first: bool) -> Batch:
        for _ in range(20):  # what is answered beside has its time
            await asyncio.sleep(0)
        if (answer := next(self._answers, None)) is None:
            raise UserError("unknown token")
        return answer

    async def join(self, room: str) -> None:
        await self.leave(room)
        self.entered.append(room)

    async def leave(self, room: str) -> None:
        self.tried.append(room)
        if room in self._failures:
            raise self._failures[room]

    def list_rooms(self) -> tuple[str, ...]:
        return ("!room",)

    def find_room(self, name: str) -> Room:
        return Room(name, frozenset({self.me, OWNER}), open=False, names={})


def invite(room: str, sender: str = "@stranger:there") -> Invitation:
    return Invitation(room, sender, direct=False)


async def read(folder: Path, server: Server) -> list[Json]:
    """Return what is read until the server knows us no more."""
    stored = list[Json]()

    async def store(_room: str, event: Json) -> None:
        stored.append(event)

    host = a_host(folder, [f"matrix:{OWNER}"])
    reader = SyncReader(server, host, Health("Matrix"), store, Clock().time)
    with pytest.raises(UserError):
        await reader.run(asyncio.Event())
    return stored


@pytest.mark.parametrize("failure", [AWAY, RateLimitedError(5), MatrixRequestError("gone")])
async def test_an_invitation_that_cannot_be_answered_keeps_no_message_waiting(
    tmp_path: Path, failure: Exception
) -> None:
    server = Server([("!evil", failure)], invite("!evil"))
    assert await read(tmp_path, server) == [{"event_id": "$1"}]
    assert "!evil" in server.tried


async def test_those_who_may_ask_go_first(tmp_path: Path) -> None:
    many = [invite(f"!evil{n}") for n in range(3)]
    server = Server([(each.room, AWAY) for each in many], *many, invite("!own", OWNER))
    await read(tmp_path, server)
    assert server.entered == ["!own"]
    assert server.tried.index("!own") == 0


async def test_an_answer_that_waits_survives_a_restart(tmp_path: Path) -> None:
    (tmp_path / "keys.db").touch()
    await read(tmp_path, Server([("!own", AWAY)], invite("!own", OWNER)))
    left = read_session(tmp_path, "@multis:here")
    assert left
    assert [each.room for each in left.invitations] == ["!own"]
    again = Server([])
    await read(tmp_path, again)
    assert again.entered == ["!own"]


async def test_a_stranger_is_given_up_and_whoever_may_ask_is_not(tmp_path: Path) -> None:
    server = Server([("!evil", AWAY), ("!own", AWAY)])
    answers = InvitationAnswers(server, a_host(tmp_path), Clock().time)
    answers.resume(
        (
            InvitationAnswer("!evil", join=False, stranger=True, tries=TRIES - 1),
            InvitationAnswer("!own", join=True, stranger=False, tries=TRIES),
        )
    )
    for _ in range(2):
        await answers._answer(answers.list_waiting()[0])
    assert [each.room for each in answers.list_waiting()] == ["!own"]


async def test_a_thousand_strangers_are_not_kept(tmp_path: Path) -> None:
    server = Server([])
    answers = InvitationAnswers(server, a_host(tmp_path, [f"matrix:{OWNER}"]), Clock().time)
    for n in range(1000):
        await answers.add(invite(f"!evil{n}"))
    await answers.add(invite("!own", OWNER))
    assert len(answers.list_waiting()) == MOST + 1


def test_a_session_is_written_with_the_answers_that_wait(tmp_path: Path) -> None:
    (tmp_path / "keys.db").touch()
    waiting = (InvitationAnswer("!own", join=True, stranger=False, tries=2),)
    write_session(tmp_path, Session("@multis:here", "D", "t", "s1", ("!a",), waiting))
    found = read_session(tmp_path, "@multis:here")
    assert found
    assert (found.invitations, found.rooms) == (waiting, ("!a",))
