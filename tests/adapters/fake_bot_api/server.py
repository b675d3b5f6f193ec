"""The fake Bot API server: HTTP on loopback around the methods, with its own record."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from typing import cast

from aiohttp import ClientError, ClientSession, web

from tests.adapters.fake_bot_api import people
from tests.adapters.fake_bot_api.errors import ApiError, Json
from tests.adapters.fake_bot_api.faults import Cut, Delay, Drop, Fault, Page, Refuse, Weather
from tests.adapters.fake_bot_api.methods import Methods
from tests.adapters.fake_bot_api.people import ALICE, Person
from tests.adapters.fake_bot_api.queue import Updates
from tests.adapters.fake_bot_api.rates import Meter, Rates
from tests.adapters.fake_bot_api.world import LINK_SECONDS, Call, File, World
from tests.serving import LoopbackServer

TOKEN = "123:test-token"
UPLOAD_LIMIT = 50 << 20  # bytes


class FakeBotApi(LoopbackServer):
    """Serves one bot; people speak through it, the bot over HTTP."""

    def __init__(
        self,
        token: str = TOKEN,
        port: int = 0,
        rates: Rates | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(port)
        self.world = World(token, clock)
        self.updates = Updates()
        self.wanted: tuple[str, ...] = ()  # kinds of updates that the bot asked for last
        self.weather = Weather()
        self.methods = Methods(self.world, Meter(rates))
        self.proxy = ""  # where what is pushed to the webhook is passed on to
        self.pushed: list[int] = []  # how the webhook answered each push

    async def push(self) -> None:
        """Push updates one by one to the webhook, each until it is confirmed; until cancelled."""
        async with ClientSession() as session:
            while True:
                update = next(iter(self.updates.pending.values()), None)
                if self.world.webhook and update:
                    await self._push_once(session, update)
                await asyncio.sleep(0.01)

    async def _push_once(self, session: ClientSession, update: Json) -> None:
        secret = {"X-Telegram-Bot-Api-Secret-Token": self.world.webhook_secret}
        try:
            async with session.post(self.proxy, json=update, headers=secret) as answer:
                self.pushed.append(answer.status)
                if answer.status == 200:
                    self.updates.confirm(int(str(update["update_id"])) + 1)
                else:
                    self.world.webhook_error = f"Wrong response: {answer.status}"
        except ClientError:
            self.pushed.append(502)
            self.world.webhook_error = "Wrong response from the webhook: 502 Bad Gateway"
        self.world.webhook_waiting = len(self.updates.pending)

    @property
    def base_url(self) -> str:
        return f"{self.address}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.address}/file/bot"

    def application(self) -> web.Application:
        app = web.Application(client_max_size=UPLOAD_LIMIT)
        app.router.add_route("*", "/bot{token}/{method}", self._answer)
        app.router.add_get("/file/bot{token}/{path:.+}", self._download)
        return app

    @property
    def settings(self) -> dict[str, object]:
        """Return the settings for this platform in config.json, except `enabled`."""
        return {
            "bot_token": self.world.token,
            "base_url": self.base_url,
            "base_file_url": self.base_file_url,
        }

    def say(
        self,
        text: str = "",
        person: Person = ALICE,
        chat_id: int | None = None,
        thread: int | None = None,
        content: Json | None = None,
        **more: object,
    ) -> int:
        """`person` sends a message, by default in private; `content` and `more` are its rest.

        Returns the update's id, which is how the adapter names the message.
        """
        chat = people.chat_of(self.world, person, chat_id)
        sent = people.message(self.world, person, chat, text, thread) | (content or {}) | more
        return self.updates.push({"message": sent})

    def edit(self, message_id: int, text: str, person: Person = ALICE, **more: object) -> int:
        """Edit a message; `edit_date=None` is how Telegram reports a reaction."""
        chat = people.chat_of(self.world, person, None)
        sent = people.message(self.world, person, chat, text)
        now = {"message_id": message_id, "edit_date": int(self.world.clock())}
        return self.updates.push({"edited_message": sent | now | more})

    def press(
        self,
        data: str,
        person: Person = ALICE,
        chat_id: int | None = None,
        under: int | None = None,
    ) -> int:
        chat = people.chat_of(self.world, person, chat_id)
        return self.updates.push(
            {"callback_query": people.press(self.world, person, chat, data, under)}
        )

    def react(
        self,
        message_id: int,
        *emoji: str,
        before: Sequence[str] = (),
        person: Person = ALICE,
        chat_id: int | None = None,
    ) -> int:
        """`person` reacts to a message with these, in place of those `before`."""
        chat = people.chat_of(self.world, person, chat_id)
        changed = people.reaction(self.world, person, chat, message_id, (before, emoji))
        asked = "message_reaction" in self.wanted
        return self.updates.push({"message_reaction": changed}) if asked else 0

    def ask_inline(self, words: str, person: Person = ALICE) -> int:
        """`person` types the bot's name and words in some chat; it hears if it asked to."""
        query = f"query{self.world.next_message()}"
        self.world.queries[query] = self.world.clock()
        asked = {"id": query, "from": person.described(), "query": words, "offset": ""}
        return self.updates.push({"inline_query": asked}) if "inline_query" in self.wanted else 0

    def document(self, name: str, content: bytes = b"x", size: int | None = None) -> Json:
        """A file that can be sent (`say(document=...)`) and fetched; `size` may be a lie."""
        file_id = f"file{len(self.world.files)}"
        told = len(content) if size is None else size
        self.world.files[file_id] = File(file_id, name, content, told)
        unique = f"u{file_id}"
        named: Json = {"file_id": file_id, "file_unique_id": unique, "file_name": name}
        return named | {"file_size": told}

    def voice(self, content: bytes, seconds: int) -> Json:
        """A voice note that can be sent (`say(voice=...)`) and fetched: it has no name."""
        named = self.document("voice.oga", content)
        del named["file_name"]
        return named | {"duration": seconds, "mime_type": "audio/ogg"}

    def photo(self, content: bytes) -> list[Json]:
        """A photo that can be sent (`say(photo=...)`) and fetched, in two sizes, without a name."""
        small, large = self.document("small.jpg", b"small"), self.document("large.jpg", content)
        for each, width in ((small, 90), (large, 1280)):
            del each["file_name"]
            each |= {"width": width, "height": width}
        return [small, large]

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"].lower()
        given = await _parameters(request)
        fault = self.weather.next(method)
        outcome, result = "ok", None
        try:
            await _suffer(fault)
            self._check_token(request.match_info["token"])
            result = await self._perform(method, given)
        except ApiError as error:
            outcome, answer = error.description, web.json_response(error.body(), status=error.code)
        except _Lost as lost:
            outcome, answer = str(lost), web.Response(status=lost.status, text="<html>Bad Gateway")
        else:
            answer = web.json_response({"ok": True, "result": result})
            outcome = "cut" if isinstance(fault, Cut) else "ok"
        self.world.calls.append(
            Call(method, dict(given), outcome, self.world.clock(), _message_id(result))
        )
        if isinstance(fault, Cut | Drop) and request.transport is not None:
            request.transport.abort()
        return answer

    async def _perform(self, method: str, given: dict[str, str]) -> object:
        if method != "getupdates":
            return self.methods[method](given)
        if self.world.webhook:
            active = "can't use getUpdates method while webhook is active"
            raise ApiError(
                409, f"Conflict: {active}; use deleteWebhook to delete the webhook first"
            )
        # What is not asked for by name is not even queued, as with the original; a poll that names
        # nothing, such as a rival's, leaves what was asked for last.
        if "allowed_updates" in given:
            self.wanted = tuple(json.loads(given["allowed_updates"]))
        offset, limit = int(given.get("offset", 0)), int(given.get("limit", 100))
        return await self.updates.poll(offset, limit, float(given.get("timeout", 0)))

    def _check_token(self, token: str) -> None:
        if token != self.world.token:
            raise ApiError(401, "Unauthorized") if ":" in token else ApiError(404, "Not Found")

    async def _download(self, request: web.Request) -> web.StreamResponse:
        fault = self.weather.next("download")
        if isinstance(fault, Drop) and request.transport is not None:
            request.transport.abort()
        file_id, made = self.world.links.get(request.match_info["path"], ("", 0.0))
        valid = self.world.clock() - made <= LINK_SECONDS and not isinstance(fault, Refuse)
        if not valid or file_id not in self.world.files:
            return web.json_response(ApiError(404, "Not Found").body(), status=404)
        return web.Response(body=self.world.files[file_id].content)


