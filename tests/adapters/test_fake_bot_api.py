"""The fake is as strict as the Bot API: each rule, over plain HTTP."""

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import aiohttp
import pytest

from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.fake_bot_api.faults import Cut, Drop, Page

ROOT = Path(__file__).parents[2]
TEAM = -100


class Clock:
    seconds = 1000.0

    def now(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Api:
    """Calls methods by name; gives the result, or the refusal's description."""

    def __init__(self, fake: FakeBotApi, session: aiohttp.ClientSession) -> None:
        self.fake = fake
        self.session = session

    async def raw(self, method: str, given: Json, token: str = "") -> Json:
        form = {k: v if isinstance(v, str) else json.dumps(v) for k, v in given.items()}
        address = f"{self.fake.base_url}{token or self.fake.world.token}/{method}"
        async with self.session.post(address, data=form) as answer:
            return cast("Json", await answer.json())

    async def __call__(self, method: str, **given: object) -> object:
        answer = await self.raw(method, given)
        return answer["result"] if answer["ok"] else answer["description"]

    async def message(self, **given: object) -> Json:
        return cast(
            "Json", await self("sendMessage", **{"chat_id": ALICE.id, "text": "x", **given})
        )

    async def polled(self) -> None:
        """Wait until a long poll has arrived."""
        async with asyncio.timeout(30):
            while not self.fake.updates.is_polled:  # noqa: ASYNC110 - the fake has no event for it
                await asyncio.sleep(0.01)

    async def updates(self, **given: object) -> list[int]:
        found = cast("list[Json]", await self("getUpdates", **given))
        return [int(str(update["update_id"])) for update in found]


@pytest.fixture
async def api(clock: Clock) -> AsyncIterator[Api]:
    async with FakeBotApi(clock=clock.now) as fake, aiohttp.ClientSession() as session:
        fake.say("/start")
        fake.say("/start", chat_id=TEAM, thread=5)
        yield Api(fake, session)


BOLD = {"type": "bold", "offset": 0, "length": 1}


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": " \n"}, "text must be non-empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "😀" * 2049}, "message is too long"),
        ({"text": "中" * 11000}, "Text is too long"),
        ({"text": "x", "parse_mode": "HTML"}, "can't parse entities"),
        ({"text": "x y", "entities": [BOLD | {"length": 9}]}, "outside the text"),
        ({"text": "x y", "entities": [BOLD | {"length": 2}]}, "ends in white space"),
        ({"text": "x😀", "entities": [BOLD | {"length": 2}]}, "middle of a symbol"),
        ({"text": "xyz", "entities": [BOLD | {"offset": 1}, BOLD]}, "out of order"),
        ({"text": "xyz", "entities": [BOLD] * 101}, "more than 100 entities"),
        ({"text": "xyz", "entities": [BOLD | {"type": "shiny"}]}, "unknown entity"),
        ({"text": "xyz", "entities": [BOLD | {"type": "text_link"}]}, "without a target"),
        (
            {"text": "xyz", "entities": [BOLD | {"length": 2}, BOLD | {"offset": 1}]},
            "inside itself",
        ),
        (
            {"text": "xyz", "entities": [BOLD | {"length": 2}, BOLD | {"type": "code"}]},
            "code at 0 inside bold",
        ),
        (
            {
                "text": "xyz",
                "entities": [
                    BOLD | {"length": 2},
                    {"type": "italic", "offset": 1, "length": 2},
                ],
            },
            "overlap",
        ),
        ({"chat_id": 99}, "chat not found"),
        ({"message_thread_id": 1, "chat_id": TEAM}, "message thread not found"),
        ({"message_thread_id": 6, "chat_id": TEAM}, "message thread not found"),
        ({"reply_parameters": {"message_id": 9999}}, "message to be replied not found"),
        (
            {"reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": "é" * 33}]]}},
            "BUTTON_DATA_INVALID",
        ),
        (
            {"reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": ""}]]}},
            "BUTTON_DATA_INVALID",
        ),
        (
            {"reply_markup": {"inline_keyboard": [[{"text": " ", "callback_data": "x"}]]}},
            "text must be non-empty",
        ),
        (
            {"reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": "x"}] * 9]}},
            "too long",
        ),
    ],
)
async def test_a_message_against_the_rules_is_refused(given: Json, refusal: str, api: Api) -> None:
    assert refusal in str(await api.message(**given))
    assert api.fake.world.messages() == []


async def test_a_message_within_the_rules_is_kept(api: Api) -> None:
    sent = await api.message(text="😀" * 2048, chat_id=TEAM, message_thread_id=5)
    kept = api.fake.world.messages(TEAM)[0]
    assert (kept.id, kept.thread, len(kept.text)) == (sent["message_id"], 5, 2048)
    assert await api.message(
        reply_parameters={"message_id": 9999, "allow_sending_without_reply": True}
    )


