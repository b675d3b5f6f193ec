"""The HTTP routes of the page; all but the login ask for a signed-in person's cookie and key."""

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import quote

from msgspec import to_builtins
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from adapters.web.allowance import TextAllowance
from adapters.web.events import build_entry
from adapters.web.guard import MINI, Guard
from adapters.web.languages import LanguageMiddleware, list_page_sentences
from adapters.web.login import COOKIE, MINI_COOKIE, Login
from adapters.web.markup import translate
from adapters.web.page import ConversationChange, PageService, PostedMessage
from adapters.web.passages import PassageReader
from bot.messages import (
    N_,
    SHIPPED,
    Languages,
    Sender,
    StorageError,
    UserError,
    _,
    open_aside,
    open_file,
)
from bot.runtime.rate_limiter import RateLimiter

if TYPE_CHECKING:
    from adapters.web.passages import Passage

STATIC = Path(__file__).parent / "static"
PIECE = 1 << 18  # bytes of a file that are sent at once
BODY = 256_000  # bytes of a message, without its files
PASSAGE = "passage"  # the view that is shown as trees
LOCKED = N_("You are not signed in here. Run `multis web` where multis is installed to get a link.")
BARRED = N_("You can no longer talk to this assistant. If that is a mistake, ask its owner.")
RATES = {  # requests of one person, or failed attempts of all, and within how many seconds
    "say": (240, 60.0),  # what people write has a limit of its own; buttons of the desk are quick
    "look": (240, 60.0),
    "files": (60, 60.0),
    "events": (60, 60.0),
    "enter": (20, 60.0),
    "enter_mini_app": (60, 60.0),
}

log = logging.getLogger(__name__)

NUMBER = re.compile(r"[0-9]{1,18}")  # of an entry, as the transcript can hold it
MOST = 10**18

Handler = Callable[[Request], Awaitable[Response]]
Signed = Callable[[Request, Sender], Awaitable[Response]]


