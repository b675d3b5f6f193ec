"""The library's HTTP requests, made to survive one bad update and to log no content."""

import json
from typing import cast

from telegram import Update
from telegram.error import TelegramError
from telegram.request import HTTPXRequest

UNREADABLE = "unreadable"  # set on an update that the library could not read: why
# What reading a malformed update raises.
BROKEN = (TypeError, LookupError, ValueError, ArithmeticError, AttributeError)

Json = dict[str, object]


class QuietRequest(HTTPXRequest):
    """As the library's, which would log the whole page that a gateway sends instead of JSON."""

    @staticmethod
    def parse_json_payload(payload: bytes) -> Json:
        try:
            return cast("Json", json.loads(payload))
        except ValueError:
            raise TelegramError("the answer was not JSON") from None


class PollingRequest(QuietRequest):
    """For getUpdates: an update that cannot be read comes as an empty one with its id.

    The library reads a batch as a whole, so that one malformed update would be asked for again and
    again, and all after it would never arrive.
    """

    @staticmethod
    def parse_json_payload(payload: bytes) -> Json:
        answer = QuietRequest.parse_json_payload(payload)
        result = answer.get("result")
        if isinstance(result, list):
            answer["result"] = [_make_readable(cast("Json", raw)) for raw in result]
        return answer


def _make_readable(raw: Json) -> Json:
    raw = _replace_surrogates(raw)
    try:
        Update.de_json(dict(raw), None)
    except BROKEN as error:
        return {"update_id": raw["update_id"], UNREADABLE: repr(error)[:100]}
    return raw


def _replace_surrogates(raw: Json) -> Json:
    """With `?` for each half of an emoji: just as long, so that the entities still fit."""
    text = json.dumps(raw, ensure_ascii=False).encode(errors="replace")
    return cast("Json", json.loads(text))
