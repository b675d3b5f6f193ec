"""What only Matrix has: invitations, rooms that others come into, topics, edits, gaps, keys."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from adapters.matrix import Matrix, MatrixSettings
from adapters.matrix.session import read_session
from bot.messages import Answer, Chat, Choice, IncomingMessage, Reply, Sender, UserError
from tests.adapters.contract.matrix import PASSWORD, MatrixPerson, MatrixPlatform
from tests.adapters.contract.people import Listener, always, greet, hears, seen, shows
from tests.adapters.contract.platform import Who, joined
from tests.adapters.hosting import Ledger, a_host
from tests.adapters.synapse import Synapse, a_synapse, unavailable
from tests.serving import free_port

CANARY = "zanzibar-4711"
NOBODY = Sender("matrix", "@nobody:localhost")


@asynccontextmanager
async def a_stranger(server: Synapse, folder: Path) -> AsyncIterator[MatrixPerson]:
    user_id = await server.register(f"eve-{uuid4().hex[:8]}", PASSWORD)
    person = MatrixPerson(server, user_id, folder / "stranger")
    try:
        await person.log_in()
        yield person
    finally:
        await person.close()


async def reads(person: MatrixPerson, text: str) -> None:
    """Until they do, following every invitation."""

    async def told() -> bool:
        await person.look()
        for invited in person.invited:
            await person.join(invited)
        return any(text in each.text for each in person.messages.values())

    await seen(told, text)


def membership(person: MatrixPerson, room: str, who: str) -> list[object]:
    """Of `who`, as `person` saw it change."""
    return [
        content(event)["membership"] for event in person.events if event.get("state_key") == who
    ]


async def test_a_strangers_invitation_is_declined(
    matrix: MatrixPlatform, server: Synapse, tmp_path: Path
) -> None:
    listener = Listener()
    async with a_stranger(server, tmp_path) as eve, joined(matrix, tmp_path, listener):
        room = await eve.create(matrix.bot, direct=True, encrypted=False)

        async def declined() -> bool:
            await eve.look()
            return "leave" in membership(eve, room, matrix.bot)

        await seen(declined, "the bot leaves")
        assert "join" not in membership(eve, room, matrix.bot)
        await greet(matrix)
    assert listener.texts == ["hello"]


async def test_what_was_asked_in_private_is_answered_in_private_even_if_somebody_comes_in(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    thinking = asyncio.Event()

    async def answer(message: IncomingMessage) -> Answer:
        if message.chat.private:
            await thinking.wait()
            yield Reply(f"The safe opens with {CANARY}.")
        else:
            yield Reply("hello, both of you")

    owner, guest = matrix.people[Who.OWNER], matrix.people[Who.GUEST]
    room = matrix.rooms[Who.OWNER]
    listener = Listener(answer)
    async with joined(matrix, tmp_path, listener):
        await matrix.say("How does the safe open?")
        await hears(listener, 1)
        await owner.invite(room, guest.user_id)
        await guest.join(room)
        await guest.send(room, {"msgtype": "m.text", "body": "/help"})
        await hears(listener, 2)
        thinking.set()
        await reads(owner, CANARY)
        await guest.look()
    assert [message.chat.private for message in listener.heard] == [True, False]
    assert listener.heard[1].chat == Chat("matrix", room, private=False)
    assert not any(CANARY in each.text for each in owner.messages.values() if each.room == room)
    assert not any(CANARY in each.text for each in guest.messages.values())


@pytest.mark.parametrize(
    "state",
    [
        {"type": "m.room.join_rules", "content": {"join_rule": "public"}},
        {"type": "m.room.history_visibility", "content": {"history_visibility": "world_readable"}},
    ],
    ids=["anyone may come in", "anyone may read"],
)
async def test_a_room_of_two_that_is_open_to_others_is_not_private(
    matrix: MatrixPlatform, tmp_path: Path, state: dict[str, object]
) -> None:
    owner = matrix.people[Who.OWNER]
    listener = Listener()
    matrix.rooms[Who.OWNER] = room = await owner.create(
        matrix.bot, direct=True, encrypted=False, state=[{**state, "state_key": ""}]
    )
    async with joined(matrix, tmp_path, listener):
        await matrix.say("/help")
        (message,) = await hears(listener, 1)
    assert message.chat == Chat("matrix", room, private=False)


async def test_a_question_in_a_topic_is_answered_there(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    owner, listener = matrix.people[Who.OWNER], Listener()
    async with joined(matrix, tmp_path, listener):
        root = await matrix.post({"msgtype": "m.text", "body": "the topic"})
        await shows(matrix, "heard: the topic")
        relation = {"rel_type": "m.thread", "event_id": root}
        await matrix.post({"msgtype": "m.text", "body": "in it", "m.relates_to": relation})
        await shows(matrix, "heard: in it")
    relations = [
        content(event)["m.relates_to"]
        for event in owner.events
        if content(event).get("body") == "heard: in it"
    ]
    assert [dict(each)["event_id"] for each in relations if isinstance(each, dict)] == [root]


async def test_an_edit_of_a_message_is_heard_as_one(matrix: MatrixPlatform, tmp_path: Path) -> None:
    listener = Listener()
    async with joined(matrix, tmp_path, listener):
        first = await matrix.post({"msgtype": "m.text", "body": "wehn?"})
        relation = {"rel_type": "m.replace", "event_id": first}
        new = {"msgtype": "m.text", "body": "when?"}
        await matrix.post(
            {"msgtype": "m.text", "body": "* when?", "m.new_content": new, "m.relates_to": relation}
        )
        await hears(listener, 2)
    assert [(m.text, m.edited) for m in listener.heard] == [("wehn?", False), ("when?", True)]


async def test_an_answer_to_the_bot_in_a_group_is_for_the_bot(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    listener, guest = Listener(), matrix.people[Who.GUEST]
    async with joined(matrix, tmp_path, listener):
        await matrix.say("hello", Who.GUEST, group=True)
        await hears(listener, 1)

        async def answered() -> bool:
            await guest.look()
            return bool(guest.messages)

        await seen(answered, "an answer")
        (said,) = guest.messages
        relation = {"m.in_reply_to": {"event_id": said}}
        sure = {"msgtype": "m.text", "body": "are you sure?", "m.relates_to": relation}
        await matrix.post(sure, Who.GUEST, group=True)
        await hears(listener, 2)
    assert (listener.heard[1].addressed, listener.heard[1].quote) == (True, "heard: hello")


async def test_who_came_later_has_nothing_quoted_from_before(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    owner, guest, listener = matrix.people[Who.OWNER], matrix.people[Who.GUEST], Listener()
    matrix.rooms[None] = room = await owner.create(matrix.bot, direct=False, encrypted=False)
    async with joined(matrix, tmp_path, listener):
        secret = await matrix.post({"msgtype": "m.text", "body": CANARY}, group=True)
        await owner.invite(room, guest.user_id)
        await guest.join(room)
        later = await matrix.post({"msgtype": "m.text", "body": "welcome"}, group=True)
        for at, replied in enumerate((secret, later), 3):
            relation = {"m.in_reply_to": {"event_id": replied}}
            asked = {"msgtype": "m.text", "body": "what is it?", "m.relates_to": relation}
            await matrix.post(asked, Who.GUEST, group=True)
            await hears(listener, at)
    assert [message.quote for message in listener.heard] == ["", "", "", "welcome"]


async def test_more_than_one_page_that_was_said_meanwhile_arrives_whole_and_in_order(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(matrix, tmp_path, listener):
        await greet(matrix)
    owner, room = matrix.people[Who.OWNER], matrix.rooms[Who.OWNER]
    for n in range(210):
        await owner.send(room, {"msgtype": "m.text", "body": f"number {n}"})
    silent = Listener(always())  # the server is slow, and an answer takes as long as a message
    async with joined(matrix, tmp_path, silent):
        await hears(silent, 210, patience=80.0)
    assert silent.texts == [f"number {n}" for n in range(210)]


async def test_the_first_start_leaves_alone_what_was_said_before(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(matrix, tmp_path, listener):
        await greet(matrix)
    await matrix.say("/forget")
    shutil.rmtree(tmp_path / "platforms")
    async with joined(matrix, tmp_path, listener):

        async def begun() -> bool:
            session = read_session(tmp_path / "platforms" / "matrix", matrix.bot)
            return session is not None and bool(session.since)

        await seen(begun, "the first look")
        await matrix.say("now")
        await shows(matrix, "heard: now")
    assert listener.texts == ["hello", "now"]


async def test_a_restart_in_which_nothing_is_new_still_knows_its_rooms(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(matrix, tmp_path, listener):
        await greet(matrix)
    path = tmp_path / "platforms" / "matrix"
    for _ in range(2):  # the first of them takes in what the end of the last one left
        async with joined(matrix, tmp_path, listener) as adapter:
            assert isinstance(adapter, Matrix)

            async def polled(running: Matrix = adapter) -> bool:
                return running.last_poll is not None

            await seen(polled, "a look")
    async with joined(matrix, tmp_path, listener):
        await matrix.say("again")
        await shows(matrix, "heard: again")
    session = read_session(path, matrix.bot)
    assert session is not None
    assert set(session.rooms) == set(matrix.rooms.values())


async def test_a_message_that_cannot_be_decrypted_is_told_so(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    listener, owner = Listener(), matrix.people[Who.OWNER]
    unreadable = {
        "algorithm": "m.megolm.v1.aes-sha2",
        "ciphertext": "AAAA",
        "session_id": "s",
        "sender_key": "k",
        "device_id": "d",
    }
    async with joined(matrix, tmp_path, listener):
        await owner.meet(matrix.rooms[Who.OWNER], matrix.bot)
        await owner.send(matrix.rooms[Who.OWNER], unreadable, kind="m.room.encrypted")
        (message,) = await hears(listener, 1)
    assert message.unsupported == "a message that was not encrypted for me"


async def test_a_notice_reaches_an_owner_who_has_no_room_with_the_bot(
    encrypted: MatrixPlatform, tmp_path: Path
) -> None:
    owner = encrypted.people[Who.OWNER]
    await owner.leave(encrypted.rooms[Who.OWNER])
    async with joined(encrypted, tmp_path, Listener()) as adapter:
        notice = always(Reply("Bob wants to talk to me"))
        chat = Chat("matrix", owner.user_id, private=True)
        delivering = asyncio.create_task(
            adapter.deliver(chat, notice(IncomingMessage("", chat, NOBODY)), Ledger())
        )
        await reads(owner, "Bob")
        await delivering


async def test_a_secret_that_was_typed_is_taken_out_of_the_room(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    async def answer(message: IncomingMessage) -> Answer:
        yield Reply("Thank you.", removes=message.reference)

    owner = matrix.people[Who.OWNER]
    room = await owner.create(matrix.bot, direct=True, encrypted=False, equals=True)
    matrix.rooms[Who.OWNER] = room
    async with joined(matrix, tmp_path, Listener(answer)):
        secret = await matrix.post({"msgtype": "m.text", "body": "4711"})
        await shows(matrix, "Thank you.")
    redacted = [{**event, **content(event)}.get("redacts") for event in owner.events]
    assert secret in redacted


def content(event: Mapping[str, object]) -> dict[str, object]:
    told = event["content"]
    assert isinstance(told, dict)
    return told


async def test_a_number_that_answers_an_older_question_means_its_choices(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    async def answer(message: IncomingMessage) -> Answer:
        yield Reply(f"{message.text}?", (Choice("Yes", f"/yes {message.text}"),))

    listener, owner = Listener(answer), matrix.people[Who.OWNER]
    async with joined(matrix, tmp_path, listener):
        for text in ("first", "second"):
            await matrix.say(text)
            await shows(matrix, f"{text}?")
        first = next(e for e, each in owner.messages.items() if each.text.startswith("first"))
        relation = {"m.in_reply_to": {"event_id": first}}
        await matrix.post({"msgtype": "m.text", "body": "1", "m.relates_to": relation})
        await hears(listener, 3)
    assert listener.texts == ["first", "second", "/yes first"]


async def test_a_wrong_password_is_an_error_of_configuration(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    async def never(message: IncomingMessage) -> None:
        raise AssertionError(message)

    given = {**matrix.settings(), "password": "wrong"}
    with pytest.raises(UserError, match="rejects the bot's login"):
        await Matrix(MatrixSettings.of(given), a_host(tmp_path / "m")).run(never)


async def test_check_tells_as_whom_the_server_knows_us(
    matrix: MatrixPlatform, tmp_path: Path
) -> None:
    host = a_host(tmp_path / "platforms" / "matrix")
    adapter = Matrix(MatrixSettings.of(matrix.settings()), host)
    assert await adapter.check() == f"{matrix.bot} (not logged in yet)"
    async with joined(matrix, tmp_path, Listener()):
        await greet(matrix)
        assert await adapter.check() == matrix.bot
    await matrix.leave()
    with pytest.raises(ConnectionError):
        await adapter.check()


@pytest.mark.skipif(bool(unavailable()), reason=unavailable())
async def test_a_server_that_takes_few_messages_gets_the_whole_reply_in_its_time(
    tmp_path: Path,
) -> None:
    for name in ("server", "people"):
        (tmp_path / name).mkdir()
    text = "\n\n".join(f"{n} " + "word " * 1500 for n in range(6))
    with a_synapse(tmp_path / "server", free_port(), messages_per_second=1) as server:
        async with (
            MatrixPlatform.open(tmp_path / "people", server) as platform,
            joined(platform, tmp_path, Listener(always(Reply(text)))),
        ):
            await platform.say("everything")
            await shows(platform, "5 word")
            shown = await platform.shown()
    assert " ".join(shown).split() == text.split()
