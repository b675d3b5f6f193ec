"""HTTP requests of the library that survive a malformed update and log no content."""

import json
from functools import partial
from typing import Any, cast

from telegram import Update
from telegram.error import TelegramError
from telegram.request import HTTPXRequest

from bot.messages import run_cancellable

UNREADABLE = "unreadable"  # key set on an update that the library could not parse: the reason
# Exceptions that parsing a malformed update raises; OSError comes of a date before all time.
BROKEN = (
    *(TypeError, LookupError, ValueError, ArithmeticError, AttributeError, OSError),
    RecursionError,  # of brackets within brackets
)

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
