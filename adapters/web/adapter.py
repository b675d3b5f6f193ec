"""The web adapter: a chat page served on this machine."""

import asyncio
import logging
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
from adapters.web.server import is_free, open_socket
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

PORT_SECONDS = 1.0  # between two looks whether the port is free

log = logging.getLogger(__name__)


class Web:
    """Created by `connect`, then given a host; `run` serves the page."""

    name = "web"

    def __init__(self, settings: WebSettings, folder: Path, languages: Languages = SHIPPED) -> None:
        self._languages = languages
        self._settings = settings
        self._open_hub: Hub | None = None
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
        self._renew_hub()

    @property
    def _hub(self) -> Hub:
        if self._open_hub is None:
            raise RuntimeError("the page has no host yet")
        return self._open_hub

    def _renew_hub(self) -> None:
        self._open_hub = Hub(self.host.relay)
        self.host.relay.attach(self._open_hub)

    @property
    def receives_everywhere(self) -> bool:
        """True: any process that shares the work may serve the page."""
        return True

    async def prepare(self) -> None:
        """There is no platform that would have to know us."""

    async def run(self, accept: Accept) -> None:
        """Run as the contract says; a UserError if another program uses the port.

        Where others share the work, one of them may use it on this machine: then this one waits.
        """
        self._uploads.sweep()
        self._renew_hub()  # that of an earlier run is closed for good
        async with self._open_socket() as listening:
            port = listening.getsockname()[1]
            self.address = self._settings.format_address(port)
            self._app = self._build_app(accept, port)
            async with open_server(self._app.asgi, listening) as server:
                self.host.announce(self.address)
                try:
                    await server.wait()
                finally:
                    server.refuse_new()
                    await self._in_use.wait_until_idle()  # the pages show how answers end
                    self._hub.close()

    def _build_app(self, accept: Accept, port: int) -> App:
        return App(
            PageService(self.host, self._hub, self._uploads, accept),
            self._settings.list_origins(port),
            secure=self._settings.origin.startswith("https:"),
            mini_app=self._settings.mini_app,
            languages=self._languages,
        )

    @asynccontextmanager
    async def _open_socket(self) -> AsyncIterator[socket.socket]:
        if not self.host.relay.alone:
            await self._wait_for_port()
        with open_socket(self._settings.port) as listening:
            yield listening

    async def _wait_for_port(self) -> None:
        """Return once the port can be used: another one that shares the work may have it."""
        while not is_free(self._settings.port):
            log.info("the page is served by another process, or its port cannot be used")
            await asyncio.sleep(PORT_SECONDS)

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
