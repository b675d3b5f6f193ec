"""What the machine does not take is refused with the reason, and can be sent again."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest

from adapters.web.app import App
from adapters.web.hub import Hub
from adapters.web.login import COOKIE, KEY
from adapters.web.page import PageService
from adapters.web.ports import Entry, PageHost
from adapters.web.uploads import Uploads
from bot.access.policy import PAGE_OWNER
from bot.desk.relay import NoRelay
from bot.messages import Chat, IncomingMessage, Sender, StorageError
from bot.runtime.storage_errors import explain_error
from tests.adapters.web.browser import a_browser
from tests.adapters.web.site import a_site
from tests.small_disk import full_after

ORIGIN = "http://127.0.0.1"


class LockedDatabase:
    """Sessions and entries, which another program keeps from being read."""

    async def find_holder(self, _cookie: str) -> Sender:
        raise StorageError("database is locked")

    async def list_since(self, _chat: Chat, _after: int) -> Sequence[Entry]:
        raise StorageError("database is locked")


class OpenDatabase:
    """The same, until a page is open."""

    async def find_person(self, _cookie: str, _key: str) -> Sender:
        return PAGE_OWNER


def a_page(folder: Path, **parts: object) -> httpx.AsyncClient:
    """A browser with a cookie at a page whose host has these `parts`."""

    async def accept(_: IncomingMessage) -> None:
        raise AssertionError("nobody says anything")

    host = cast("PageHost", SimpleNamespace(explain=explain_error, **parts))
    page = PageService(host, Hub(NoRelay()), Uploads(folder), accept)
    app = App(page, frozenset({ORIGIN}), secure=False)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app.asgi), base_url=ORIGIN, cookies={COOKIE: "cookie"}
    )


async def test_who_opens_the_page_reads_what_is_wrong_and_no_json(tmp_path: Path) -> None:
    async with a_page(tmp_path, sessions=LockedDatabase()) as browser:
        opened = await browser.get("/", headers={"Accept": "text/html,*/*;q=0.8"})
        asked = await browser.get("/", headers={"Accept": "*/*"})
    assert (opened.status_code, asked.status_code) == (503, 503)
    assert opened.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert opened.text == asked.json()["error"]
    assert opened.text.startswith("Another program has locked the database")


async def test_an_open_page_is_told_no_more_and_asks_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def may_ask(_: Sender) -> bool:
        return True

    parts = {"sessions": OpenDatabase(), "transcript": LockedDatabase(), "may_ask": may_ask}
    async with a_page(tmp_path, **parts) as browser:
        answer = await browser.get("/events?after=7", headers={KEY: "key"})
    assert (answer.status_code, answer.text) == (200, "")  # not the end that follows a sign-out
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert record.getMessage().endswith("database is locked")


async def test_a_message_that_the_database_does_not_take_is_refused_with_the_reason(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        message = {"key": "abcdefgh-1", "text": "where is the plan?"}
        with full_after(0):
            answer = await owner.post("/say", message)
        assert answer.status_code == 503
        assert "disk" in answer.json()["error"]
        assert (await owner.post("/say", message)).status_code == 200


async def test_a_link_that_the_database_does_not_take_signs_in_afterwards(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as browser:
        secret = await site.sessions.offer(PAGE_OWNER)
        with full_after(0):
            answer = await browser.enter(secret)
        assert answer.status_code == 503
        assert "disk" in answer.json()["error"]
        assert (await browser.enter(secret)).status_code == 200


async def test_who_sends_half_a_request_fills_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as stranger:
        host, _colon, port = site.origin.removeprefix("http://").partition(":")
        for _ in range(3):
            _reader, writer = await asyncio.open_connection(host, int(port))
            head = f"POST /enter HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {site.origin}\r\n"
            kind = "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
            writer.write((head + kind).encode())
            await writer.drain()
            await stranger.get("/enter")  # by now the half is being read
            writer.close()
            await writer.wait_closed()
            await stranger.get("/enter")
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