async def test_edits(api: Api) -> None:
    sent = (await api.message(text="a"))["message_id"]
    edit = {"chat_id": ALICE.id, "message_id": sent}
    assert "not modified" in str(await api("editMessageText", text="a", **edit))
    assert "to edit not found" in str(
        await api("editMessageText", text="b", chat_id=ALICE.id, message_id=9)
    )
    theirs = next(iter(api.fake.world.chats[ALICE.id].incoming))
    foreign = await api("editMessageText", text="b", chat_id=ALICE.id, message_id=theirs)
    assert "can't be edited" in str(foreign)
    await api("editMessageText", text="b", **edit)
    assert (api.fake.world.texts(), api.fake.world.messages()[0].earlier) == (["b"], ["a"])


async def test_updates_stay_until_a_later_one_is_asked_for(api: Api) -> None:
    first, second = await api.updates()
    assert await api.updates() == [first, second]
    assert await api.updates(limit=1) == [first]
    assert await api.updates(offset=second) == [second]
    assert await api.updates() == [second]
    assert api.fake.updates.acknowledged == first
    assert await api.updates(offset=second + 1, timeout=0) == []


async def test_a_negative_offset_keeps_the_last_ones(api: Api) -> None:
    third = api.fake.say("last")
    assert await api.updates(offset=-1) == [third]
    assert await api.updates() == [third]


async def test_a_poll_that_names_no_kinds_leaves_those_asked_for_last(api: Api) -> None:
    await api("getUpdates", allowed_updates='["message_reaction"]')
    await api("getUpdates")
    assert api.fake.react(1, "👍")


async def test_a_long_poll_ends_with_the_next_message(api: Api) -> None:
    _, last = await api.updates()
    poll = asyncio.create_task(api.updates(offset=last + 1, timeout=50))
    await api.polled()
    assert not poll.done()
    said = api.fake.say("news")
    assert await asyncio.wait_for(poll, 5) == [said]


async def test_a_second_poll_ends_the_first_with_a_conflict(api: Api) -> None:
    _, last = await api.updates()
    first = asyncio.create_task(api("getUpdates", offset=last + 1, timeout=50))
    await api.polled()
    second = asyncio.create_task(api.updates(timeout=50))
    assert "terminated by other getUpdates request" in str(await asyncio.wait_for(first, 5))
    api.fake.say("news")
    assert len(await asyncio.wait_for(second, 5)) == 1


async def test_polling_beside_a_webhook_is_a_conflict(api: Api) -> None:
    await api("setWebhook", url="https://example.org")
    assert "webhook is active" in str(await api("getUpdates"))
    await api("deleteWebhook")
    assert len(await api.updates()) == 2


async def test_drafts_are_for_private_chats_and_have_an_id(api: Api) -> None:
    draft = {"chat_id": ALICE.id, "draft_id": 1, "text": "so far"}
    assert await api("sendMessageDraft", **draft) is True
    assert await api("sendMessageDraft", **draft | {"text": ""}) is True
    assert "DRAFT_ID_INVALID" in str(await api("sendMessageDraft", **draft | {"draft_id": 0}))
    assert "private" in str(await api("sendMessageDraft", **draft | {"chat_id": TEAM}))
    assert len(api.fake.world.drafts) == 2


async def test_a_press_is_answered_once_and_in_time(api: Api, clock: Clock) -> None:
    api.fake.press("a")
    api.fake.press("b")
    first, second = api.fake.world.presses
    assert await api("answerCallbackQuery", callback_query_id=first) is True
    assert "too old" in str(await api("answerCallbackQuery", callback_query_id=first))
    clock.seconds += 60
    assert "too old" in str(await api("answerCallbackQuery", callback_query_id=second))


@pytest.mark.parametrize(
    ("commands", "refusal"),
    [
        ([], "TOO_MUCH"),
        ([{"command": "Ask", "description": "x"}], "COMMAND_INVALID"),
        ([{"command": "a" * 33, "description": "x"}], "COMMAND_INVALID"),
        ([{"command": "ask", "description": ""}], "DESCRIPTION_INVALID"),
        ([{"command": "ask", "description": "x" * 257}], "DESCRIPTION_INVALID"),
        ([{"command": f"c{n}", "description": "x"} for n in range(101)], "TOO_MUCH"),
    ],
)
async def test_commands_against_the_rules_are_refused(
    commands: list[Json], refusal: str, api: Api
) -> None:
    assert refusal in str(await api("setMyCommands", commands=commands))