class App:
    """Maps HTTP requests to the functions of the page."""

    def __init__(
        self,
        page: PageService,
        origins: frozenset[str],
        *,
        secure: bool,
        mini_app: bool = False,
        languages: Languages = SHIPPED,
    ) -> None:
        self._page = page
        self._languages = languages
        self.login = Login(page, secure=secure)
        self._reader = PassageReader()
        self._texts = TextAllowance()
        self._limiters = {kind: RateLimiter(*rate) for kind, rate in RATES.items()}
        self.asgi = self._build_asgi(origins, mini_app=mini_app)

    def _build_asgi(self, origins: frozenset[str], *, mini_app: bool) -> Starlette:
        return Starlette(
            routes=[*self._list_routes(), *(self._list_mini_routes() if mini_app else ())],
            middleware=[
                Middleware(LanguageMiddleware, languages=self._languages),
                Middleware(Guard, origins=origins, framed=mini_app),
            ],
            exception_handlers={
                **dict.fromkeys((OSError, StorageError), self._explain),
                ClientDisconnect: _end_request,
            },
        )

    def _list_routes(self) -> list[Route | Mount]:
        return [
            Route("/", self._show_front),
            Route("/enter", self._show_entrance),
            Route("/locked", self._show_locked),
            Route("/shell.js", self._send_shell),
            Route("/sentences/{tag}", self._send_sentences),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/leave", self._require_login("say", self._leave), methods=["POST"]),
            Route("/events", self._require_login("events", self._stream_events)),
            Route("/say", self._require_login("say", self._say), methods=["POST"]),
            Route("/files", self._require_login("files", self._take_file), methods=["POST"]),
            Route("/files/{reference}", self._require_login("files", self._send_file)),
            Route("/original", self._require_login("files", self._send_original)),
            Route("/history", self._require_login("look", self._send_history)),
            Route(
                "/conversation",
                self._require_login("say", self._change_conversation),
                methods=["POST"],
            ),
            Route("/guest", self._require_login("say", self._invite_guest), methods=["POST"]),
            Route("/passage", self._require_login("look", self._read)),
            Route("/look/{view}", self._require_login("look", self._look)),
            # Compressed, unlike what is of a person: its length would tell of its content.
            Mount("/static", GZipMiddleware(StaticFiles(directory=STATIC))),
        ]

    def _list_mini_routes(self) -> list[Route]:
        return [
            Route(MINI, self._show_mini_app),
            Route(f"{MINI}/locked", self._show_mini_locked),
            Route(f"{MINI}/enter", self._enter_mini_app, methods=["POST"]),
        ]

    async def _show_front(self, request: Request) -> Response:
        """Show the page, which is empty: its script asks for all it shows, with the key."""
        holder = await self.login.find_holder(request)
        if holder and await self.login.may_stay(holder):
            return _render_html("index.html")
        return _render_html("barred.html" if holder else "locked.html", 401)

    async def _show_locked(self, request: Request) -> Response:
        return await self._lock(request, COOKIE, "locked.html")

    async def _lock(self, request: Request, cookie: str, name: str) -> Response:
        """Show why there is nothing to see; those who may no longer ask are told just that."""
        holder = await self.login.find_holder(request, cookie)
        barred = holder is not None and not await self.login.may_stay(holder)
        return _render_html("barred.html" if barred else name, 401)

    async def _show_entrance(self, request: Request) -> Response:
        """Show the login page; the link's secret follows a `#`, which no log or proxy ever sees."""
        return _render_html("enter.html")

    async def _send_shell(self, request: Request) -> Response:
        """Send the script that keeps the page's own files; its place is what it may serve."""
        return FileResponse(STATIC / "shell.js", media_type="text/javascript")

    async def _send_sentences(self, request: Request) -> Response:
        """Send the sentences of the page's script in that language."""
        language = self._languages.choose([request.path_params["tag"]])
        return JSONResponse(list_page_sentences(language))

    async def _show_mini_app(self, request: Request) -> Response:
        """Show the page inside Telegram, as empty as in front; its script signs in."""
        return _render_html("index.html")

    async def _show_mini_locked(self, request: Request) -> Response:
        return await self._lock(request, MINI_COOKIE, "mini-locked.html")

    async def _enter(self, request: Request) -> Response:
        return await self._sign_in("enter", request, self.login.enter)

    async def _enter_mini_app(self, request: Request) -> Response:
        return await self._sign_in("enter_mini_app", request, self.login.enter_mini_app)

    async def _sign_in(
        self, kind: str, request: Request, enter: Callable[[object], Awaitable[Response]]
    ) -> Response:
        """Sign in; only what fails is counted, so that no stranger keeps everybody else out."""
        try:
            return await enter(await _read_json(request))
        except UserError as error:
            if not self._admits(kind, "anybody"):
                return _refuse(_("Too many attempts. Please wait a minute."), 429)
            return _refuse(str(error), 403)

    async def _leave(self, request: Request, person: Sender) -> Response:
        return await self.login.leave(request, person)

    async def _stream_events(self, request: Request, person: Sender) -> Response:
        last = request.headers.get("last-event-id", request.query_params.get("after", ""))
        after = int(last) if NUMBER.fullmatch(last) else None

        async def signed_in() -> bool:
            found = await self.login.find_person(request)
            return found == person and await self.login.may_stay(person)

        events = self._page.stream_events(person, signed_in, after)
        at_once = {"X-Accel-Buffering": "no"}  # keeps a proxy from buffering
        return StreamingResponse(events, headers=at_once, media_type="text/event-stream")

    async def _say(self, request: Request, person: Sender) -> Response:
        said = PostedMessage.of(await _read_json(request))
        self._texts.spend(person.key, said.text, time.monotonic())
        await self._page.say(person, said)
        return JSONResponse({})

    async def _take_file(self, request: Request, person: Sender) -> Response:
        name = request.query_params.get("name", "")
        try:
            kept = await self._page.take(person, name, request.stream())
        except ClientDisconnect:
            return _refuse(_("The upload was interrupted. Please send the file again."), 400)
        return JSONResponse({"reference": kept.reference, "name": kept.name, "size": kept.size})

    async def _send_file(self, request: Request, person: Sender) -> Response:
        """Send a file as a download: its content must never run as part of the page."""
        path = self._page.find_file(person, request.path_params["reference"])
        name = request.query_params.get("name", "") or "file"
        return _send_bytes(path, name)

    async def _send_original(self, request: Request, person: Sender) -> Response:
        """Send the file of a passage, for the page's own script to show."""
        asked = dict(request.query_params)
        found = await self._page.find_original(person, asked.get("id", ""), asked)
        try:
            file = await open_aside(partial(open_file, found.path), BufferedReader.close)
        except FileNotFoundError:
            sentence = _("The file of this document is not kept here, or has changed since.")
            raise UserError(sentence) from None
        return _send_open(file, found.name)

    async def _send_history(self, request: Request, person: Sender) -> Response:
        asked = request.query_params
        before = asked.get("before", "")
        number = int(before) if NUMBER.fullmatch(before) else MOST
        found = await self._page.list_history(person, asked.get("conversation", ""), number)
        return JSONResponse({"entries": [build_entry(each) for each in found]})

    async def _change_conversation(self, request: Request, person: Sender) -> Response:
        change = ConversationChange.of(await _read_json(request))
        await self._page.change_conversation(person, change)
        return JSONResponse({})

    async def _invite_guest(self, request: Request, person: Sender) -> Response:
        address = await self._page.invite_guest(person, await _read_json(request))
        return JSONResponse({"address": address})

    async def _look(self, request: Request, person: Sender) -> Response:
        view, arguments = request.path_params["view"], dict(request.query_params)
        return JSONResponse(_list_fields(await self._page.look(person, view, arguments)))

    async def _read(self, request: Request, person: Sender) -> Response:
        """Send a passage with what stands around it, to be read as its document was."""

        async def load() -> "Passage":
            shown = await self._page.look(person, PASSAGE, dict(request.query_params))
            return cast("Passage", shown)

        shown, read = await self._reader.read(person.key, load)
        return JSONResponse({**_list_fields(shown), **read})

    def _admits(self, kind: str, who: str) -> bool:
        return self._limiters[kind].admit(who, time.monotonic())

    async def _explain(self, request: Request, error: Exception) -> Response:
        """Explain what is wrong with the machine, such as a disk that does not take a file."""
        sentence = self._page.host.explain(error)
        if sentence is None:
            raise error
        log.error("a request of the page failed: %s", error)
        if "text/html" in request.headers.get("accept", ""):  # a person goes there, no script
            return PlainTextResponse(str(sentence), 503)
        return _refuse(str(sentence), 503)

    def _require_login(self, kind: str, handle: Signed) -> Handler:
        async def handle_signed_in(request: Request) -> Response:
            person = await self.login.find_person(request)
            if person is None:
                return _refuse(str(LOCKED), 401)
            if not await self.login.may_stay(person):
                return _refuse(str(BARRED), 401)
            if not self._admits(kind, person.key):
                return _refuse(_("Too many requests. Please wait a minute."), 429)
            try:
                return await handle(request, person)
            except UserError as error:
                return _refuse(str(error), 400)

        return handle_signed_in


