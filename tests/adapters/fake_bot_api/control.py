"""The fake in a process of its own: controlled and inspected over HTTP.

    GET  /control/record          {"pending", "acknowledged", "messages", "drafts", "calls"}
    POST /control/say             {"text", "person", "chat", "thread", "content"} -> {"update_id"}
    POST /control/press           {"data", "person", "chat", "under"} -> {"update_id"}
    POST /control/update          any update without its id -> {"update_id"}
    POST /control/document        {"name", "text" or "base64", "size"} -> a document to say
    POST /control/faults          {"method", "faults": [{"kind", ...}]}
    POST /control/storm           {"odds", "seed", ...}, or {} to end it

A person is named by the id of their private chat.
"""

from base64 import b64decode
from typing import cast

from aiohttp import web
from msgspec.structs import asdict

from tests.adapters.fake_bot_api.errors import ApiError, Json, conflict, flood
from tests.adapters.fake_bot_api.faults import Cut, Delay, Drop, Fault, Page, Refuse, Storm
from tests.adapters.fake_bot_api.people import ALICE, Person
from tests.adapters.fake_bot_api.server import FakeBotApi


class ControlledBotApi(FakeBotApi):
    """Serves `/control` in addition to the Bot API."""

    def application(self) -> web.Application:
        app = super().application()
        app.router.add_get("/control/record", self._record)
        for name in ("say", "press", "update", "document", "faults", "storm"):
            app.router.add_post(f"/control/{name}", getattr(self, f"_{name}"))
        return app

    async def _record(self, request: web.Request) -> web.Response:
        return web.json_response(
            {
                "pending": len(self.updates.pending),
                "acknowledged": self.updates.acknowledged,
                "messages": [asdict(message) for message in self.world.messages()],
                "drafts": self.world.drafts,
                "calls": [asdict(call) for call in self.world.calls],
            }
        )

    async def _say(self, request: web.Request) -> web.Response:
        told = cast("Json", await request.json())
        content = cast("dict[str, object]", told.get("content") or {})
        text, chat, thread = (
            str(told.get("text", "")),
            _number(told, "chat"),
            _number(told, "thread"),
        )
        return _update(self.say(text, _person(told), chat, thread, content))

    async def _press(self, request: web.Request) -> web.Response:
        told = cast("Json", await request.json())
        chat, under = _number(told, "chat"), _number(told, "under")
        return _update(self.press(str(told["data"]), _person(told), chat, under))

    async def _update(self, request: web.Request) -> web.Response:
        return _update(self.updates.push(cast("Json", await request.json())))

    async def _document(self, request: web.Request) -> web.Response:
        told = cast("Json", await request.json())
        content = b64decode(str(told.get("base64", ""))) or str(told.get("text", "")).encode()
        return web.json_response(self.document(str(told["name"]), content, _number(told, "size")))

    async def _faults(self, request: web.Request) -> web.Response:
        told = cast("Json", await request.json())
        faults = cast("list[Json]", told["faults"])
        self.weather.plan(str(told["method"]).lower(), *map(_fault, faults))
        return web.json_response({})

    async def _storm(self, request: web.Request) -> web.Response:
        told = await request.json()
        self.weather.rise(Storm(**told) if told else None)
        return web.json_response({})


def _update(update_id: int) -> web.Response:
    return web.json_response({"update_id": update_id})


def _number(told: Json, key: str) -> int | None:
    return int(str(told[key])) if told.get(key) is not None else None


def _person(told: Json) -> Person:
    number = _number(told, "person")
    return ALICE if number is None else Person(number, f"Person {number}")


def _fault(told: Json) -> Fault:
    match told["kind"]:
        case "flood":
            return Refuse(flood(int(str(told.get("retry_after", 1)))))
        case "refuse":
            return Refuse(ApiError(int(str(told["code"])), str(told["description"])))
        case "conflict":
            return Refuse(conflict())
        case "delay":
            return Delay(float(str(told["seconds"])))
        case "page":
            return Page()
        case "cut":
            return Cut()
    return Drop()
