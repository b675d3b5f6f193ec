"""The small parts of the page by themselves: files, open pages, measure."""

import asyncio
import json
import os
import struct
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import adapters.web
from adapters.web.hub import PAGES, Hub
from adapters.web.uploads import Uploads
from bot.desk.relay import NoRelay
from bot.messages import Draft, UserError


async def body(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def test_a_file_keeps_its_name_and_bytes_and_its_name_is_no_path(tmp_path: Path) -> None:
    kept = Uploads(tmp_path / "uploads")
    brought = await kept.take("owner", "../../etc/passwd", body(b"one ", b"two"))
    assert (brought.name, brought.size) == ("../../etc/passwd", 7)
    (path,) = (tmp_path / "uploads").iterdir()
    assert path.name == brought.reference
    await kept.copy(brought.reference, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"one two"


async def test_a_file_is_found_again_by_its_person_alone(tmp_path: Path) -> None:
    kept = Uploads(tmp_path)
    brought = await kept.take("ann", "a.txt", body(b"x"))
    assert kept.find("ann", brought.reference, "a.txt") == brought
    for person in ("an", "bob", "ann.", ""):
        with pytest.raises(UserError, match="no longer here"):
            kept.find(person, brought.reference, "a.txt")


@pytest.mark.parametrize("reference", ["", "../secret", "ann/../../x", "ann." + "0" * 32, "/etc/x"])
async def test_a_reference_that_is_none_leads_nowhere(tmp_path: Path, reference: str) -> None:
    (tmp_path / "secret").write_text("x")
    kept = Uploads(tmp_path / "uploads")
    with pytest.raises(UserError, match="no longer here"):
        await kept.copy(reference, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


async def test_a_file_that_is_too_large_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="too large"):
        await Uploads(tmp_path, limit=10).take("ann", "a.txt", body(b"x" * 6, b"x" * 6))
    assert os.listdir(tmp_path) == []


async def test_a_file_that_breaks_off_leaves_nothing_behind(tmp_path: Path) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b"half"
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await Uploads(tmp_path).take("ann", "a.txt", broken())
    assert os.listdir(tmp_path) == []


async def test_files_without_a_byte_have_a_limit_as_well(tmp_path: Path) -> None:
    kept = Uploads(tmp_path, most=3)
    for _ in range(3):
        await kept.take("ann", "a.txt", body())
    with pytest.raises(UserError, match="limit for files"):
        await kept.take("ann", "a.txt", body())
    assert await kept.take("bob", "a.txt", body())


async def test_nor_do_they_pass_it_beside_one_that_never_ends(tmp_path: Path) -> None:
    kept, begun, ended = Uploads(tmp_path, most=3), asyncio.Event(), asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        begun.set()
        await ended.wait()
        yield b"x"

    first = asyncio.create_task(kept.take("ann", "a.txt", endless()))
    await begun.wait()
    for _ in range(2):
        await kept.take("ann", "b.txt", body())
    with pytest.raises(UserError, match="limit for files"):
        await kept.take("ann", "c.txt", body())
    ended.set()
    await first


async def test_one_person_cannot_fill_the_disk_and_tomorrow_there_is_room(
    tmp_path: Path,
) -> None:
    kept = Uploads(tmp_path, room=10)
    await kept.take("ann", "a.txt", body(b"x" * 10))
    with pytest.raises(UserError, match="tomorrow"):
        await kept.take("ann", "b.txt", body(b"x"))
    await kept.take("bob", "b.txt", body(b"x"))
    yesterday = time.time() - 86_401
    for name in os.listdir(tmp_path):
        os.utime(tmp_path / name, (yesterday, yesterday))
    await kept.take("ann", "b.txt", body(b"x"))
    assert len(os.listdir(tmp_path)) == 1


async def test_a_person_may_have_less_room_than_everybody(tmp_path: Path) -> None:
    kept = Uploads(tmp_path)
    await kept.take("ann", "a.txt", body(b"x" * 6), 10)
    with pytest.raises(UserError, match="tomorrow"):
        await kept.take("ann", "b.txt", body(b"x" * 3, b"x" * 3), 10)
    assert len(os.listdir(tmp_path)) == 1


async def test_of_many_pages_of_one_person_the_oldest_is_closed() -> None:
    hub = Hub(NoRelay())
    opened = [hub.open_listener("web:ann") for _ in range(PAGES + 1)]
    listeners = [each.__enter__() for each in opened]
    assert [each.closed for each in listeners] == [True] + [False] * PAGES
    for each in opened:
        each.__exit__(None, None, None)


async def test_a_page_is_woken_by_its_own_chat_alone() -> None:
    hub = Hub(NoRelay())
    with hub.open_listener("web:ann") as ann, hub.open_listener("web:bob") as bob:
        hub.put_draft("web:ann", "key", Draft("draft"))
        assert await ann.wait_for_news(5)
        assert not await bob.wait_for_news(0)
        assert (ann.take_drafts(), bob.take_drafts()) == ([("key", Draft("draft"))], [])


async def test_of_many_drafts_the_newest_waits_and_none_once_the_answer_is_there() -> None:
    hub = Hub(NoRelay())
    with hub.open_listener("web:ann") as ann:
        for text in ("a", "ab", "abc"):
            hub.put_draft("web:ann", "one", Draft(text))
        hub.put_draft("web:ann", "two", Draft("x"))
        hub.settle("web:ann", "two")
        assert ann.take_drafts() == [("one", Draft("abc"))]


async def test_a_page_that_opens_while_an_answer_grows_has_its_draft_at_once() -> None:
    hub = Hub(NoRelay())
    for text in ("a", "ab"):
        hub.put_draft("web:ann", "one", Draft(text))
    hub.put_draft("web:ann", "two", Draft("x"))
    hub.settle("web:ann", "two")
    hub.put_draft("web:ann", "three", Draft("y"))
    hub.put_draft("web:ann", "three", None)
    with hub.open_listener("web:ann") as ann, hub.open_listener("web:bob") as bob:
        assert (ann.take_drafts(), bob.take_drafts()) == ([("one", Draft("ab"))], [])


async def test_news_that_come_once_the_last_page_is_closed_are_kept_for_nobody() -> None:
    hub = Hub(NoRelay())
    with hub.open_listener("web:ann") as page:
        hub.show_news("web:ann", {"one": Draft("of another worker")})
        assert page.take_drafts() == [("one", Draft("of another worker"))]
    hub.show_news("web:ann", {"one": Draft("of another worker, which died")})
    with hub.open_listener("web:ann") as page:
        assert page.take_drafts() == []


async def test_closing_ends_every_page_also_those_opened_later() -> None:
    hub = Hub(NoRelay())
    with hub.open_listener("web:ann") as first:
        hub.close()
        with hub.open_listener("web:ann") as second:
            assert first.closed
            assert second.closed
            assert await asyncio.wait_for(second.wait_for_news(5), 1)


def test_the_icons_of_the_app_are_as_large_as_its_manifest_says() -> None:
    static = Path(adapters.web.__file__).parent / "static"
    told = json.loads((static / "manifest.webmanifest").read_text(encoding="utf-8"))
    pictures = [each for each in told["icons"] if each["type"] == "image/png"]
    assert {each["sizes"] for each in pictures} == {"192x192", "512x512"}
    for each in pictures:
        header = (static / each["src"].removeprefix("/static/")).read_bytes()[:24]
        assert header.startswith(b"\x89PNG")
        wide, high = struct.unpack(">II", header[16:])
        assert f"{wide}x{high}" == each["sizes"]
