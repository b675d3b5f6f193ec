"""A stand-in for the API of Beeper Desktop; its JSON is what the official client reads."""

import asyncio
import itertools
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from aiohttp import web
from aiohttp.typedefs import Handler
from msgspec import Struct, field

from tests.serving import LoopbackServer

Json = dict[str, object]
TOKEN = "beeper-token"
ME = "@ann:beeper.com"
PAGE = 20


class FakeChat(Struct):
    id: str
    people: Mapping[str, str]  # id: name
    type: str = "single"
    messages: list[Json] = field(default_factory=list)
    activity: str = ""

    def described(self) -> Json:
        items = [
            {"id": ME, "isSelf": True},
            *({"id": i, "fullName": n} for i, n in self.people.items()),
        ]
        return {
            "id": self.id,
            "accountID": "whatsapp",
            "network": "WhatsApp",
            "title": " ".join(self.people.values()) or "Note to self",
            "type": self.type,
            "unreadCount": 0,
            "participants": {"hasMore": False, "items": items, "total": len(items)},
            "lastActivity": self.activity,
        }


class FakeBeeper(LoopbackServer):
    """The owner's other devices and other people speak through it."""

    def __init__(self) -> None:
        super().__init__()
        self.chats: dict[str, FakeChat] = {}
        self.sent: list[Json] = []  # through the API
        self.files: dict[str, tuple[str, bytes]] = {}
        self.pending: dict[str, str] = {}  # id before it is confirmed: the lasting one
        self.slow = False  # the network confirms nothing yet
        self.broken: set[str] = set()  # chats whose messages cannot be had
        self.asked = asyncio.Event()  # somebody has looked at the chats
        self._numbers = itertools.count(1)

    def application(self) -> web.Application:
        app = web.Application(client_max_size=50 << 20, middlewares=[_authorized])
        app.router.add_get("/v1/accounts", self._accounts)
        app.router.add_get("/v1/chats", self._listed)
        app.router.add_get("/v1/chats/{chat}", self._chat)
        app.router.add_get("/v1/chats/{chat}/messages", self._messages)
        app.router.add_get("/v1/chats/{chat}/messages/{message}", self._message)
        app.router.add_post("/v1/chats/{chat}/messages", self._send)
        app.router.add_post("/v1/assets/upload", self._upload)
        app.router.add_get("/v1/assets/serve", self._serve)
        return app

    def chat(self, name: str, people: Mapping[str, str], kind: str = "single") -> FakeChat:
        self.chats[name] = FakeChat(name, people, kind)
        return self.chats[name]

    def say(self, chat: str, text: str, sender: str = ME, **more: object) -> Json:
        """A message as its network brings it."""
        return self._bring(chat, text, sender, more)

    def _bring(self, chat: str, text: str, sender: str, more: Mapping[str, object]) -> Json:
        number = next(self._numbers)
        at = (datetime.now(UTC) + timedelta(milliseconds=number)).isoformat()
        message: Json = {
            "id": f"{1000 + number}",
            "accountID": "whatsapp",
            "chatID": chat,
            "senderID": sender,
            "senderName": self.chats[chat].people.get(sender, "Ann"),
            "isSender": sender == ME,
            "sortKey": str(number),
            "timestamp": at,
            "text": text,
            "type": "TEXT",
            **more,
        }
        self.chats[chat].messages.append(message)
        self.chats[chat].activity = at
        return message

    def attach(self, name: str, content: bytes, kind: str = "unknown") -> Json:
        """Store a file and return the attachment of its message."""
        address = f"mxc://local/{len(self.files)}"
        self.files[address] = (name, content)
        return {"type": kind, "id": address, "fileName": name, "fileSize": len(content)}

    async def _accounts(self, request: web.Request) -> web.Response:
        user = {"id": ME, "fullName": "Ann", "isSelf": True}
        bridge = {"id": "whatsapp", "type": "whatsapp", "provider": "cloud"}
        account = {"accountID": "whatsapp", "bridge": bridge, "status": "connected", "user": user}
        return web.json_response([account])

    async def _listed(self, request: web.Request) -> web.Response:
        self.asked.set()
        recent = sorted(self.chats.values(), key=lambda chat: chat.activity, reverse=True)
        items = [chat.described() for chat in recent]
        return web.json_response({"items": items, "hasMore": False})

    async def _chat(self, request: web.Request) -> web.Response:
        return web.json_response(self._known(request).described())

    async def _messages(self, request: web.Request) -> web.Response:
        if request.match_info["chat"] in self.broken:
            raise web.HTTPInternalServerError
        every = self._known(request).messages
        cursor, after = request.query.get("cursor"), request.query.get("direction") == "after"
        place = int(cursor) if cursor else len(every)
        if after:
            found, more = every[place : place + PAGE], place + PAGE < len(every)
            start = place
        else:
            start = max(place - PAGE, 0)
            found, more = every[start:place], start > 0
        answer = {"items": found[::-1], "hasMore": more}
        cursors = {"oldestCursor": str(start), "newestCursor": str(start + len(found))}
        return web.json_response(answer | cursors)

    async def _message(self, request: web.Request) -> web.Response:
        name = request.match_info["message"]
        wanted = self.pending.get(name, name) if not self.slow else name
        for message in self._known(request).messages:
            if message["id"] == wanted:
                return web.json_response(message)
        raise web.HTTPNotFound

    async def _send(self, request: web.Request) -> web.Response:
        chat, body = self._known(request), await request.json()
        more: Json = {}
        if "attachment" in body:
            name, content = self.files[body["attachment"]["uploadID"]]
            more = {"attachments": [self.attach(name, content)], "type": "FILE"}
        # A network shows formatting in its own way.
        message = self._bring(chat.id, str(body["text"]).replace("**", "*"), ME, more)
        pending = f"pending-{message['id']}"
        self.pending[pending] = str(message["id"])
        self.sent.append({"chat": chat.id, "text": body["text"], **more})
        return web.json_response({"chatID": chat.id, "pendingMessageID": pending})

    async def _upload(self, request: web.Request) -> web.Response:
        form = await request.post()
        file = form["file"]
        assert isinstance(file, web.FileField)
        name = f"upload-{len(self.files)}"
        self.files[name] = (str(form["fileName"]), file.file.read())
        return web.json_response({"uploadID": name, "fileName": str(form["fileName"])})

    async def _serve(self, request: web.Request) -> web.Response:
        if request.query["url"] not in self.files:
            raise web.HTTPNotFound
        return web.Response(body=self.files[request.query["url"]][1])

    def _known(self, request: web.Request) -> FakeChat:
        if request.match_info["chat"] not in self.chats:
            raise web.HTTPNotFound
        return self.chats[request.match_info["chat"]]


@web.middleware
async def _authorized(request: web.Request, handler: Handler) -> web.StreamResponse:
    if request.headers.get("Authorization") != f"Bearer {TOKEN}":
        raise web.HTTPUnauthorized
    return await handler(request)
