"""What Beeper says is anybody's: nothing in it stops the assistant, or fills its memory."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from aiohttp import web

from adapters.beeper import BeeperSettings
from adapters.beeper.api import Api, open_api
from adapters.beeper.translate import LARGEST, parse_message
from bot.messages import Attachment
from tests.adapters.contract.beeper import BOB, CHATS, BeeperPlatform
from tests.adapters.contract.people import Listener, greet, hears
from tests.adapters.contract.platform import Who, joined
from tests.adapters.endless import ENOUGH, EndlessServer
from tests.adapters.fake_beeper import FakeBeeper
from tests.hostile.packed import PACKED, pack_twice
from tests.serving import LoopbackServer

NOTE, CUSTOMER = CHATS[Who.OWNER], CHATS[Who.GUEST]


class Speaker(LoopbackServer):
    """Answers everything with the same words."""

    def __init__(self, words: str | bytes, headers: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._words = words
        self._headers = headers or {}

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._answer)
        return app

    async def _answer(self, _request: web.Request) -> web.Response:
        body = self._words if isinstance(self._words, bytes) else self._words.encode()
        return web.Response(body=body, headers=self._headers, content_type="application/json")


@pytest.fixture
async def beeper() -> AsyncIterator[BeeperPlatform]:
    async with FakeBeeper() as fake:
        yield BeeperPlatform(fake)


async def ask(api: Api) -> None:
    with pytest.raises(ConnectionError, match="did not answer"):
        await api.list_chats()


@pytest.mark.parametrize("words", ["[" * 200_000, "no JSON", "", "7" * 5000])
async def test_an_answer_that_cannot_be_parsed_is_none(words: str) -> None:
    async with Speaker(words) as server:
        settings = BeeperSettings.of({"access_token": "token", "base_url": server.address})
        async with open_api(settings) as api:
            await ask(api)


async def test_an_answer_without_end_is_read_up_to_a_limit() -> None:
    async with EndlessServer() as server:
        settings = BeeperSettings.of({"access_token": "token", "base_url": server.address})
        async with open_api(settings) as api:
            await ask(api)
        assert server.served < ENOUGH


async def test_what_comes_packed_is_not_unpacked() -> None:
    async with Speaker(pack_twice(b'{"items": []}'), PACKED) as server:
        settings = BeeperSettings.of({"access_token": "token", "base_url": server.address})
        async with open_api(settings) as api:
            await ask(api)


ODD: Mapping[str, Mapping[str, object]] = {
    "an endless size": {"fileSize": float("inf")},
    "no size at all": {"fileSize": float("nan")},
    "a size of hundreds of digits": {"fileSize": 10**400},
    "an endless duration": {"type": "audio", "isVoiceNote": True, "duration": float("inf")},
    "a long duration": {"type": "video", "duration": 1e300},
    "half an emoji for a name": {"fileName": "\ud83d.txt"},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
async def test_an_odd_file_stops_nobody(
    beeper: BeeperPlatform, tmp_path: Path, odd: Mapping[str, object]
) -> None:
    listener = Listener()
    async with joined(beeper, tmp_path, listener):
        await greet(beeper)
        attached = [{**beeper.fake.attach("plan.txt", b"x"), **odd}]
        beeper.fake.say(CUSTOMER, "first", BOB, type="FILE", attachments=attached)
        beeper.fake.say(NOTE, "later")
        await hears(listener, 3)
    assert sorted(listener.texts[1:]) == ["first", "later"]


async def test_half_an_emoji_of_the_owners_stops_nobody(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(beeper, tmp_path, listener):
        await greet(beeper)
        beeper.fake.say(NOTE, "\ud83d")
        beeper.fake.say(CUSTOMER, "later", BOB)
        await hears(listener, 3)
    assert sorted(listener.texts[1:]) == ["?", "later"]


async def test_a_chat_that_cannot_be_read_keeps_nobody_waiting(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(beeper, tmp_path, listener):
        await greet(beeper)
        beeper.fake.broken.add(CUSTOMER)
        beeper.fake.say(CUSTOMER, "unheard", BOB)
        beeper.fake.say(NOTE, "later")
        await hears(listener, 2)
        beeper.fake.broken.clear()
        await hears(listener, 3)
    assert listener.texts[1:] == ["later", "unheard"]


def test_numbers_of_files_stay_within_what_can_be_counted() -> None:
    message = {
        "id": "7",
        "senderID": BOB,
        "attachments": [{"type": "unknown", "id": "mxc://x/1", "fileSize": 10**400}],
    }
    found = parse_message(message, {"id": "!c", "type": "single"}, [])
    assert found
    assert found.attachments == (Attachment("file", LARGEST, "mxc://x/1"),)
