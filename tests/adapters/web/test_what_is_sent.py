"""What the page takes in and gives back: messages and files, refused with a sentence."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.policy import PAGE_OWNER
from bot.access.quota_settings import QuotaSettings
from bot.messages import Answer, File, IncomingMessage, Reply
from bot.runtime.disk_space import SCARCE
from bot.settings.config import DocumentSettings, Settings
from bot.voice.settings import VoiceSettings
from tests.adapters.web.browser import words
from tests.adapters.web.site import BOB, a_site
from tests.adapters.web.talking import GUIDE, brought
from tests.fake_speech import FakeSpeech, says

BAD = [
    ({"text": "no key"}, "key"),
    ({"key": "short", "text": "x"}, "key"),
    ({"key": "../../../../x", "text": "x"}, "key"),
    ({"key": 12345678, "text": "x"}, "key"),
    ({"key": "12345678"}, "message is empty"),
    ({"key": "12345678", "text": "  \n"}, "message is empty"),
    ({"key": "12345678", "text": 7}, "not a valid message"),
    ({"key": "12345678", "text": "x" * 32_001}, "too long"),
    ({"key": "12345678", "text": "x" * 300_000}, "too long"),
    ({"key": "12345678", "text": "x", "files": [{"reference": 1}]}, "not a valid message"),
    ({"key": "12345678", "text": "x", "files": [{"reference": "../x", "name": "y"}]}, "no longer"),
    ([1, 2, 3], "not a valid message"),
    ({"key": "12345678", "spoken": 3}, "not a valid message"),
    ({"key": "12345678", "text": "x", "spoken": True}, "not a valid message"),
    ({"key": "12345678", "text": "x", "spoken": -1}, "not a valid message"),
    ({"key": "12345678", "text": "x", "spoken": "3"}, "not a valid message"),
    ({"key": "12345678", "files": [{"reference": "x", "name": "y"}] * 2000}, "At most 100 files"),
]


@pytest.mark.parametrize(("body", "told"), BAD)
async def test_what_is_no_message_is_refused_with_a_sentence(
    tmp_path: Path, body: object, told: str
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        answer = await owner.post("/say", body)
        assert (answer.status_code, told in answer.json()["error"]) == (400, True)


async def test_one_file_that_is_named_many_times_is_one_file(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        kept = await owner.upload("guide.md", GUIDE)
        told = await owner.ask("kb", files=[kept] * 100)
        assert words(told["tree"]).startswith("Indexed guide.md: 1 passage")
        assert "unchanged" not in words(told["tree"])


async def test_no_file_is_taken_in_when_the_disk_is_nearly_full(tmp_path: Path) -> None:
    full = Settings(documents=dataclasses.replace(DocumentSettings(), free_bytes=1 << 60))
    async with a_site(tmp_path, settings=full) as site, site.at() as owner:
        answer = await owner.client.post(
            f"{site.origin}/files", content=GUIDE, headers={"Origin": site.origin}
        )
        assert (answer.status_code, answer.json()) == (400, {"error": str(SCARCE)})


async def test_a_guest_whose_quota_is_used_up_uploads_nothing(tmp_path: Path) -> None:
    quota = QuotaSettings(files=1, bytes=1000)
    settings = Settings(documents=dataclasses.replace(DocumentSettings(), quota=quota))
    async with a_site(tmp_path, settings=settings) as site, site.at(BOB) as guest:
        answer = await guest.client.post(
            f"{site.origin}/files", content=b"x" * 1001, headers={"Origin": site.origin}
        )
        assert (answer.status_code, "today's limit" in answer.text) == (400, True)
        await brought(guest, "guide.md", GUIDE)
        answer = await guest.client.post(
            f"{site.origin}/files", content=b"x", headers={"Origin": site.origin}
        )
        assert (answer.status_code, "daily limit of 1 file" in answer.text) == (400, True)


async def test_files_that_come_at_once_share_the_quota(tmp_path: Path) -> None:
    settings = Settings(
        documents=dataclasses.replace(DocumentSettings(), quota=QuotaSettings(bytes=1000))
    )
    async with a_site(tmp_path, settings=settings) as site, site.at(BOB) as guest:
        begun = [asyncio.Event() for _ in range(4)]

        async def dribble(mine: asyncio.Event) -> AsyncIterator[bytes]:
            yield b"x" * 300
            mine.set()
            for each in begun:  # until all of them are under way
                await each.wait()
            yield b"x" * 300

        async def send(mine: asyncio.Event) -> int:
            try:
                answer = await guest.client.post(
                    f"{site.origin}/files",
                    content=dribble(mine),
                    headers={"Origin": site.origin},
                )
            finally:
                mine.set()
            return answer.status_code

        codes = await asyncio.gather(*map(send, begun))
        assert codes.count(200) <= 1
        kept = site.services.home.platform_folder("web") / "uploads"
        assert sum(path.stat().st_size for path in kept.iterdir()) <= 1000


async def test_who_is_blocked_brings_no_file(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at(BOB) as guest:
        await site.services.people.set_role(BOB.key, "blocked")
        answer = await guest.client.post(
            f"{site.origin}/files", content=GUIDE, headers={"Origin": site.origin}
        )
        assert (answer.status_code, "no longer talk" in answer.text) == (401, True)


async def test_half_a_character_is_no_reason_to_fail(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        body = b'{"key": "half-a-character", "text": "/search \\ud83d boiler"}'
        headers = {"Origin": site.origin, "Content-Type": "application/json"}
        sent = await owner.client.post(site.origin + "/say", content=body, headers=headers)
        assert sent.status_code == 200
        assert "Nothing found" in words((await owner.answer("half-a-character"))["tree"])


async def test_a_file_is_given_back_to_be_saved_and_never_shown_as_a_page(tmp_path: Path) -> None:
    evil = b"<script>alert(1)</script> The zebra runs."

    async def sends(message: IncomingMessage) -> Answer:
        (tmp_path / "report.html").write_bytes(evil)
        yield Reply("Here.", files=(File('re"port\n.html', str(tmp_path / "report.html")),))

    async with (
        a_site(tmp_path, handle=sends) as site,
        site.at() as owner,
        site.at(replace(PAGE_OWNER, id="bob")) as bob,
    ):
        (given,) = (await owner.ask("the file, please"))["files"]
        (tmp_path / "report.html").unlink()  # what was sent stays sent
        path = f"/files/{given['reference']}"
        answer = await owner.client.get(site.origin + path, params={"name": given["name"]})
        assert (answer.status_code, answer.content) == (200, evil)
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"].startswith("attachment;")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await bob.get(path)).status_code == 400


async def test_a_file_that_is_gone_by_the_time_it_is_sent_is_said_to_be(tmp_path: Path) -> None:
    async def sends(message: IncomingMessage) -> Answer:
        yield Reply("Here.", files=(File("gone.pdf", str(tmp_path / "gone.pdf")),))

    async with a_site(tmp_path, handle=sends) as site, site.at() as owner:
        told = await owner.ask("the file, please")
        assert told["files"] == [{"name": "gone.pdf", "reference": ""}]


async def test_a_voice_message_is_written_down_and_answered(tmp_path: Path) -> None:
    async with FakeSpeech() as engine:
        engine.enqueue(says("When is check-out on Sundays?"))
        settings = Settings(voice=VoiceSettings(base_url=engine.url))
        async with a_site(tmp_path, settings=settings) as site, site.at() as owner:
            assert (await owner.look("me"))["listens"] is True
            await owner.ask("kb", files=[await owner.upload("guide.md", GUIDE)])
            sound = await owner.upload("voice.webm", b"\x1aE\xdf\xa3" * 100)
            key = await owner.say("", spoken=4, files=[sound])
            told = words((await owner.answer(key))["tree"])
            assert "When is check-out on Sundays?" in told
            both = {"key": "87654321", "text": "", "files": [sound, sound], "spoken": 4}
            assert (await owner.post("/say", both)).status_code == 400


async def test_without_an_engine_no_voice_message_is_offered(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        assert (await owner.look("me"))["listens"] is False
        sound = await owner.upload("voice.webm", b"\x1aE\xdf\xa3" * 100)
        key = await owner.say("", spoken=4, files=[sound])
        assert "recordings" in words((await owner.answer(key))["tree"])
