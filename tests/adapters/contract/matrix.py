"""Matrix, with a real server and people who use the library's own client."""

import asyncio
import io
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self
from uuid import uuid4

import nio
from msgspec import Struct, field
from nio.crypto.attachments import decrypt_attachment

from adapters.matrix import Matrix, MatrixSettings
from adapters.shared.health import Time
from bot.messages import Adapter, Chat, Host
from tests.adapters.contract.platform import Can, Platform, Who
from tests.adapters.synapse import Line, Synapse, a_synapse, unavailable
from tests.daemon import PATIENCE
from tests.serving import free_port

PASSWORD = "a password"
ENCRYPTION = {
    "type": "m.room.encryption",
    "state_key": "",
    "content": {"algorithm": "m.megolm.v1.aes-sha2"},
}


class Shown(Struct):
    """One of the bot's messages, as it stands now, and as it was before each edit."""

    room: str
    text: str
    earlier: list[str] = field(default_factory=list)


class MatrixPerson:
    """Somebody with a client of their own, alive until `close`."""

    def __init__(self, server: Synapse, user_id: str, folder: Path) -> None:
        folder.mkdir()
        self.user_id = user_id
        self.unreadable: list[str] = []
        self.messages: dict[str, Shown] = {}  # by event
        self.events: list[Mapping[str, object]] = []
        self.files: dict[str, dict[str, Any]] = {}  # by name
        self._client = nio.AsyncClient(server.address, user_id, store_path=str(folder))
        self._client.add_event_callback(self._see, nio.Event)

    async def log_in(self) -> None:
        answer = await self._client.login(PASSWORD, "a phone")
        assert isinstance(answer, nio.LoginResponse), answer
        await self.look(full=True)

    async def close(self) -> None:
        await self._client.close()
        self._client.store.database.close()

    async def look(self, *, full: bool = False) -> None:
        await self._client.sync(0, full_state=full)
        client = self._client
        if client.should_upload_keys:
            await client.keys_upload()
        if client.should_query_keys:
            await client.keys_query()
        await client.send_to_device_messages()

    @property
    def invited(self) -> list[str]:
        """The rooms that this person is asked into, and not in yet."""
        return [room for room in self._client.invited_rooms if room not in self._client.rooms]

    async def create(
        self,
        *others: str,
        direct: bool,
        encrypted: bool,
        state: Sequence[Mapping[str, object]] = (),
        equals: bool = False,
    ) -> str:
        """`equals`: whoever is invited may do what the inviter may."""
        first = [*state, *([ENCRYPTION] if encrypted else [])]
        answer = await self._client.room_create(
            is_direct=direct,
            invite=others,
            initial_state=first,
            preset=nio.RoomPreset.trusted_private_chat if equals else None,
        )
        assert isinstance(answer, nio.RoomCreateResponse), answer
        return str(answer.room_id)

    async def join(self, room: str) -> None:
        answer = await self._client.join(room)
        assert isinstance(answer, nio.JoinResponse), answer

    async def invite(self, room: str, person: str) -> None:
        assert isinstance(await self._client.room_invite(room, person), nio.RoomInviteResponse)

    async def leave(self, room: str) -> None:
        assert isinstance(await self._client.room_leave(room), nio.RoomLeaveResponse)

    async def meet(self, room: str, person: str) -> None:
        """Until `person` has joined, as one waits before one speaks."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.look()
                known = self._client.rooms.get(room)
                if known and person in known.users and person not in known.invited_users:
                    return
                await asyncio.sleep(0.05)

    async def send(
        self, room: str, content: Mapping[str, object], kind: str = "m.room.message"
    ) -> str:
        await self.look()
        answer = await self._client.room_send(
            room, kind, dict(content), ignore_unverified_devices=True
        )
        assert isinstance(answer, nio.RoomSendResponse), answer
        return str(answer.event_id)

    async def upload(
        self, name: str, content: bytes, *, encrypted: bool
    ) -> Mapping[str, Mapping[str, object] | str]:
        """Upload a file and return the part of its message that locates it."""
        answer, keys = await self._client.upload(
            io.BytesIO(content), "application/pdf", name, encrypt=encrypted, filesize=len(content)
        )
        assert isinstance(answer, nio.UploadResponse), answer
        address = str(answer.content_uri)
        return {"file": {**keys, "url": address}} if encrypted else {"url": address}

    async def download(self, content: dict[str, Any]) -> bytes:
        """The bytes of a file's message, in the clear."""
        secret = content.get("file")
        answer = await self._client.download(secret["url"] if secret else content["url"])
        body = bytes(answer.body)
        if not secret:
            return body
        key, digest = secret["key"]["k"], secret["hashes"]["sha256"]
        return bytes(decrypt_attachment(body, key, digest, secret["iv"]))

    async def _see(self, room: nio.MatrixRoom, event: nio.Event) -> None:
        self.events.append(event.source)
        if isinstance(event, nio.MegolmEvent):
            self.unreadable.append(event.event_id)
        if event.sender == self.user_id or not isinstance(event, nio.RoomMessage):
            return
        content = event.source["content"]
        if content.get("msgtype") == "m.file":
            self.files[content["filename"]] = content
        relation = content.get("m.relates_to", {})
        if relation.get("rel_type") == "m.replace":
            before = self.messages[relation["event_id"]]
            before.earlier.append(before.text)
            before.text = content["m.new_content"]["body"]
        else:
            self.messages[event.event_id] = Shown(room.room_id, content.get("body", ""))


