"""Talk to the daemon for a long time and watch whether its memory grows.

    python -m bench.soak --messages 20000

Twenty people and a group ask, search, note, send files, edit and press buttons; `multis run`, a
process of its own, answers through the fake Bot API. No model is configured. Resident memory is
read from /proc: after the first tenth of the messages, when every part has been used, and at the
end, when everything is answered.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from msgspec import Struct, field, to_builtins

from bench.resident import Memory, read_memory
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.daemon import a_daemon, until, write_config

GROUP = -100
PEOPLE = tuple(Person(7 + n, f"Person {n}") for n in range(20))  # 7 is the owner
FILES = 50  # distinct names: a file of a known name replaces the former one
AT_ONCE = 40  # messages under way; Telegram keeps the rest
BATCH = 10
PATIENCE = 300.0  # seconds for the last answers
GROWTH, TOTAL = 0.05, 160_000_000  # of the daemon's memory; bytes of all its processes
WORDS = ("ferry", "harbour", "breakfast", "invoice", "garden", "window", "meeting", "lantern")

Say = Callable[[FakeBotApi, int, random.Random], None]


class SoakReport(Struct):
    messages: int
    seconds: float = 0.0
    unanswered: int = 0
    errors: int = 0  # replies that report an internal error
    settled: Memory = field(default_factory=Memory)  # after the first tenth
    end: Memory = field(default_factory=Memory)
    between: list[int] = field(default_factory=list)  # MB of the daemon, after each tenth

    @property
    def growth(self) -> float:
        """Relative growth of the daemon's own memory."""
        return self.end.daemon / self.settled.daemon - 1

    @property
    def clean(self) -> bool:
        return (
            self.growth < GROWTH
            and self.end.total < TOTAL
            and not (self.unanswered or self.errors or self.end.libraries)
        )


async def run_soak(home: Path, messages: int, seed: int) -> SoakReport:
    """Run the daemon and the people in `home`, which must be empty."""
    luck = random.Random(seed)  # noqa: S311 - chance, not a secret
    report, begun = SoakReport(messages), time.monotonic()
    async with FakeBotApi() as fake:
        unlimited = {"burst_per_minute": 0, "daily_per_sender": 0}
        write_config(home, fake, access={"policy": "open"}, rate_limit=unlimited)
        async with a_daemon(home) as daemon:
            for tenth in _split_into_tenths(messages):
                for first in range(tenth.start, tenth.stop, BATCH):
                    for n in range(first, min(first + BATCH, tenth.stop)):
                        _send_one(fake, n, luck)
                    await until(
                        lambda: _count_unanswered(fake, home) < AT_ONCE, "answers", PATIENCE
                    )
                await until(lambda: not _count_unanswered(fake, home), "the last answers", PATIENCE)
                report.end = read_memory(daemon.process.pid)
                report.between.append(report.end.daemon // 1_000_000)
                if not tenth.start:
                    report.settled = report.end
            report.unanswered = _count_unanswered(fake, home)
        report.errors = sum("Something went wrong" in each for each in fake.world.texts())
    report.seconds = round(time.monotonic() - begun, 1)
    return report


def _split_into_tenths(messages: int) -> Iterator[range]:
    edges = [messages * n // 10 for n in range(11)]
    yield from (range(edges[n], edges[n + 1]) for n in range(10))


def _count_unanswered(fake: FakeBotApi, home: Path) -> int:
    """Count the messages that are not answered yet."""
    with closing(sqlite3.connect(home / "data" / "multis.db", timeout=10)) as database:
        query = "SELECT count(*) FROM inbox WHERE state != 'done'"
        return len(fake.updates.pending) + int(database.execute(query).fetchone()[0])


def _send_one(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    kinds, weights = zip(*KINDS.items(), strict=True)
    luck.choices(kinds, weights)[0](fake, n, luck)


def _ask(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    fake.say(f"When does the {_choose_word(luck)} of day {n % 100} begin?", luck.choice(PEOPLE))


def _search(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    fake.say(f"/search {_choose_word(luck)} {_choose_word(luck)}", luck.choice(PEOPLE))


def _send_command(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    texts = ("/help", "/docs", "/status", "/memory", "/usage", "/new", f"/unknown{n}")
    fake.say(luck.choice(texts), luck.choice(PEOPLE))


def _remember(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    fake.say(f"/remember the {_choose_word(luck)} has the number {n % 500}", luck.choice(PEOPLE))


def _forget(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    fake.say(f"/forget {_choose_word(luck)}", luck.choice(PEOPLE))


def _send_file(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    name = f"note{n % FILES}.{luck.choice(('txt', 'md'))}"
    text = "\n\n".join(
        f"The {_choose_word(luck)} of day {day} begins at {n % 24}." for day in range(20)
    )
    fake.say(person=luck.choice(PEOPLE), document=fake.document(name, text.encode()))


def _ask_in_group(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    texts = (
        f"/ask what about the {_choose_word(luck)}?",
        f"we talk about the {_choose_word(luck)}",
    )
    fake.say(luck.choice(texts), luck.choice(PEOPLE), GROUP)


def _edit(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    person = luck.choice(PEOPLE)
    fake.say(f"What is a {_choose_word(luck)}?", person)
    sent = max(fake.world.chats[person.id].incoming)
    fake.edit(sent, f"What is the {_choose_word(luck)}?", person)


def _press_button(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    """Press a recent button of the chat; ask a question if there is none."""
    person = luck.choice(PEOPLE)
    for message in reversed(fake.world.messages(person.id)[-20:]):
        if message.buttons:
            label = luck.choice(list(message.buttons))
            fake.press(message.buttons[label], person, under=message.id)
            return
    _ask(fake, n, luck)


def _send_location(fake: FakeBotApi, n: int, luck: random.Random) -> None:
    """Send a kind of message that cannot be answered, or an update that cannot be parsed."""
    place = {"latitude": 54.0, "longitude": 7.9} if n % 2 else {"latitude": "north"}
    fake.say(person=luck.choice(PEOPLE), location=place)


def _choose_word(luck: random.Random) -> str:
    return luck.choice(WORDS)


KINDS: dict[Say, float] = {
    _ask: 0.35,
    _search: 0.15,
    _send_command: 0.15,
    _ask_in_group: 0.1,
    _press_button: 0.07,
    _send_file: 0.05,
    _edit: 0.05,
    _remember: 0.04,
    _forget: 0.01,
    _send_location: 0.03,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--home", type=Path, help="kept afterwards; default: a temporary folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = given.home or Path(folder)
        report = asyncio.run(run_soak(home, given.messages, given.seed))
    print(json.dumps(to_builtins(report) | {"growth": round(report.growth, 4)}, indent=1))
    raise SystemExit(0 if report.clean else 1)


if __name__ == "__main__":
    main()
