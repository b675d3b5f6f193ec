"""A client for the API of Beeper Desktop."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote

import httpx
from anyio import fail_after
from msgspec import Struct

from adapters.beeper.settings import BeeperSettings
from adapters.shared.sending import NotSentError
from adapters.shared.sizes import limit_size
from bot.messages import (
    UNPACKED,
    Attachment,
    UserError,
    _,
    read_json,
    read_unpacked,
    run_cancellable,
)

ANSWER_SECONDS = 30.0
FILE_SECONDS = 300.0
CHATS = 200  # at most in one answer

Json = Mapping[str, object]


class BeeperRequestError(Exception):
    """The API refused the request and would refuse it again."""


class MessagePage(Struct, frozen=True):
    """Some messages of one chat, in no particular order."""

    messages: tuple[Json, ...]
    older: str  # cursors; "" where there is none
    newer: str
    more: bool


class Api:
    """Usable within `open_api`. Any call may raise a ConnectionError or `BeeperRequestError`."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def list_chats(self) -> list[Json]:
        """List the chats with the most recent activity."""
        return _list_items(await self._get("/v1/chats", {"limit": str(CHATS)}))

    async def fetch_chat(self, chat: str) -> Json:
        return await self._get(f"/v1/chats/{_escape(chat)}", {})

    async def list_accounts(self) -> list[Json]:
        answer = await self._request("GET", "/v1/accounts")
        return [each for each in answer if isinstance(each, dict)]

    async def list_messages(self, chat: str, cursor: str, direction: str) -> MessagePage:
        """List the newest messages, or those `before` or `after` a cursor."""
        given = {"cursor": cursor, "direction": direction} if cursor else {}
        answer = await self._get(f"/v1/chats/{_escape(chat)}/messages", given)
        older, newer = (str(answer.get(f"{each}Cursor") or "") for each in ("oldest", "newest"))
        return MessagePage(tuple(_list_items(answer)), older, newer, answer.get("hasMore") is True)

    async def fetch_message(self, chat: str, message: str) -> Json:
        """Fetch a message by its id, or by the pending id it had before confirmation."""
        return await self._get(f"/v1/chats/{_escape(chat)}/messages/{_escape(message)}", {})

    async def send(self, chat: str, text: str, upload: Json | None = None) -> str:
        """Send a message and return its pending id, valid until the network confirms it."""
        body = {"text": text} if upload is None else {"text": text, "attachment": upload}
        answer = await self._request("POST", f"/v1/chats/{_escape(chat)}/messages", json=body)
        return str(answer.get("pendingMessageID") or "") if isinstance(answer, dict) else ""

    async def upload(self, name: str, content: bytes) -> Json:
        """Upload a file and return the attachment for the message that sends it."""
        files = {"file": (name, content)}
        answer = await self._request(
            "POST", "/v1/assets/upload", data={"fileName": name}, files=files
        )
        if not isinstance(answer, dict) or not answer.get("uploadID"):
            raise BeeperRequestError("the file was not taken")
        return {"uploadID": answer["uploadID"], "fileName": name}

    async def download(self, attachment: Attachment, path: Path, most: int) -> None:
        """Write a file of at most `most` bytes to `path`; a UserError if it is larger."""
        await run_cancellable(partial(self._download, attachment, path, most))

    async def _download(self, attachment: Attachment, path: Path, most: int) -> None:
        asking = self._http.stream(
            "GET", "/v1/assets/serve", params={"url": attachment.reference}, timeout=FILE_SECONDS
        )
        try:
            async with asking as answer:
                _check_status(answer.status_code)
                with path.open("wb") as file:
                    async for piece in limit_size(read_unpacked(answer), attachment, most):
                        file.write(piece)
        except httpx.HTTPError as error:
            raise ConnectionError(f"Beeper did not answer ({type(error).__name__})") from None

    async def _get(self, path: str, given: Mapping[str, str]) -> Json:
        answer = await self._request("GET", path, params=given)
        if not isinstance(answer, dict):
            raise ConnectionError("Beeper did not answer as it should")
        return answer

    async def _request(
        self, method: str, path: str, **more: object
    ) -> dict[str, object] | list[object]:
        try:
            told = await run_cancellable(partial(self._exchange, method, path, **more))
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise NotSentError(f"Beeper cannot be reached ({type(error).__name__})") from None
        except (httpx.HTTPError, TimeoutError, ValueError) as error:
            raise ConnectionError(f"Beeper did not answer ({type(error).__name__})") from None
        return told if isinstance(told, dict | list) else {}

    async def _exchange(self, method: str, path: str, **more: object) -> object:
        asking = self._http.stream(method, path, **more)  # type: ignore[arg-type]  # as named above
        with fail_after(2 * ANSWER_SECONDS):  # the client's own limit is for each piece
            async with asking as answer:
                _check_status(answer.status_code)
                return await read_json(read_unpacked(answer))


@asynccontextmanager
async def open_api(settings: BeeperSettings) -> AsyncIterator[Api]:
    headers = {**UNPACKED, "Authorization": f"Bearer {settings.access_token}"}
    async with httpx.AsyncClient(
        base_url=settings.base_url, headers=headers, timeout=ANSWER_SECONDS, trust_env=False
    ) as http:
        yield Api(http)


def _check_status(status: int) -> None:
    if status in (401, 403):
        raise UserError(
            _(
                "Beeper Desktop does not recognise this access token. Create one under Settings, "
                "Developers, and set platforms.beeper.access_token."
            )
        )
    if status == 429:
        raise NotSentError("Beeper takes nothing for now (429)")
    if status >= 500:
        raise ConnectionError(f"Beeper did not answer as it should ({status})")
    if status >= 400:
        raise BeeperRequestError(f"status {status}")  # not translated: a line of the log


def _escape(part: str) -> str:
    return quote(part, safe="")


def _list_items(answer: Json) -> list[Json]:
    items = answer.get("items")
    return [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
