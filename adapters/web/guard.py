"""Checks that every request must pass before it is handled.

Any site can point a host name at this machine, so the Host header is checked against DNS rebinding,
and the Origin header against other sites' forms and scripts.
"""

import re
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.messages import _

READING = ("GET", "HEAD")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        # The browser itself refuses to read any text as HTML. The one policy names the page's own
        # two workers, and makes neither HTML nor script of anything.
        "require-trusted-types-for 'script'",
        "trusted-types workers",
    )
)
MINI = "/mini"  # the page inside Telegram, whose web client shows it in a frame
FRAMED = (MINI, f"{MINI}/locked")
TELEGRAM = "https://web.telegram.org"
LIBRARIES = "/static/libraries/"  # with their version in the address
KEPT = "public, max-age=31536000, immutable"
# What reads PDFs runs in a worker of its own, where it may compile the decoders of their pictures.
PDF_WORKER = re.compile(r"/static/libraries/pdfjs-[\d.]+/pdf\.worker\.min\.mjs")
PDF_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Middleware that admits only requests from the page's own script or a person's navigation."""

    def __init__(self, app: ASGIApp, origins: frozenset[str], *, framed: bool = False) -> None:
        self._app = app
        self._origins = origins
        self._framed = framed  # whether Telegram may show `FRAMED`

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list_headers(scope["path"], framed=self._framed)
                MutableHeaders(scope=message).update(headers)
            await send(message)

        refusal = _find_refusal(scope["method"], Headers(scope=scope), self._origins)
        if refusal:
            await PlainTextResponse(refusal, 403)(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)


def list_headers(path: str, *, framed: bool) -> Mapping[str, str]:
    """Return the headers of every answer to a request for `path`."""
    if framed and path in FRAMED:
        policy = POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {TELEGRAM}")
        kept = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}
        return {**kept, "Content-Security-Policy": policy}
    if PDF_WORKER.fullmatch(path):
        return {**HEADERS, "Content-Security-Policy": PDF_POLICY, "Cache-Control": KEPT}
    return {**HEADERS, "Cache-Control": KEPT} if path.startswith(LIBRARIES) else HEADERS


def _find_refusal(method: str, headers: Headers, origins: frozenset[str]) -> str:
    """Return why a request is refused; "" if it is not."""
    hosts = {origin.partition("://")[2] for origin in origins}
    if headers.get("host", "") not in hosts:
        return _("This page has another address. Open the one that `multis web` printed.")
    own = headers.get("origin", "") in origins
    if method not in READING and not own:
        return _("Only the page itself may do that.")
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and (
        headers.get("sec-fetch-mode") != "navigate"
    ):
        return _("Only the page itself may read that.")
    return ""
