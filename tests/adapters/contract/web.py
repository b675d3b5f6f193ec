"""The page, as browsers see it: real HTTP over loopback, and lines that are opened again."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self

import httpx

from adapters.web import Web, WebSettings
from adapters.web.page import DESK
from bot.access.policy import PAGE_OWNER
from bot.desk.conversations import Conversations
from bot.desk.open import PageHost
from bot.desk.originals import OriginalFile
from bot.desk.sessions import Sessions, parse_guest
from bot.desk.tables import open_page
from bot.desk.transcript import Transcript
from bot.home import Home
from bot.messages import Adapter, Chat, Host, IncomingMessage, Sender, UserError
from tests.adapters.contract.platform import Can, Platform, Who
from tests.adapters.web.browser import PAUSE, Browser, a_browser, words
from tests.serving import free_port

PEOPLE = {Who.OWNER: PAGE_OWNER, Who.GUEST: parse_guest("bob")}


async def _nothing(asker: IncomingMessage, view: str, arguments: Mapping[str, str]) -> object:
    raise AssertionError("the contract looks at no view")


async def _no_guests(_asker: IncomingMessage, _name: str) -> str:
    return ""


async def _unlimited(_: Sender) -> int | None:
    return None


async def _everybody(_: Sender) -> bool:
    return True


async def _no_launch(_raw: str) -> tuple[str, str]:
    raise UserError("there is no Telegram here")


async def _no_original(_asker: object, _id: str, _arguments: object) -> OriginalFile:
    raise UserError("no files")


class WebPlatform(Platform):
    name = "web"
    can = frozenset(Can) - {Can.GROUPS, Can.OUTAGES, Can.DOWNLOADS, Can.QUOTES}
    longest = 10_000_000

    def __init__(self, host: PageHost, browsers: Mapping[Who, Browser], port: int) -> None:
        self._host = host
        self._browsers = browsers
        self._port = port
        self._unsaid = {who: asyncio.Queue[tuple[str, Any]]() for who in Who}

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, ground: object) -> AsyncIterator[Self]:
        async with AsyncExitStack() as stack:
            # The same file that `multis run` opens: whoever is signed in stays so.
            database = await stack.enter_async_context(open_page(Home(folder.parent)))

            def now() -> datetime:
                return datetime.now(UTC)

            host = PageHost(
                Sessions(database, now),
                Transcript(database, now),
                Conversations(database, now),
                _nothing,
                lambda _: None,
                _unlimited,
                _everybody,
                _no_guests,
                _no_original,
                _no_launch,
            )
            port = free_port()
            opened = {
                who: await stack.enter_async_context(a_browser(f"http://127.0.0.1:{port}"))
                for who in Who
            }
            platform = cls(host, opened, port)
            work = [asyncio.create_task(platform._live(who)) for who in Who]
            try:
                yield platform
            finally:
                for task in work:
                    task.cancel()
                await asyncio.gather(*work, return_exceptions=True)

    async def _live(self, who: Who) -> None:
        """Sign in once the page is there, then keep the line open and say what is to be said."""
        link = await self._host.sessions.offer(PEOPLE[who])
        browser = self._browsers[who]
        await _until_taken(lambda: _enters(browser, link))
        async with asyncio.TaskGroup() as group:
            group.create_task(browser.listen())
            group.create_task(self._speak(who))

    async def _speak(self, who: Who) -> None:
        """As the page's own script does: in order, each until it is taken."""
        while True:
            kind, content = await self._unsaid[who].get()
            await _until_taken(partial(self._done, who, kind, content))

    async def _done(self, who: Who, kind: str, content: Any) -> bool:
        browser = self._browsers[who]
        if kind == "say":
            return await _works(browser, "/say", content)
        files, message = content
        try:
            kept = [await browser.upload(name, data) for name, data in files]
        except httpx.TransportError:
            return False
        return await _works(browser, "/say", {**message, "files": kept})

    def settings(self) -> Mapping[str, object]:
        return {"port": self._port, "origin": ""}

    def adapter(self, host: Host) -> Adapter:
        web = Web(WebSettings.of(self.settings()), host.folder)
        web.host_page(self._host)
        return web

    def key(self, who: Who) -> str:
        return PEOPLE[who].key

    def chat(self, who: Who) -> Chat:
        return Chat("web", PEOPLE[who].id, private=True)

    async def say(
        self, text: str, who: Who = Who.OWNER, *, group: bool = False, addressed: bool = True
    ) -> None:
        await self._unsaid[who].put(("say", {"key": secrets.token_hex(8), "text": text}))

    async def send_file(
        self, name: str, content: bytes, caption: str = "", who: Who = Who.OWNER
    ) -> None:
        await self._bring([(name, content)], who, text=caption)

    async def speak(self, sound: bytes, seconds: int, who: Who = Who.OWNER) -> None:
        await self._bring([("voice.ogg", sound)], who, spoken=seconds)

    async def show(self, name: str, content: bytes, caption: str = "") -> None:
        await self._bring([(name, content)], text=caption, pictures=True)

    async def show_album(self, pictures: Sequence[bytes], caption: str) -> None:
        named = [(f"{number}.jpg", content) for number, content in enumerate(pictures)]
        await self._bring(named, text=caption, pictures=True)

    async def react(self, emoji: str, who: Who = Who.OWNER) -> None:
        opinion = {"👍": "good", "👎": "bad"}[emoji]
        newest = self._browsers[who].told[-1]["id"]
        said = {"key": DESK + secrets.token_hex(8), "reaction": opinion, "reacts_to": str(newest)}
        await self._unsaid[who].put(("say", said))

    async def _bring(
        self, files: Sequence[tuple[str, bytes]], who: Who = Who.OWNER, **message: object
    ) -> None:
        """Send files with a message; `message` is what it says beside its key."""
        await self._unsaid[who].put(("files", (files, {"key": secrets.token_hex(8), **message})))

    async def choose(self, label: str, who: Who = Who.OWNER) -> None:
        choices = self._browsers[who].told[-1]["choices"]
        pressed = next(each["key"] for each in choices if each["label"] == label)
        said = {"key": secrets.token_hex(8), "text": label, "pressed": pressed}
        await self._unsaid[who].put(("say", said))

    async def shown(self, who: Who = Who.OWNER, *, group: bool = False) -> Sequence[str]:
        return ["\n".join(_lines(entry)) for entry in self._browsers[who].told]

    async def files(self) -> Mapping[str, bytes]:
        owner = self._browsers[Who.OWNER]
        sent = [each for entry in owner.told for each in entry["files"] if each["reference"]]
        return {
            each["name"]: (await owner.get(f"/files/{each['reference']}")).content for each in sent
        }

    async def previews(self) -> Sequence[str]:
        return [words(each["tree"]) for each in self._browsers[Who.OWNER].drafts if each["tree"]]


def _lines(entry: Mapping[str, Any]) -> list[str]:
    """Return a reply as the page shows it: its text, then a line for each file that is gone."""
    gone = [each["name"] for each in entry["files"] if not each["reference"]]
    return [words(entry["tree"]), *(f"{name} is no longer there." for name in gone)]


async def _until_taken(send: Callable[[], Awaitable[bool]]) -> None:
    while True:
        if await send():
            return
        await asyncio.sleep(PAUSE)


async def _enters(browser: Browser, link: str) -> bool:
    """Return whether a person is signed in; False if the page is not up yet."""
    try:
        return (await browser.enter(link)).is_success
    except httpx.TransportError:
        return False


async def _works(browser: Browser, path: str, body: object) -> bool:
    """Return whether a request succeeds; False if the page is not up yet or in trouble."""
    try:
        answer = await browser.post(path, body)
    except httpx.TransportError:
        return False
    assert answer.status_code in (200, 500), answer.text
    return answer.status_code == 200
