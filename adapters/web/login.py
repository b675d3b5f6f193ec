"""Signs people in and out: by a link of `multis web`, or by what Telegram vouches for.

Inside Telegram the page may stand in a frame of another site. Its cookie goes there too, in a jar
of its own that the browser keeps for that site (`Partitioned`), and is a session apart.
"""

import time
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adapters.web.page import PageService, build_chat
from bot.messages import Sender

COOKIE = "multis"
MINI_COOKIE = "multis-mini"
KEY = "x-multis-key"  # a header: an address would be kept in logs and histories
COOKIE_SECONDS = 30 * 86_400
MINI_SECONDS = 86_400


class Login:
    """The sessions of browsers, as cookies and keys."""

    def __init__(self, page: PageService, *, secure: bool) -> None:
        self._page = page
        self._secure = secure  # the cookie travels over https only
        self.last_request: float | None = None  # of a person who is signed in; time.monotonic()

    async def find_holder(self, request: Request, name: str = COOKIE) -> Sender | None:
        """Find who is signed in by the cookie alone: enough for a page that shows nothing yet."""
        cookie = request.cookies.get(name, "")
        return await self._page.host.sessions.find_holder(cookie) if cookie else None

    async def may_stay(self, person: Sender) -> bool:
        """Return whether a session of `person` is worth anything; if not, their pages close."""
        if await self._page.host.may_ask(person):
            return True
        self._page.hub.end(build_chat(person).key)
        return False

    async def enter(self, raw: object) -> Response:
        """Sign in by a link; a UserError if that is no longer possible."""
        cookie, key = await self._page.host.sessions.enter(_read_text(raw, "link"))
        response = JSONResponse({"key": key})
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="strict",
            secure=self._secure,
        )
        return response

    async def enter_mini_app(self, raw: object) -> Response:
        """Sign in by what Telegram signed; a UserError says why that is not possible."""
        cookie, key = await self._page.host.enter_mini_app(_read_text(raw, "data"))
        response = JSONResponse({"key": key})
        response.headers.append("Set-Cookie", _format_mini_cookie(cookie, MINI_SECONDS))
        return response

    async def leave(self, request: Request, person: Sender) -> Response:
        for name in (COOKIE, MINI_COOKIE):
            if cookie := request.cookies.get(name):
                await self._page.host.sessions.leave(cookie)
        self._page.hub.end(build_chat(person).key)
        response = JSONResponse({})
        response.delete_cookie(COOKIE)
        response.headers.append("Set-Cookie", _format_mini_cookie("", 0))
        return response

    async def find_person(self, request: Request) -> Sender | None:
        """Find who sends the request; None without a cookie and its key."""
        key, sessions = request.headers.get(KEY, ""), self._page.host.sessions
        for name in (COOKIE, MINI_COOKIE):
            cookie = request.cookies.get(name, "")
            if cookie and key and (person := await sessions.find_person(cookie, key)):
                self.last_request = time.monotonic()
                return person
        return None


def _format_mini_cookie(value: str, seconds: int) -> str:
    # Python's own cookies know `Partitioned` from 3.14 on.
    return (
        f"{MINI_COOKIE}={value}; HttpOnly; Max-Age={seconds}; Path=/; "
        "SameSite=None; Secure; Partitioned"
    )


def _read_text(raw: object, name: str) -> str:
    value = raw.get(name) if isinstance(raw, Mapping) else None
    return value if isinstance(value, str) else ""