def _message_id(result: object) -> int | None:
    number = result.get("message_id") if isinstance(result, dict) else None
    return number if isinstance(number, int) else None


class _Lost(Exception):
    """No answer of the Bot API's own: a closed connection or a gateway's page."""

    def __init__(self, told: str, status: int = 500) -> None:
        super().__init__(told)
        self.status = status


async def _suffer(fault: Fault | None) -> None:
    match fault:
        case Refuse(error=error):
            raise error
        case Drop():
            raise _Lost("dropped")
        case Page(status=status):
            raise _Lost(f"page {status}", status)
        case Delay(seconds=seconds):
            await asyncio.sleep(seconds)


async def _parameters(request: web.Request) -> dict[str, str]:
    """From the address, a form, or JSON, as the real server takes them."""
    if request.content_type == "application/json":
        body = cast("Json", await request.json())
        return {k: v if isinstance(v, str) else json.dumps(v) for k, v in body.items()}
    try:
        form = await request.post()
    except web.HTTPRequestEntityTooLarge as error:
        told = json.dumps(ApiError(413, "Request Entity Too Large").body())
        raise web.HTTPRequestEntityTooLarge(
            UPLOAD_LIMIT, 0, text=told, content_type="application/json"
        ) from error
    return {key: _field(value) for key, value in (*request.query.items(), *form.items())}


def _field(value: object) -> str:
    """Files travel on as JSON, with a character for each byte."""
    if not isinstance(value, web.FileField):
        return str(value)
    return json.dumps({"name": value.filename, "content": value.file.read().decode("latin-1")})
