"""The web adapter: a chat page served on this machine."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from adapters.shared.aside import render_aside
from adapters.shared.http_server import open_server
from adapters.shared.in_use import InUse
from adapters.shared.marks import INTERRUPTED
from adapters.web import content
from adapters.web.app import App
from adapters.web.hub import Hub
from adapters.web.page import DESK, PageService
from adapters.web.ports import NewEntry, PageHost
from adapters.web.server import open_socket
from adapters.web.settings import WebSettings
from adapters.web.uploads import Uploads
from bot.messages import (
    SHIPPED,
    Accept,
    Attachment,
    Attempt,
    Chat,
    Draft,
    Languages,
    Receipt,
    Reply,
)


class Web:
    """Created by `connect`, then given a host; `run` serves the page."""

    name = "web"

    def __init__(self, settings: WebSettings, folder: Path, languages: Languages = SHIPPED) -> None:
        self._languages = languages
        self._settings = settings
        self._hub = Hub()
        self._in_use = InUse()
        self._uploads = Uploads(folder / "uploads")
        self._host: PageHost | None = None
        self.address = ""  # where the page is, once it has a port
        self._app: App | None = None

    @property
    def last_poll(self) -> float | None:
        """Time of the last request from a signed-in page, by `time.monotonic()`."""
        return self._app.login.last_request if self._app else None

    @property
    def last_try(self) -> float | None:
        """The current time: that this is answered at all shows that the loop does not hang."""
        return time.monotonic()

    @property
    def host(self) -> PageHost:
        """The host of the page; a RuntimeError before `host_page`."""
        if self._host is None:
            raise RuntimeError("the page has no host yet")
        return self._host

    def host_page(self, host: PageHost) -> None:
        self._host = host

    async def run(self, accept: Accept) -> None:
        """Run as the contract says; a UserError if another program uses the port."""
        self._uploads.sweep()
        self._hub = Hub()  # that of an earlier run is closed for good
        with open_socket(self._settings.port) as listening:
            port = listening.getsockname()[1]
            self.address = self._settings.format_address(port)
            page = PageService(self.host, self._hub, self._uploads, accept)
            secure = self._settings.origin.startswith("https:")
            self._app = App(
                page,
                self._settings.list_origins(port),
                secure=secure,
                mini_app=self._settings.mini_app,
                languages=self._languages,
            )
            async with open_server(self._app.asgi, listening) as server:
                self.host.announce(self.address)
                try:
                    await server.wait()
                finally:
                    server.refuse_new()
                    await self._in_use.wait_until_idle()  # the pages show how answers end
                    self._hub.close()

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        with self._in_use.hold():
            reply = await self._show_until_reply(chat, replies)
            if reply is not None:
                await self._write(chat, reply, receipt)

    async def _show_until_reply(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply]
    ) -> Reply | None:
        newest: Draft | None = None
        try:
            async for item in replies:
                if isinstance(item, Reply):
                    return item
                newest = item
                self._hub.put_draft(chat.key, chat.thread, newest)
        except asyncio.CancelledError:
            if newest is not None:
                word = Draft(f"{newest.text}\n\n{INTERRUPTED}")
                self._hub.put_draft(chat.key, chat.thread, word)
            raise
        self._hub.put_draft(chat.key, chat.thread, None)
        return None

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        await self._uploads.copy(attachment.reference, path)

    async def _write(self, chat: Chat, reply: Reply, receipt: Receipt) -> None:
        """Write a reply to the transcript, where a browser reads it now or when it reconnects."""
        attempt = await receipt.begin(0, 1)
        if attempt is not Attempt.SKIP:
            keys = {choice: await receipt.button(choice) for choice in reply.choices}
            # The transcript finds a repeated answer by its key; a notice has none.
            repeated = attempt is Attempt.REPEAT and not chat.thread
            files = {
                each.name: await self._uploads.give(chat.id, Path(each.path))
                for each in reply.files
            }
            build = partial(content.build_reply, reply, keys, files, repeated=repeated)
            entry = await render_aside(lambda _text: build(), reply.text)
            new = NewEntry("told", entry, chat.thread, of_desk=chat.thread.startswith(DESK))
            number = await self.host.transcript.write(chat, new)
            await receipt.confirm(0, str(number))
        if reply.begins_conversation:
            await self.host.conversations.end_current(chat)
        if reply.removes:
            await self.host.transcript.remove(chat, reply.removes)
        self._hub.settle(chat.key, chat.thread)
