"""Kill the daemon again and again while Telegram misbehaves; count what was lost or done twice.

    python -m bench.chaos --updates 1000 --kills 30 [--power-cuts] [--no-files]

Twenty people, half of them in a group, send commands, notes, questions and files to `multis run`, a
process of its own that is killed with SIGKILL at random moments, while a model streams its answers
slowly, while the fake Bot API drops connections, loses confirmations, delays, and answers 429 and
502, and while a rival polls with the same token, so that one of the two gets a 409. The outcome is
read from the fake's own record, the notes on disk and the database.

With `--power-cuts` every other kill is a power failure: the database is put back as it was on the
disk (`bench.chaos.power`). Whatever is committed and not synced is lost then, however long ago.

Each kill counts as a crash for what is in work, so some messages are set aside. When all others are
done, these are released as the owner would do it; they count as `set_aside`.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path

import aiohttp

from bench.chaos.aside import count_messages, mark_aside, release_all
from bench.chaos.confirmations import Kill, read_unconfirmed
from bench.chaos.power import cut_power
from bench.chaos.verdict import NOTED, RIVAL, ChaosReport, Update, judge
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.faults import Storm
from tests.daemon import Daemon, a_daemon, until, write_config
from tests.fake_llm import Call, FakeLlm, Says

PEOPLE = 20
ODDS = {"drop": 0.03, "cut": 0.03, "page": 0.02, "flood": 0.02, "conflict": 0.01, "delay": 0.1}
LIFE = (0.5, 9.0)  # seconds from the start, or from when it is ready, to SIGKILL
READY_ODDS = 0.75  # that a life is counted from when the daemon is ready
RIVAL_EVERY = (0.3, 2.0)  # seconds
CALM = 900.0  # seconds for a start, and to finish what is left after the last kill
WORDS, PACE = 30, 0.03  # of an answer; seconds for each word
QUESTION = re.compile(r"what is ([0-9]+)\?")


@dataclass(frozen=True, slots=True)
class Plan:
    """The size of a run."""

    updates: int = 1000
    kills: int = 30
    seed: int = 1
    files: bool = True
    power_cuts: bool = False


def generate_updates(plan: Plan, luck: random.Random) -> list[Update]:
    """Generate updates; no two neighbours in a chat have the same reply, so repeats can be told."""
    generated, before = list[Update](), dict[int, str]()
    for n in range(plan.updates):
        person = 1000 + luck.randrange(PEOPLE)
        each = _generate_update(n, person, luck.random() * (1.0 if plan.files else 0.85))
        if not each.file and before.get(each.chat) == each.reply:
            each = _generate_update(n, person, 0.0)
        if not each.file:
            before[each.chat] = each.reply
        generated.append(each)
    return generated


def _generate_update(n: int, person: int, draw: float) -> Update:
    chat = -person if person % 2 and not 0.35 <= draw < 0.6 and draw < 0.85 else person
    if draw < 0.35:
        return Update(person, chat, f"/zq{n}zq", f"Unknown command /zq{n}zq.")
    if draw < 0.6:
        return Update(person, chat, f"/remember the number {n}", NOTED, note=f"number {n}")
    if draw < 0.85:
        return Update(person, chat, f"what is {n}?", build_answer(n))
    return Update(person, chat, "", "", file=f"file{n}.txt")


def build_answer(n: int) -> str:
    return f"Answer {n}: {' '.join(f'word{word}' for word in range(WORDS))} end{n}."


def _think(call: Call) -> Says:
    asked = QUESTION.findall(call.text)
    return Says(build_answer(int(asked[-1])) if asked else "No notable information.")


async def run_chaos(home: Path, plan: Plan) -> ChaosReport:
    """Run the daemon, the people and the kills in `home`, which must be empty."""
    luck = random.Random(plan.seed)  # noqa: S311 - chance, not a secret
    sent = generate_updates(plan, luck)
    begun, killed = time.time(), list[Kill]()
    async with FakeBotApi() as fake, FakeLlm(_think, PACE) as model:
        write_config(
            home,
            fake,
            access={"policy": "open"},
            rate_limit={"burst_per_minute": 0, "daily_per_sender": 0},
            llm={"model": "openai:fake", "base_url": f"{model.address}/v1", "api_key": "x"},
        )
        fake.weather.rise(Storm(ODDS, plan.seed))
        module = "bench.chaos.power" if plan.power_cuts else "bot"
        async with _open_rival(fake, random.Random(plan.seed)):  # noqa: S311 - chance
            for share in _split(sent, plan.kills + 1):
                async with a_daemon(home, start=False, module=module) as daemon:
                    await asyncio.gather(_send_updates(fake, share, luck), _live(daemon, luck))
                    if len(killed) < plan.kills:
                        await daemon.kill()
                        at = time.time()
                        if plan.power_cuts and len(killed) % 2:
                            cut_power(home)
                        killed.append(read_unconfirmed(home, at))
                        continue
                    sent = await _settle(fake, home, daemon, sent)
        return judge(fake, home, sent, killed, begun)


async def _live(daemon: Daemon, luck: random.Random) -> None:
    """Wait for a life to end: one in four may end during the start, however slow that is."""
    if luck.random() < READY_ODDS:
        await daemon.ready(CALM)
    await asyncio.sleep(luck.uniform(*LIFE))


async def _settle(
    fake: FakeBotApi, home: Path, daemon: Daemon, sent: Sequence[Update]
) -> list[Update]:
    """Wait until all is done, released messages too; return `sent`, marked where set aside."""

    def is_settled(*, whole: bool) -> bool:
        done, aside = count_messages(home)
        settled = not fake.updates.pending and done + aside == len(sent)
        return daemon.ended or (settled and not (whole and aside))

    def see() -> object:
        return count_messages(home), len(fake.updates.pending)

    await until(lambda: is_settled(whole=False), "rest", CALM, see)
    marked = mark_aside(home, sent)
    await release_all(home)
    await until(lambda: is_settled(whole=True), "release", CALM, see)
    return marked


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
        elif each.chat < 0:
            fake.say(f"@{fake.world.username} {each.text}", person, each.chat)
        else:
            fake.say(each.text, person)
        await asyncio.sleep(luck.uniform(0, LIFE[1] / max(len(share), 1)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-files", action="store_true", help="send no files")
    parser.add_argument("--power-cuts", action="store_true", help="cut the power, too")
    parser.add_argument("--home", type=Path, help="kept afterwards; default: a temporary folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = given.home or Path(folder)
        plan = Plan(given.updates, given.kills, given.seed, not given.no_files, given.power_cuts)
        report = asyncio.run(run_chaos(home, plan))
    print(json.dumps(asdict(replace(report, strange=report.strange[:10])), indent=1))
    raise SystemExit(0 if report.clean else 1)


if __name__ == "__main__":
    main()