class MatrixPlatform(Platform):
    """Rooms in the clear."""

    name = "matrix"
    can = frozenset(Can) - {Can.ALBUMS}
    longest = 60_000
    encrypted: ClassVar[bool] = False

    def __init__(self, line: Line, bot: str, people: Mapping[Who, MatrixPerson]) -> None:
        self.line = line
        self.bot = bot
        self.people = people
        self.rooms: dict[Who | None, str] = {}  # None: the group

    @classmethod
    def unavailable(cls) -> str:
        return unavailable()

    @classmethod
    @contextmanager
    def ground(cls) -> Iterator[object]:
        with (
            tempfile.TemporaryDirectory() as folder,
            a_synapse(Path(folder), free_port()) as server,
        ):
            yield server

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, ground: object) -> AsyncIterator[Self]:
        assert isinstance(ground, Synapse)
        line = Line(ground)
        async with AsyncExitStack() as stack:
            await line.mend()
            stack.push_async_callback(line.cut)
            bot = await ground.register(f"bot-{uuid4().hex[:8]}", PASSWORD)
            people: dict[Who, MatrixPerson] = {}
            for who in Who:
                user_id = await ground.register(f"{who.value}-{uuid4().hex[:8]}", PASSWORD)
                people[who] = MatrixPerson(ground, user_id, folder / who.value)
                stack.push_async_callback(people[who].close)
                await people[who].log_in()
            platform = cls(line, bot, people)
            await platform._furnish()
            yield platform

    async def _furnish(self) -> None:
        owner, guest = self.people[Who.OWNER], self.people[Who.GUEST]
        for who, person in self.people.items():
            room = await person.create(self.bot, direct=True, encrypted=self.encrypted)
            self.rooms[who] = room
        group = await owner.create(self.bot, guest.user_id, direct=False, encrypted=self.encrypted)
        await guest.join(group)
        self.rooms[None] = group

    def settings(self) -> Mapping[str, object]:
        return {"user_id": self.bot, "homeserver": self.line.address, "password": PASSWORD}

    def adapter(self, host: Host) -> Adapter:
        async def brief(seconds: float) -> None:
            await asyncio.sleep(min(seconds, 0.2))

        return Matrix(MatrixSettings.of(self.settings()), host, Time(sleep=brief))

    def key(self, who: Who) -> str:
        return f"matrix:{self.people[who].user_id}"

    def chat(self, who: Who) -> Chat:
        return Chat("matrix", self.people[who].user_id, private=True)

    async def say(
        self, text: str, who: Who = Who.OWNER, *, group: bool = False, addressed: bool = True
    ) -> None:
        called = [self.bot] if group and addressed else []
        content = {"msgtype": "m.text", "body": text, "m.mentions": {"user_ids": called}}
        await self.post(content, who, group=group)

    async def post(
        self, content: Mapping[str, object], who: Who = Who.OWNER, *, group: bool = False
    ) -> str:
        room = self.rooms[None if group else who]
        await self.people[who].meet(room, self.bot)
        return await self.people[who].send(room, content)

    async def send_file(
        self, name: str, content: bytes, caption: str = "", who: Who = Who.OWNER
    ) -> None:
        where = await self.people[who].upload(name, content, encrypted=self.encrypted)
        told = {"msgtype": "m.file", "filename": name, "body": caption or name}
        await self.post({**told, "info": {"size": len(content)}, **where}, who)

    async def speak(self, sound: bytes, seconds: int, who: Who = Who.OWNER) -> None:
        where = await self.people[who].upload("voice.ogg", sound, encrypted=self.encrypted)
        told = {"msgtype": "m.audio", "body": "voice.ogg", "org.matrix.msc3245.voice": {}}
        about = {"size": len(sound), "duration": seconds * 1000, "mimetype": "audio/ogg"}
        await self.post({**told, "info": about, **where}, who)

    async def show(self, name: str, content: bytes, caption: str = "") -> None:
        where = await self.people[Who.OWNER].upload(name, content, encrypted=self.encrypted)
        told = {"msgtype": "m.image", "body": caption or name, "filename": name}
        await self.post({**told, "info": {"size": len(content)}, **where}, Who.OWNER)

    async def quote(self, part: str, text: str) -> None:
        """Reply to the whole message: parts have no place in Matrix."""
        owner = self.people[Who.OWNER]
        await owner.look()
        newest = list(owner.messages)[-1]
        relation = {"m.in_reply_to": {"event_id": newest}}
        await self.post({"msgtype": "m.text", "body": text, "m.relates_to": relation})

    async def react(self, emoji: str, who: Who = Who.OWNER) -> None:
        await self.people[who].look()
        newest = list(self.people[who].messages)[-1]
        relation = {"rel_type": "m.annotation", "event_id": newest, "key": emoji}
        await self.people[who].send(self.rooms[who], {"m.relates_to": relation}, "m.reaction")

    async def shown(self, who: Who = Who.OWNER, *, group: bool = False) -> Sequence[str]:
        person, room = self.people[who], self.rooms[None if group else who]
        await person.look()
        return [each.text for each in person.messages.values() if each.room == room]

    async def files(self) -> Mapping[str, bytes]:
        owner = self.people[Who.OWNER]
        await owner.look()
        return {name: await owner.download(content) for name, content in owner.files.items()}

    async def previews(self) -> Sequence[str]:
        messages = self.people[Who.OWNER].messages.values()
        return [text for message in messages for text in message.earlier]

    async def leave(self) -> None:
        await self.line.cut()

    async def come_back(self) -> None:
        await self.line.mend()


class EncryptedMatrixPlatform(MatrixPlatform):
    encrypted = True
