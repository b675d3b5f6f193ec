"""A person's page without a browser: its cookie and key, what it sends, and the line it keeps."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
from msgspec import Struct, field

from tests.adapters.contract.people import seen

KEY = "X-Multis-Key"
PAUSE = 0.05  # seconds; the page's own script waits longer


class Browser(Struct):
    """`origin` is where the page is, as a browser names it: `http://127.0.0.1:8765`."""

    client: httpx.AsyncClient
    origin: str
    entries: list[dict[str, Any]] = field(default_factory=list)  # JSON, as the page gets it
    drafts: list[dict[str, Any]] = field(default_factory=list)

    @property
    def told(self) -> list[dict[str, Any]]:
        return [entry for entry in self.entries if entry["side"] == "told"]

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(self.origin + path, headers=headers)

    async def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        sent = {"Origin": self.origin, **headers}
        sent |= {"Content-Type": "application/json"}
        content = json.dumps(body or {})  # escapes what UTF-8 has no bytes for
        return await self.client.post(self.origin + path, content=content, headers=sent)

    async def enter(self, link: str) -> httpx.Response:
        answer = await self.post("/enter", {"link": link})
        if answer.is_success:
            self.client.headers[KEY] = answer.json()["key"]
        return answer

    def signed_in_as(self, other: "Browser") -> None:
        """With the cookie and the key of `other`."""
        self.client.cookies = httpx.Cookies(other.client.cookies)
        self.client.headers[KEY] = other.client.headers[KEY]

    async def look(self, view: str, **arguments: str) -> Any:
        answer = await self.client.get(f"{self.origin}/look/{view}", params=arguments)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def say(self, text: str, key: str = "", **more: object) -> str:
        """Returns the message's key."""
        key = key or secrets.token_hex(8)
        answer = await self.post("/say", {"key": key, "text": text, **more})
        assert answer.status_code == 200, answer.text
        return key

    async def upload(self, name: str, content: bytes) -> dict[str, Any]:
        answer = await self.client.post(
            f"{self.origin}/files",
            params={"name": name},
            content=content,
            headers={"Origin": self.origin},
        )
        assert answer.status_code == 200, answer.text
        kept: dict[str, Any] = answer.json()
        return kept

    async def ask(self, text: str, key: str = "", **more: object) -> dict[str, Any]:
        """Send a message and wait for the reply."""
        key = await self.say(text, key, **more)
        return await self.answer(key)

    async def answer(self, key: str) -> dict[str, Any]:
        found: list[dict[str, Any]] = []

        async def there() -> bool:
            found[:] = [entry for entry in self.told if entry["key"] == key]
            return bool(found)

        await seen(there, f"an answer to {key}")
        return found[0]

    async def listen(self) -> None:
        """Until cancelled; after each interruption from the last entry on, as a browser does."""
        while True:
            await self.read_line()
            await asyncio.sleep(PAUSE)

    async def read_line(self) -> None:
        """Until the site ends the line, or it breaks."""
        last = self.entries[-1]["id"] if self.entries else None
        with contextlib.suppress(httpx.TransportError):
            async for event in events(self, last):
                (self.entries if event["event"] == "entry" else self.drafts).append(event)


async def events(
    browser: Browser, last: int | None = None, after: str = ""
) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the events of one connection, each with its name."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    url = f"{browser.origin}/events"
    asked = {"after": after} if after else {}
    async with browser.client.stream("GET", url, params=asked, headers=headers) as line:
        name = ""
        async for each in line.aiter_lines():
            if each.startswith("event: "):
                name = each.removeprefix("event: ")
            elif each.startswith("data: ") and name != "end":
                yield {"event": name, **json.loads(each.removeprefix("data: "))}


@asynccontextmanager
async def a_browser(origin: str = "") -> AsyncIterator[Browser]:
    async with httpx.AsyncClient(timeout=30) as client:
        yield Browser(client, origin)


@asynccontextmanager
async def listening(browser: Browser) -> AsyncIterator[Browser]:
    line = asyncio.create_task(browser.listen())
    try:
        yield browser
    finally:
        line.cancel()
        await asyncio.gather(line, return_exceptions=True)


def words(tree: Sequence[Any]) -> str:
    """The text of a tree, a block to a paragraph."""
    return "\n\n".join(_text(node) for node in tree)


def _text(node: Any) -> str:
    if isinstance(node, str):
        return node
    tag, *children = node
    if tag == "br":
        return "\n"
    return f"[{children[0]}]" if tag == "cite" else "".join(map(_text, children))
