"""Telegram, as the fake Bot API server plays it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from adapters.telegram import Telegram, TelegramSettings
from bot.messages import Adapter, Chat, Host
from tests.adapters.contract.platform import Can, Platform, Who
from tests.adapters.fake_bot_api import ALICE, FakeBotApi, Person
from tests.adapters.hosting import Clock

PEOPLE = {Who.OWNER: ALICE, Who.GUEST: Person(8, "Bob", "bob")}
GROUP = -100


class TelegramPlatform(Platform):
    name = "telegram"
    can = frozenset(Can)
    longest = 4096

    def __init__(self, fake: FakeBotApi) -> None:
        self._fake = fake
        self._read = 0

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, ground: object) -> AsyncIterator[Self]:
        async with FakeBotApi() as fake:
            yield cls(fake)

    def settings(self) -> Mapping[str, object]:
        return self._fake.settings

    def adapter(self, host: Host) -> Adapter:
        settings, time = TelegramSettings.of(self.settings()), Clock().time
        return Telegram(settings, host, time)

    def key(self, who: Who) -> str:
        return f"telegram:{PEOPLE[who].id}"

    def chat(self, who: Who) -> Chat:
        return Chat("telegram", str(PEOPLE[who].id), private=True)

    async def say(
        self, text: str, who: Who = Who.OWNER, *, group: bool = False, addressed: bool = True
    ) -> None:
        called = f"@{self._fake.world.username} {text}" if group and addressed else text
        self._fake.say(called, PEOPLE[who], GROUP if group else None)

    async def send_file(
        self, name: str, content: bytes, caption: str = "", who: Who = Who.OWNER
    ) -> None:
        document = self._fake.document(name, content)
        self._fake.say(person=PEOPLE[who], content={"document": document}, caption=caption)

    async def speak(self, sound: bytes, seconds: int, who: Who = Who.OWNER) -> None:
        self._fake.say(person=PEOPLE[who], voice=self._fake.voice(sound, seconds))

    async def show(self, name: str, content: bytes, caption: str = "") -> None:
        self._fake.say(photo=self._fake.photo(content), caption=caption)

    async def show_album(self, pictures: Sequence[bytes], caption: str) -> None:
        for number, content in enumerate(pictures):
            words = "" if number else caption
            self._fake.say(photo=self._fake.photo(content), media_group_id="1", caption=words)

    async def quote(self, part: str, text: str) -> None:
        newest = self._fake.world.messages(PEOPLE[Who.OWNER].id)[-1]
        chat = self._fake.world.chats[newest.chat_id].described()
        author = self._fake.world.me()
        whole = {"message_id": newest.id, "chat": chat, "date": 0, "from": author}
        quoted = {"text": part, "position": newest.text.index(part), "is_manual": True}
        self._fake.say(text, reply_to_message={**whole, "text": newest.text}, quote=quoted)

    async def react(self, emoji: str, who: Who = Who.OWNER) -> None:
        newest = self._fake.world.messages(PEOPLE[who].id)[-1]
        assert self._fake.react(newest.id, emoji, person=PEOPLE[who])

    async def choose(self, label: str, who: Who = Who.OWNER) -> None:
        newest = self._fake.world.messages(PEOPLE[who].id)[-1]
        self._fake.press(newest.buttons[label], PEOPLE[who], under=newest.id)

    async def shown(self, who: Who = Who.OWNER, *, group: bool = False) -> Sequence[str]:
        return self._fake.world.texts(GROUP if group else PEOPLE[who].id)

    async def files(self) -> Mapping[str, bytes]:
        sent = self._fake.world.messages(PEOPLE[Who.OWNER].id)
        return dict(message.file for message in sent if message.file is not None)

    async def previews(self) -> Sequence[str]:
        edited = [text for message in self._fake.world.messages() for text in message.earlier]
        return [*(str(draft["text"]) for draft in self._fake.world.drafts), *edited]

    async def leave(self) -> None:
        await self._fake.stop()

    async def come_back(self) -> None:
        await self._fake.start()
