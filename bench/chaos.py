"""Kill the daemon again and again while Telegram misbehaves; count what was lost or done twice.

    python -m bench.chaos --updates 1000 --kills 30

Twenty people send commands, notes, questions and files to `multis run`, a process of its own that
is killed with SIGKILL at random moments, while the fake Bot API drops connections, loses
confirmations, delays, and answers 429 and 502, and while a rival polls with the same token, so that
one of the two gets a 409. The outcome is read from the fake's own record, the notes on disk and the
database.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import aiohttp

from bench.confirmations import Kill, read_unconfirmed
from bench.verdict import NOTED, RIVAL, ChaosReport, Update, judge
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.faults import Storm
from tests.daemon import a_daemon, until, write_config

PEOPLE = 20
ODDS = {"drop": 0.03, "cut": 0.03, "page": 0.02, "flood": 0.02, "conflict": 0.01, "delay": 0.1}
LIFE = (0.5, 9.0)  # seconds from start to SIGKILL
RIVAL_EVERY = (0.3, 2.0)  # seconds
CALM = 300.0  # seconds to finish what is left after the last kill


def generate_updates(updates: int, luck: random.Random) -> list[Update]:
    """Generate updates; no two neighbours in a chat have the same reply, so repeats can be told."""
    generated, before = list[Update](), dict[int, str]()
    for n in range(updates):
        person = 1000 + luck.randrange(PEOPLE)
        each = _generate_update(n, person, luck.random())
        if not each.file and before.get(person) == each.reply:
            each = _generate_update(n, person, 0.0)
        if not each.file:
            before[person] = each.reply
        generated.append(each)
    return generated


def _generate_update(n: int, person: int, draw: float) -> Update:
    if draw < 0.5:
        return Update(person, f"/zq{n}zq", f"Unknown command /zq{n}zq.")
    if draw < 0.75:
        return Update(person, f"/remember the number {n}", NOTED, note=f"number {n}")
    if draw < 0.85:
        return Update(person, f"what is {n}?", "The documents do not answer this")
    return Update(person, "", "", file=f"file{n}.txt")


async def run_chaos(home: Path, updates: int, kills: int, seed: int) -> ChaosReport:
    """Run the daemon, the people and the kills in `home`, which must be empty."""
    luck = random.Random(seed)  # noqa: S311 - chance, not a secret
    sent = generate_updates(updates, luck)
    begun, killed = time.time(), list[Kill]()
    async with FakeBotApi() as fake:
        write_config(
            home,
            fake,
            access={"policy": "open"},
            rate_limit={"burst_per_minute": 0, "daily_per_sender": 0},
        )
        fake.weather.rise(Storm(ODDS, seed))
        async with _open_rival(fake, random.Random(seed)):  # noqa: S311 - chance
            for share in _split(sent, kills + 1):
                async with a_daemon(home, start=False) as daemon:
                    life = asyncio.sleep(luck.uniform(*LIFE))
                    await asyncio.gather(_send_updates(fake, share, luck), life)
                    if len(killed) < kills:
                        await daemon.kill()
                        killed.append(read_unconfirmed(home))
                        continue
                    await until(
                        lambda: daemon.ended or _is_settled(fake, home, updates), "rest", CALM
                    )
        return judge(fake, home, sent, killed, begun)


@asynccontextmanager
async def _open_rival(fake: FakeBotApi, luck: random.Random) -> AsyncIterator[None]:
    """Poll with the same token now and then, like another program; it confirms no updates."""
    async with aiohttp.ClientSession() as session:
        task = asyncio.create_task(_poll_as_rival(fake, session, luck))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])


async def _poll_as_rival(
    fake: FakeBotApi, session: aiohttp.ClientSession, luck: random.Random
) -> None:
    address = f"{fake.base_url}{fake.world.token}/getUpdates"
    while True:
        await asyncio.sleep(luck.uniform(*RIVAL_EVERY))
        with contextlib.suppress(aiohttp.ClientError):
            async with session.get(address, params={"timeout": "1", RIVAL: "yes"}):
                continue


def _split(sent: Sequence[Update], count: int) -> Iterator[Sequence[Update]]:
    edges = [len(sent) * n // count for n in range(count + 1)]
    yield from (sent[start:end] for start, end in pairwise(edges))


async def _send_updates(fake: FakeBotApi, share: Sequence[Update], luck: random.Random) -> None:
    for each in share:
        person = Person(each.person, f"Person {each.person}")
        if each.file:
            document = fake.document(each.file, f"The content of {each.file}.".encode())
            fake.say(person=person, document=document)
        else:
            fake.say(each.text, person)
        await asyncio.sleep(luck.uniform(0, LIFE[1] / max(len(share), 1)))


def _is_settled(fake: FakeBotApi, home: Path, updates: int) -> bool:
    if fake.updates.pending:
        return False
    with closing(sqlite3.connect(home / "data" / "multis.db", timeout=10)) as database:
        (done,) = database.execute("SELECT count(*) FROM inbox WHERE state = 'done'").fetchone()
    return bool(done == updates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--home", type=Path, help="kept afterwards; default: a temporary folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = given.home or Path(folder)
        report = asyncio.run(run_chaos(home, given.updates, given.kills, given.seed))
    print(json.dumps(asdict(replace(report, strange=report.strange[:10])), indent=1))
    raise SystemExit(0 if report.clean else 1)


if __name__ == "__main__":
    main()
