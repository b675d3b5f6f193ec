"""Measures from a bot's token to the owner's first answer: `python -m bench.first_answer`.

On the fake of Telegram: `multis init --token`, `multis run`, the owner's code, a document, and a
question that it answers. Prints the seconds of each step, on the clock, and the processor time of
it all; what a person takes to type and read comes on top.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.daemon import a_daemon, until
from tests.homes.household import multis
from tests.week.story import find_code
from tests.week.things import HANDBOOK

TOKEN = "123456789:" + "A" * 35
PATIENCE = 240.0  # seconds, on a busy machine


async def main() -> None:
    begun, used = time.monotonic(), count_processor_time()
    with TemporaryDirectory() as folder:
        async with FakeBotApi(TOKEN) as fake:
            home = prepare(Path(folder) / "home", fake)
            await multis(home, "init", "--token", TOKEN)
            report("multis init", begun)
            async with a_daemon(home, start=False) as daemon:
                await daemon.ready(PATIENCE)
                report("multis run is ready", begun)
                fake.say(f"/start {find_code(daemon)}")
                await shows(fake, "You are now the owner")
                report("the owner is known", begun)
                fake.say(content={"document": fake.document("handbook.md", HANDBOOK)})
                await shows(fake, "Indexed handbook.md")
                fake.say("What does a berth cost?")
                await shows(fake, "240 euros")
                report("the first answer", begun)
    sys.stdout.write(f"processor time: {count_processor_time() - used:.1f} s\n")


def prepare(home: Path, fake: FakeBotApi) -> Path:
    """Make a home whose Telegram is the fake, and which has no token yet."""
    home.mkdir(mode=0o700)
    telegram = {key: value for key, value in fake.settings.items() if key != "bot_token"}
    (home / "config.json").write_text(json.dumps({"platforms": {"telegram": telegram}}))
    return home


async def shows(fake: FakeBotApi, words: str) -> None:
    def found() -> bool:
        return any(words in text for text in fake.world.texts(ALICE.id))

    await until(found, words, PATIENCE)


def report(step: str, begun: float) -> None:
    sys.stdout.write(f"{time.monotonic() - begun:5.1f} s  {step}\n")


def count_processor_time() -> float:
    """Return the seconds that ended processes of this one have used."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    asyncio.run(main())
