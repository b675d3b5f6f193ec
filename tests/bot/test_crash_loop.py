"""A message that kills the daemon each time: it is set aside, and everybody else is answered."""

import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec import Struct

from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.faults import Delay
from tests.daemon import Daemon, a_daemon, until, write_config
from tests.fake_llm import Call, FakeLlm, Says

BOB, CARL = Person(8, "Bob"), Person(9, "Carl")
OWNER = 7
POISON = "the poisoned question"


@dataclass
class Killer(FakeLlm):
    """A model that kills the daemon with SIGKILL when it is asked the poisoned question."""

    daemon: Daemon | None = None
    kills: int = 0
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(self.answer)

    def answer(self, call: Call) -> Says:
        if POISON in str(call.body["messages"][-1]) and self.daemon:  # type: ignore[index]  # JSON
            self.kills += 1
            os.kill(self.daemon.process.pid, signal.SIGKILL)
        return Says("At nine.")


class House(Struct):
    home: Path
    fake: FakeBotApi
    model: Killer

    async def live_until_killed(self) -> None:
        async with a_daemon(self.home) as daemon:
            self.model.daemon = daemon
            await until(lambda: daemon.ended or daemon.process.returncode is not None, "its end")
            self.model.daemon = None


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with FakeBotApi() as fake, Killer() as model:
        llm = {"model": "openai:fake", "base_url": f"{model.address}/v1", "api_key": "k"}
        write_config(tmp_path, fake, llm=llm, access={"policy": "open"})
        fake.say("/start")  # a bot may only write to who wrote to it
        yield House(tmp_path, fake, model)


def about_crashes(fake: FakeBotApi, chat: int) -> list[str]:
    return [each for each in fake.world.texts(chat) if "crashed three times" in each]


async def test_a_message_that_kills_the_daemon_three_times_is_set_aside(house: House) -> None:
    fake = house.fake
    fake.say(POISON, BOB)
    for _ in range(3):
        await house.live_until_killed()
    assert house.model.kills == 3
    fake.say("When does the ferry leave?", BOB)
    fake.say("When does the ferry leave?", CARL)
    async with a_daemon(house.home) as daemon:
        house.model.daemon = daemon
        await until(lambda: len(fake.world.texts(8)) == 2, "Bob's notice and answer")
        await until(lambda: bool(fake.world.texts(9)), "Carl's answer")
        await until(lambda: bool(about_crashes(fake, OWNER)), "the owner's notice")
        assert (house.model.kills, daemon.ended) == (3, False)
        assert any("At nine." in each for each in fake.world.texts(8))
        assert "At nine." in fake.world.texts(9)[0]
        house.model.daemon = None
        notice = fake.world.messages(OWNER)[-1]
        fake.press(notice.buttons["Try again"], under=notice.id)
        await until(lambda: len(fake.world.texts(8)) == 3, "the answer at last")
    assert len(about_crashes(fake, 8)) == len(about_crashes(fake, OWNER)) == 1


async def test_what_is_set_aside_is_told_once_though_the_telling_is_killed_too(
    house: House,
) -> None:
    fake = house.fake
    fake.say(POISON, BOB)
    for _ in range(3):
        await house.live_until_killed()
    fake.weather.plan("sendmessage", Delay(30), Delay(30))
    async with a_daemon(house.home) as daemon:
        await until(lambda: not fake.weather.planned["sendmessage"], "both notices under way")
        await daemon.kill()
    for _ in range(2):
        async with a_daemon(house.home) as daemon:
            await until(lambda: bool(about_crashes(fake, 8)), "Bob's notice")
            await until(lambda: bool(about_crashes(fake, OWNER)), "the owner's notice")
            await daemon.stop()  # a second notice would be sent before
    assert len(about_crashes(fake, 8)) == len(about_crashes(fake, OWNER)) == 1


async def test_a_clean_stop_does_not_count(house: House) -> None:
    fake = house.fake
    fake.say("slow", BOB)
    fake.weather.plan("sendmessage", *[Delay(30)] * 4)
    for left in range(3, -1, -1):
        async with a_daemon(house.home) as daemon:
            await until(
                lambda left=left: len(fake.weather.planned["sendmessage"]) <= left,  # type: ignore[misc]  # bound at once
                "a send",
            )
            await daemon.stop()
    async with a_daemon(house.home):
        await until(lambda: bool(fake.world.texts(8)), "the answer")
    assert about_crashes(fake, 8) == []
