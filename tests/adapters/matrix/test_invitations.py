"""No message waits for an invitation, however long its server takes to let us in or go."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.events import Batch, Invitation, InvitationAnswer, Json, Room, Timeline
from adapters.matrix.invitations import MOST, OF_KNOWN, OF_STRANGER, TRIES, InvitationAnswers
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
        self.expected: dict[str, str] = {}

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

    def expect(self, room: str, inviter: str) -> None:
        self.expected[room] = inviter

    def expect_no_more(self, room: str) -> None:
        self.expected.pop(room, None)

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


@pytest.mark.parametrize(
    ("sender", "asked", "waits"),
    [(OWNER, 0.2, 1), (OWNER, 5, 5), ("@stranger:there", 0.2, 30)],
    ids=["known", "known and asked to wait longer", "stranger"],
)
async def test_too_many_requests_hold_up_those_we_know_no_longer_than_the_server_asks(
    tmp_path: Path, sender: str, asked: float, waits: float
) -> None:
    answers = answer_for(tmp_path, Server([("!room", RateLimitedError(asked))]))
    await answers.add(invite("!room", sender))
    (first,) = answers.list_waiting()
    await answers._answer(first)
    (left,) = answers.list_waiting()
    assert left.due - first.due == waits


def answer_for(folder: Path, server: Server, *, pairs: bool = False) -> InvitationAnswers:
    host = a_host(folder, [f"matrix:{OWNER}"], pairs=pairs)
    return InvitationAnswers(server, host, Clock().time)


def list_rooms(answers: InvitationAnswers) -> list[str]:
    return [each.room for each in answers.list_waiting()]


async def run_for_a_while(answers: InvitationAnswers, steps: int = 200) -> None:
    running = asyncio.create_task(answers.run())
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait([running])


async def test_a_strangers_direct_chat_is_joined_where_people_may_pair(tmp_path: Path) -> None:
    server = Server([])
    answers = answer_for(tmp_path, server, pairs=True)
    await answers.add(Invitation("!direct", "@stranger:there", direct=True))
    await answers.add(Invitation("!group", "@stranger:there", direct=False))
    await run_for_a_while(answers)
    assert (server.entered, server.tried) == (["!direct"], ["!direct", "!group"])
    assert server.expected == {"!direct": "@stranger:there"}


async def test_a_dead_room_keeps_nobody_new_waiting(tmp_path: Path) -> None:
    server = Server([("!dead", AWAY)])
    answers = answer_for(tmp_path, server)
    await answers.add(invite("!dead"))
    await answers._answer(answers.list_waiting()[0])
    await answers.add(invite("!dead"))
    await answers.add(invite("!new", "@honest:elsewhere"))
    await run_for_a_while(answers, 5)
    assert server.tried[:2] == ["!dead", "!new"]


async def test_pauses_grow_and_are_of_one_answer(tmp_path: Path) -> None:
    clock = Clock()
    server = Server([("!dead", AWAY)])
    answers = InvitationAnswers(server, a_host(tmp_path, [f"matrix:{OWNER}"]), clock.time)
    await answers.add(invite("!dead", OWNER))
    await run_for_a_while(answers)
    assert clock.waits[:4] == [30, 60, 120, 240]
    assert max(clock.waits) == 3600
    await answers.add(invite("!own", OWNER))
    await run_for_a_while(answers)
    assert server.entered == ["!own"]


async def test_those_that_were_tried_less_often_go_first(tmp_path: Path) -> None:
    server = Server([])
    answers = answer_for(tmp_path, server)
    often = InvitationAnswer("!often", join=False, stranger=True, tries=2)
    answers.resume((often, InvitationAnswer("!once", join=False, stranger=True, tries=1)))
    await run_for_a_while(answers)
    assert server.tried == ["!once", "!often"]


async def test_a_thousand_strangers_are_not_kept(tmp_path: Path) -> None:
    answers = answer_for(tmp_path, Server([]))
    for n in range(1000):
        await answers.add(invite(f"!evil{n}", f"@stranger{n}:there"))
    await answers.add(invite("!honest", "@honest:elsewhere"))
    await answers.add(invite("!own", OWNER))
    rooms = list_rooms(answers)
    assert len(rooms) == MOST + 1
    assert {"!honest", "!own"} < set(rooms)


@pytest.mark.parametrize(("sender", "most"), [("@stranger:there", OF_STRANGER), (OWNER, OF_KNOWN)])
async def test_of_one_inviter_a_few_are_kept(
    tmp_path: Path, sender: str, most: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    answers = answer_for(tmp_path, Server([]))
    for n in range(most + 1):
        await answers.add(invite(f"!{n}", sender))
    assert list_rooms(answers) == [f"!{n}" for n in range(most)]
    assert f"too many wait: !{most}" in caplog.text


async def test_an_invitation_takes_the_place_of_another_to_its_room(tmp_path: Path) -> None:
    server = Server([])
    answers = answer_for(tmp_path, server)
    for n in range(1000):
        await answers.add(invite(f"!{n}", f"@stranger{n}:there"))
    await answers.add(invite("!0", OWNER))
    assert (answers.list_waiting()[0].join, server.expected) == (True, {"!0": OWNER})
    await answers.add(invite("!0", "@stranger:there"))
    assert (answers.list_waiting()[0].join, server.expected) == (False, {})


async def test_an_invitation_that_comes_while_another_is_answered_stays(tmp_path: Path) -> None:
    answers = answer_for(tmp_path, Server([("!gone", MatrixRequestError("gone"))]))
    for room in ("!gone", "!left"):
        await answers.add(invite(room))
        (first,) = answers.list_waiting()
        await answers.add(invite(room, OWNER))
        await answers._answer(first)
        assert list_rooms(answers) == [room]
        await answers._answer(answers.list_waiting()[0])


@pytest.mark.parametrize("failure", [AWAY, RateLimitedError(5)], ids=["away", "flood"])
async def test_an_answer_that_another_replaced_is_not_tried_again(
    failure: Exception, tmp_path: Path
) -> None:
    server = Server([("!room", failure)])
    answers = answer_for(tmp_path, server)
    await answers.add(invite("!room", OWNER))
    (first,) = answers.list_waiting()
    await answers.add(invite("!room"))
    await answers._answer(first)
    (left,) = answers.list_waiting()
    assert (left.join, left.tries) == (False, 0)


def test_a_session_is_written_with_the_answers_that_wait(tmp_path: Path) -> None:
    (tmp_path / "keys.db").touch()
    waiting = (InvitationAnswer("!own", join=True, stranger=False, tries=2),)
    write_session(tmp_path, Session("@multis:here", "D", "t", "s1", ("!a",), waiting))
    found = read_session(tmp_path, "@multis:here")
    assert found
    assert (found.invitations, found.rooms) == (waiting, ("!a",))
