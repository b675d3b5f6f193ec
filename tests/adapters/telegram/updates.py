"""A bot on a fake server, and its people."""

from collections.abc import Sequence

from bot.messages import IncomingMessage
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.hosting import Clock
from tests.adapters.telegram.conftest import Inbox, running

BOB = Person(8, "Bob", "bob")
TEAM = -100
ME: Json = {"id": 1, "is_bot": True, "first_name": "multis", "username": "multis_bot"}


class World:
    """Say things to `fake`, then ask what came through."""

    def __init__(self, fake: FakeBotApi, clock: Clock) -> None:
        self.fake = fake
        self._clock = clock

    async def seen(self) -> Sequence[IncomingMessage]:
        inbox = Inbox()
        self.fake.say("the end")
        async with running(self.fake, inbox, self._clock):
            while "the end" not in inbox.texts:
                await inbox.wait(len(inbox.messages) + 1)
        return inbox.messages[:-1]

    async def the_one(self) -> IncomingMessage:
        (message,) = await self.seen()
        return message

    def earlier(self, text: str, author: Json, **content: object) -> Json:
        """A message that another one replies to."""
        chat = {"id": TEAM, "type": "supergroup", "title": "Team"}
        date = int(self._clock.now())
        told: Json = {"message_id": 5, "chat": chat, "date": date, "from": author, "text": text}
        return told | content
