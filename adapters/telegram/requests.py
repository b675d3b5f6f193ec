"""HTTP requests of the library that survive a malformed update and log no content."""

import json
from functools import partial
from typing import Any, cast
from urllib.parse import urlencode
from urllib.request import getproxies

import httpcore
from telegram import Update
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, HTTPXRequest, RequestData

from adapters.shared.connections import Headers, KeptConnections, Timeouts
from bot.messages import run_cancellable

UNREADABLE = "unreadable"  # key set on an update that the library could not parse: the reason
# Exceptions that parsing a malformed update raises; OSError comes of a date before all time.
BROKEN = (
    *(TypeError, LookupError, ValueError, ArithmeticError, AttributeError, OSError),
    RecursionError,  # of brackets within brackets
)

CONNECT_SECONDS = 5.0

Json = dict[str, object]


class QuietRequest(HTTPXRequest):
    """A request that logs no content; the library's logs any page sent instead of JSON.

    Typing that the reply overtakes is cancelled, and must leave its connection to others.
    """

    async def do_request(self, *given: Any, **named: Any) -> tuple[int, bytes]:  # its own signature
        return await run_cancellable(partial(super().do_request, *given, **named))

    @staticmethod
    def parse_json_payload(payload: bytes) -> Json:
        try:
            return cast("Json", json.loads(payload))
        except (ValueError, RecursionError):
            raise TelegramError("the answer was not JSON") from None


class SendingRequest(QuietRequest):
    """The request of all else; one without a file takes the short way, unless there is a proxy."""

    def __init__(
        self, connections: int, seconds: float, options: dict[str, Any] | None = None
    ) -> None:
        """`options` are those of the library's client, which then takes all requests."""
        super().__init__(connections, seconds, seconds, pool_timeout=seconds, httpx_kwargs=options)
        direct = not (options or getproxies())
        self._kept = KeptConnections(connections) if direct else None
        self._limits = Timeouts(connect=CONNECT_SECONDS, read=seconds, write=seconds, pool=seconds)

    async def do_request(self, *given: Any, **named: Any) -> tuple[int, bytes]:
        data: RequestData | None = named.get("request_data")
        has_file = data is not None and data.contains_files
        if self._kept is None or given or has_file or named.get("method") != "POST":
            return await super().do_request(*given, **named)
        body = urlencode(data.json_parameters if data else {}).encode()
        limits = self._choose_timeouts(named)
        try:
            return await self._kept.post(named["url"], self._headers, body, limits)
        except httpcore.TimeoutException as error:
            raise TimedOut(type(error).__name__) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise NetworkError(f"{type(error).__name__}: {error}") from error

    async def shutdown(self) -> None:
        if self._kept:
            await self._kept.close()
        await super().shutdown()

    @property
    def _headers(self) -> Headers:
        return {
            "User-Agent": self.USER_AGENT,
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept-Encoding": "identity",
        }

    def _choose_timeouts(self, named: dict[str, Any]) -> Timeouts:
        """Take what the caller of the library gave, and our own for the rest."""
        unset = BaseRequest.DEFAULT_NONE
        given = {step: named.get(f"{step}_timeout", unset) for step in Timeouts._fields}
        return self._limits._replace(**{k: v for k, v in given.items() if v is not unset})


class PollingRequest(QuietRequest):
    """The request for getUpdates: an update that cannot be parsed arrives empty, with its id.

    The library parses a batch as a whole, so one malformed update would be requested forever and
    block all later ones.
    """

    @staticmethod
    def parse_json_payload(payload: bytes) -> Json:
        answer = QuietRequest.parse_json_payload(payload)
        result = answer.get("result")
        if isinstance(result, list):
            torn = b"\\ud" in payload.lower()  # the escape that half an emoji has, or a whole one
            answer["result"] = [_make_readable(cast("Json", raw), torn=torn) for raw in result]
        return answer


def _make_readable(raw: Json, *, torn: bool) -> Json:
    try:
        raw = _replace_surrogates(raw) if torn else raw
        Update.de_json(dict(raw), None)
    except BROKEN as error:
        return {"update_id": raw["update_id"], UNREADABLE: repr(error)[:100]}
    return raw


def _replace_surrogates(raw: Json) -> Json:
    """Replace unpaired surrogates with `?`, which keeps the length and so the entities' offsets."""
    text = json.dumps(raw, ensure_ascii=False).encode(errors="replace")
    return cast("Json", json.loads(text))
