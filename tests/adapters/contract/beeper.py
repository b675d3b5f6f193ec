"""Beeper, as the fake of Beeper Desktop plays it: the owner's note to self, and a customer."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from adapters.beeper import Beeper, BeeperSettings
from adapters.beeper.adapter import SIGN
from adapters.shared.health import Time
from bot.messages import Adapter, Chat, Host
from tests.adapters.contract.platform import Can, Platform, Who
from tests.adapters.fake_beeper import ME, TOKEN, FakeBeeper

BOB = "@bob:whatsapp"
CHATS = {Who.OWNER: "!note:beeper.local", Who.GUEST: "!bob:beeper.local"}
SENDERS = {Who.OWNER: ME, Who.GUEST: BOB}


class BeeperPlatform(Platform):
    name = "beeper"
    can = frozenset(Can) - {Can.GROUPS, Can.DRAFTS, Can.REACTIONS, Can.ALBUMS, Can.QUOTES}
    longest = 2000

    def __init__(self, fake: FakeBeeper) -> None:
        self.fake = fake
        fake.chat(CHATS[Who.OWNER], {})
        fake.chat(CHATS[Who.GUEST], {BOB: "Bob"})

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, ground: object) -> AsyncIterator[Self]:
        async with FakeBeeper() as fake:
            yield cls(fake)

    def settings(self) -> Mapping[str, object]:
        return {"access_token": TOKEN, "base_url": self.fake.address, "poll_seconds": 0.05}

    def welcome(self) -> Mapping[str, object]:
        return {"modes": {"platforms": {"beeper": "business"}}}

    def adapter(self, host: Host) -> Adapter:
        async def brief(seconds: float) -> None:
            await asyncio.sleep(min(seconds, 0.05))

        return Beeper(BeeperSettings.of(self.settings()), host, Time(sleep=brief))

    def key(self, who: Who) -> str:
        return "beeper:owner" if who is Who.OWNER else f"beeper:{BOB}"

    def chat(self, who: Who) -> Chat:
        return Chat("beeper", "owner" if who is Who.OWNER else CHATS[who], private=True)

    async def say(
        self, text: str, who: Who = Who.OWNER, *, group: bool = False, addressed: bool = True
    ) -> None:
        await self._read()
        self.fake.say(CHATS[who], text, SENDERS[who])

    async def send_file(
        self, name: str, content: bytes, caption: str = "", who: Who = Who.OWNER
    ) -> None:
        await self._read()
        attached = [self.fake.attach(name, content)]
        self.fake.say(CHATS[who], caption, SENDERS[who], type="FILE", attachments=attached)

    async def speak(self, sound: bytes, seconds: int, who: Who = Who.OWNER) -> None:
        await self._read()
        about = {"isVoiceNote": True, "duration": float(seconds)}
        attached = [self.fake.attach("voice.ogg", sound, "audio") | about]
        self.fake.say(CHATS[who], "", SENDERS[who], type="VOICE", attachments=attached)

    async def show(self, name: str, content: bytes, caption: str = "") -> None:
        await self._read()
        attached = [self.fake.attach(name, content, "img")]
        owner = Who.OWNER
        self.fake.say(CHATS[owner], caption, SENDERS[owner], type="IMAGE", attachments=attached)

    async def shown(self, who: Who = Who.OWNER, *, group: bool = False) -> Sequence[str]:
        sent = (each for each in self.fake.sent if each["chat"] == CHATS[who])
        return [str(each["text"]).removeprefix(SIGN) for each in sent]

    async def files(self) -> Mapping[str, bytes]:
        addresses = [
            str(attached["id"])
            for each in self.fake.sent
            if isinstance(attachments := each.get("attachments"), list)
            for attached in attachments
        ]
        return dict(self.fake.files[address] for address in addresses)

    async def leave(self) -> None:
        await self.fake.stop()

    async def come_back(self) -> None:
        await self.fake.start()

    async def _read(self) -> None:
        """Until the assistant has looked for the first time: nobody speaks to it before."""
        async with asyncio.timeout(30):
            await self.fake.asked.wait()