async def _end_request(_request: Request, _error: Exception) -> Response:
    """Answer nobody: whoever sent half a request has gone, and is no mistake of ours to log."""
    return Response(status_code=400)


def _list_fields(shown: object) -> dict[str, object]:
    fields: dict[str, object] = to_builtins(shown)
    return fields


async def _read_json(request: Request) -> object:
    """Read a small JSON body; its content type is one that no form can send."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise UserError(_("That is not a valid message."))
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > BODY:
            raise UserError(_("That is too long for one message. Please send it as a file."))
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise UserError(_("That is not a valid message.")) from None


def _render_html(name: str, status: int = 200) -> Response:
    """Render a page of ours in the reader's language."""
    return HTMLResponse(translate((STATIC / name).read_text(encoding="utf-8")), status)


def _send_bytes(path: Path, name: str) -> Response:
    """Send a file that no browser opens by itself, whatever it holds."""
    return FileResponse(path, media_type="application/octet-stream", filename=name)


def _send_open(file: BufferedReader, name: str) -> Response:
    """Send a file that is open, likewise, and close it."""

    async def read() -> AsyncIterator[bytes]:
        with file:
            while piece := await asyncio.to_thread(file.read, PIECE):
                yield piece

    named = {"Content-Disposition": f"attachment; filename*=utf-8''{quote(name, safe='')}"}
    return StreamingResponse(read(), media_type="application/octet-stream", headers=named)


def _refuse(sentence: str, status: int) -> Response:
    return JSONResponse({"error": sentence}, status)