async def test_commands_for_an_unknown_chat_are_refused(api: Api) -> None:
    commands = [{"command": "ask", "description": "x"}]
    scope = {"type": "chat", "chat_id": 99}
    assert "chat not found" in str(await api("setMyCommands", commands=commands, scope=scope))
    assert await api("setMyCommands", commands=commands) is True
    assert await api("getMyCommands") == commands


async def test_a_download_link_lasts_an_hour(api: Api, clock: Clock) -> None:
    file_id = api.fake.document("a.pdf", b"bytes")["file_id"]
    path = cast("Json", await api("getFile", file_id=file_id))["file_path"]
    address = f"{api.fake.base_file_url}{api.fake.world.token}/{path}"
    async with api.session.get(address) as answer:
        assert await answer.read() == b"bytes"
    clock.seconds += 3601
    async with api.session.get(address) as answer:
        assert answer.status == 404


async def test_a_file_above_20_mb_is_too_big(api: Api) -> None:
    fits, too_big = (api.fake.document("a", size=(20 << 20) + n)["file_id"] for n in (0, 1))
    assert "file_path" in cast("Json", await api("getFile", file_id=fits))
    assert "file is too big" in str(await api("getFile", file_id=too_big))
    assert "wrong file_id" in str(await api("getFile", file_id="other"))


async def test_an_upload_above_50_mb_is_too_large(api: Api) -> None:
    address = f"{api.fake.base_url}{api.fake.world.token}/sendDocument"
    document = io.BytesIO(bytes(51 << 20))
    async with api.session.post(address, data={"document": document}) as answer:
        assert (await answer.json())["error_code"] == 413


async def test_wrong_tokens_and_methods(api: Api) -> None:
    assert (await api.raw("getMe", {}, "1:other"))["error_code"] == 401
    assert (await api.raw("getMe", {}, "nonsense"))["error_code"] == 404
    assert (await api.raw("makeCoffee", {}))["error_code"] == 404
    assert (await api.raw("GETME", {}))["ok"] is True


async def test_who_blocked_the_bot_gets_nothing(api: Api) -> None:
    api.fake.world.chats[ALICE.id].blocked = True
    assert "blocked by the user" in str(await api.message())


async def test_a_cut_call_is_done_and_a_dropped_one_is_not(api: Api) -> None:
    api.fake.weather.plan("sendmessage", Cut(), Drop(), Page())
    for text in ("cut", "dropped"):
        with pytest.raises(aiohttp.ClientError):
            await api.message(text=text)
    with pytest.raises(aiohttp.ContentTypeError):
        await api.message(text="page")
    assert api.fake.world.texts() == ["cut"]
    assert [call.outcome for call in api.fake.world.called("sendMessage")] == [
        "cut",
        "dropped",
        "page 502",
    ]


async def test_it_runs_as_a_process_and_is_controlled_over_http() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.adapters.fake_bot_api", "--port", "0",
        stdout=asyncio.subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        told = json.loads(await asyncio.wait_for(process.stdout.readline(), 30))
        async with aiohttp.ClientSession() as session:
            await check_control(session, told)
    finally:
        process.terminate()
        await process.wait()


async def check_control(session: aiohttp.ClientSession, told: dict[str, str]) -> None:
    control, bot = told["control"], told["base_url"] + told["token"]

    async def post(address: str, body: object) -> Json:
        async with session.post(address, json=body) as answer:
            return cast("Json", await answer.json())

    document = await post(f"{control}/document", {"name": "a.txt", "text": "hello"})
    said = await post(f"{control}/say", {"text": "hi", "person": 9, "content": {"x": document}})
    pressed = await post(f"{control}/press", {"data": "key", "person": 9})
    await post(f"{control}/update", {"message": "malformed"})
    flooded: Json = {"method": "sendMessage", "faults": [{"kind": "flood", "retry_after": 7}]}
    await post(f"{control}/faults", flooded)
    refused = await post(f"{bot}/sendMessage", {"chat_id": 9, "text": "a"})
    assert refused["parameters"] == {"retry_after": 7}
    await post(f"{bot}/sendMessage", {"chat_id": 9, "text": "b"})
    await post(f"{control}/storm", {"odds": {"page": 1.0}, "seed": 1})
    async with session.post(f"{bot}/getMe") as answer:
        assert answer.status == 502
    await post(f"{control}/storm", {})
    async with session.get(f"{control}/record") as answer:
        record = await answer.json()
    assert pressed["update_id"] == int(str(said["update_id"])) + 1
    assert record["pending"] == 3
    assert [message["text"] for message in record["messages"]] == ["b"]
    assert [call["outcome"] for call in record["calls"]][1:] == ["ok", "page 502"]
