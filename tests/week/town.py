"""A daemon at a time of the week, and the people who talk to it; what they read is kept."""

import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path

from msgspec import Struct, field

from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.people import chat_of
from tests.adapters.fake_bot_api.world import Message
from tests.daemon import Daemon, a_daemon, until
from tests.fake_llm import Call, FakeLlm, Says
from tests.fake_speech import FakeSpeech, Speech
from tests.homes.clocked import Clock
from tests.homes.running import ask_database, describe_run, read_state
from tests.week.things import SOUND

ANNA, BOB, CARL, ERIN = (
    Person(7, "Anna", "anna"),
    Person(8, "Bob"),
    Person(9, "Carl"),
    Person(11, "Erin"),
)
PEOPLE = (ANNA, BOB, CARL, ERIN)
ZONE = "Europe/Berlin"
PATIENCE = 120.0  # seconds, on a busy machine


class Line(Struct, frozen=True):
    """What a person did: `kind` is text, button, voice, photo, file, reaction or restart."""

    number: int  # in the order of everything that happened
    chat: int
    at: float
    text: str
    kind: str = "text"


class Town(Struct):
    """`python` and `checkout` are those of the version that answers."""

    home: Path
    fake: FakeBotApi
    speech: FakeSpeech
    model: FakeLlm
    clock: Clock
    checkout: Path | None = None
    lines: list[Line] = field(default_factory=list)
    read: set[int] = field(default_factory=set)  # messages of the bot that somebody expected

    @asynccontextmanager
    async def day(self, moment: str) -> AsyncIterator[Daemon]:
        """Run the daemon from then on; at the end everything that it said was expected."""
        self.clock = Clock(datetime.fromisoformat(moment))
        self.fake.world.clock = lambda: self.clock().timestamp()
        self._write_config()
        under = (sys.executable, "-m", "tests.homes.clocked", moment)
        async with a_daemon(self.home, under=under, folder=self.checkout, start=False) as daemon:
            await daemon.ready(PATIENCE)
            yield daemon
            await daemon.kill()
        unread = [each for each in self.fake.world.messages() if each.id not in self.read]
        assert not unread, [(each.chat_id, each.text) for each in unread]
        assert "Traceback" not in daemon.log, daemon.log

    def _write_config(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.home / "config.json"
        kept = json.loads(path.read_text()) if path.exists() else {}
        around = {
            "access": {"policy": "pairing"},
            "platforms": {"telegram": {"enabled": True, **self.fake.settings}},
            "reminders": {"time_zone": ZONE},
            "rate_limit": {"burst_per_minute": 1000, "daily_per_sender": 1000},
            "embedder": {"kind": "none"},
            "voice": {"base_url": f"{self.speech.address}/v1", "long_minutes": 5},
            "llm": {
                "vision_model": "openai:seer",
                "base_url": f"{self.model.address}/v1",
                "api_key": "k",
            },
        }
        path.write_text(json.dumps(kept | around, indent=1))
        path.chmod(0o600)

    async def say(
        self, person: Person, text: str, expected: str = "", **content: object
    ) -> Message:
        """Say it, and read the one message that answers, which has what is `expected`."""
        return self._check(await self._send(person, text, "text", **content), expected)

    async def press(self, person: Person, label: str, expected: str = "") -> Message:
        """Press the newest button whose label begins so, and read what answers."""
        below, data = self._find_button(person, label)
        update = self.fake.press(data, person, under=below.id)
        self._note(person, label, "button")
        replies = await self._answered(person, update)
        return self._check(replies or [self._by_number(person, below.id)], expected)

    def _find_button(self, person: Person, label: str) -> tuple[Message, str]:
        for message in reversed(self.fake.world.messages(person.id)):
            for name, data in message.buttons.items():
                if name.startswith(label):
                    return message, data
        raise AssertionError(f"no button {label}: {self.told()}")

    async def speak(self, person: Person, words: str, expected: str) -> Message:
        """Send a voice note with these words."""
        return await self.record(person, ((0.0, words),), 4, expected)

    async def record(
        self, person: Person, said: Sequence[tuple[float, str]], seconds: int, expected: str
    ) -> Message:
        """Send a recording; the engine says what it hears, and when."""
        self.speech.steps.append(Speech(tuple(said), seconds))
        voice = self.fake.voice(SOUND * seconds, seconds)
        return self._check(await self._send(person, "", "voice", voice=voice), expected)

    async def photo(self, person: Person, content: bytes, caption: str, expected: str) -> Message:
        photo = self.fake.photo(content)
        return self._check(await self._send(person, caption, "photo", photo=photo), expected)

    async def file(self, person: Person, name: str, content: bytes, caption: str = "") -> Message:
        document = self.fake.document(name, content)
        sent = await self._send(person, caption, "file", document=document)
        return self._check(sent, f"Indexed {name}")

    async def react(self, person: Person, message: Message, emoji: str, expected: str = "") -> None:
        """React to an answer; nothing comes back unless something is `expected`."""
        self.fake.world.next_message()
        update = self.fake.react(message.id, emoji, person=person)
        self._note(person, emoji, "reaction")
        replies = await self._answered(person, update)
        assert bool(replies) is bool(expected), [each.text for each in replies]
        if expected:
            self._check(replies, expected)

    async def hears(self, person: Person, words: str) -> Message:
        """Read a message that comes by itself."""

        def find() -> list[Message]:
            there = self.fake.world.messages(person.id)
            return [each for each in there if each.id not in self.read and words in each.text]

        what = f"{words!r} for {person.name}"
        await until(lambda: bool(find()), what, PATIENCE, self.told)
        (found, *_more) = find()
        self.read.add(found.id)
        return found

    async def _send(self, person: Person, text: str, kind: str, **content: object) -> list[Message]:
        words = {"caption": text} if kind != "text" and text else {}
        said = text if kind == "text" else ""
        update = self.fake.say(said, person, content={**words, **content})
        self._note(person, text or "".join(content), kind)
        return await self._answered(person, update)

    def _check(self, replies: Sequence[Message], expected: str) -> Message:
        (reply,) = replies
        assert expected in reply.text, (expected, reply.text)
        return reply

    def _by_number(self, person: Person, number: int) -> Message:
        return self.fake.world.chats[person.id].messages[number]

    async def _answered(self, person: Person, update: int) -> list[Message]:
        await until(
            lambda: self._state(update) == "done", f"an answer to {update}", PATIENCE, self.told
        )
        there = self.fake.world.messages(person.id)
        new = [each for each in there if each.id not in self.read]
        self.read |= {each.id for each in new}
        return new

    def _note(self, person: Person, text: str, kind: str) -> None:
        at = self.clock().timestamp()
        self.lines.append(Line(self.fake.world.last_message, person.id, at, text, kind))

    def _state(self, update: int) -> str:
        return read_state(self.home, update)

    def ask(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        return ask_database(self.home, sql, *values)

    def told(self) -> str:
        return describe_run(self.home, self.fake)


@asynccontextmanager
async def a_town(home: Path, checkout: Path | None = None) -> AsyncIterator[Town]:
    clock = Clock(datetime.fromisoformat("2026-10-19T08:00+02:00"))
    fake = FakeBotApi()
    for each in PEOPLE:
        chat_of(fake.world, each, None)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(fake)
        speech = await stack.enter_async_context(FakeSpeech())
        model = await stack.enter_async_context(FakeLlm(look))
        yield Town(home, fake, speech, model, clock, checkout)


def look(call: Call) -> Says:
    """The seeing model of the week: it tells a notice from a boat by what it is asked."""
    return Says("A grey boat at a jetty.")
