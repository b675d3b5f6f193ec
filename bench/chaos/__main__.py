"""Kill the daemon again and again while Telegram misbehaves; count what was lost or done twice.

    python -m bench.chaos --updates 1000 --kills 30 [--everything] [--power-cuts] [--no-files]

Twenty people, half of them in a group, send commands, notes, questions and files to `multis run`, a
process of its own that is killed with SIGKILL at random moments, while a model streams its answers
slowly, while the fake Bot API drops connections, loses confirmations, delays, and answers 429 and
502, and while a rival polls with the same token, so that one of the two gets a 409. The outcome is
read from the fake's own record, the notes on disk and the database.

With `--power-cuts` every other kill is a power failure: the database is put back as it was on the
disk (`bench.chaos.power`). Whatever is committed and not synced is lost then, however long ago.

With `--everything` they also speak, send pictures and albums, quote, react, and want to be
reminded, in weeks and during the run.

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
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import aiohttp

from bench.chaos.aside import count_messages, mark_aside, release_all
from bench.chaos.confirmations import REPEATED, Kill, read_unconfirmed
from bench.chaos.people import HearingSpeech, send_updates
from bench.chaos.power import cut_power
from bench.chaos.updates import Kind, Plan, Update, build_answer, generate_updates, select
from bench.chaos.verdict import RIVAL, ChaosReport, is_reminder, judge
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.faults import Storm
from tests.daemon import Daemon, a_daemon, until, write_config
from tests.fake_llm import Call, FakeLlm, Says

ODDS = {"drop": 0.03, "cut": 0.03, "page": 0.02, "flood": 0.02, "conflict": 0.01, "delay": 0.1}
LIFE = (0.5, 9.0)  # seconds from the start, or from when it is ready, to SIGKILL
READY_ODDS = 0.75  # that a life is counted from when the daemon is ready
RIVAL_EVERY = (0.3, 2.0)  # seconds
CALM = 900.0  # seconds for a start, and to finish what is left after the last kill
PACE = 0.03  # seconds for each word of an answer
QUESTION = re.compile(r"what is ([0-9]+)\?")


def _think(call: Call) -> Says:
    asked = QUESTION.findall(call.text)
    return Says(build_answer(int(asked[-1])) if asked else "No notable information.")


async def run_chaos(home: Path, plan: Plan) -> ChaosReport:
    """Run the daemon, the people and the kills in `home`, which must be empty."""
    luck = random.Random(plan.seed)  # noqa: S311 - chance, not a secret
    sent = generate_updates(plan, luck)
    begun, killed = time.time(), list[Kill]()
    async with FakeBotApi() as fake, FakeLlm(_think, PACE) as model, HearingSpeech() as engine:
        _configure(home, fake, model, engine)
        fake.weather.rise(Storm(ODDS, plan.seed))
        module = "bench.chaos.power" if plan.power_cuts else "bot"
        async with _open_rival(fake, random.Random(plan.seed)):  # noqa: S311 - chance
            for share in _split(sent, plan.kills + 1):
                async with a_daemon(home, start=False, module=module) as daemon:
                    sending = send_updates(fake, share, luck, LIFE[1])
                    await asyncio.gather(sending, _live(daemon, luck))
                    if len(killed) < plan.kills:
                        await daemon.kill()
                        at = time.time()
                        if plan.power_cuts and len(killed) % 2:
                            cut_power(home)
                        killed.append(read_unconfirmed(home, at))
                        continue
                    sent = await _settle(fake, home, daemon, sent)
        return judge(fake, home, sent, killed, begun)


def _configure(home: Path, fake: FakeBotApi, model: FakeLlm, engine: HearingSpeech) -> None:
    mind = {"model": "openai:fake", "vision_model": "openai:fake", "api_key": "x"}
    write_config(
        home,
        fake,
        access={"policy": "open"},
        rate_limit={"burst_per_minute": 0, "daily_per_sender": 0},
        llm={**mind, "base_url": f"{model.address}/v1"},
        voice={"base_url": engine.url},
    )


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
        # Each picture of an album is an update of its own.
        settled = not fake.updates.pending and done + aside == fake.updates.pushed
        return daemon.ended or (settled and not (whole and aside))

    def see() -> object:
        return count_messages(home), fake.updates.pushed, len(fake.updates.pending)

    await until(lambda: is_settled(whole=False), "rest", CALM, see)
    marked = mark_aside(home, sent)
    await release_all(home)
    await until(lambda: is_settled(whole=True), "release", CALM, see)
    soon = select(sent, Kind.SOON)
    await until(lambda: daemon.ended or _count_reminders(fake) >= len(soon), "reminders", CALM)
    return marked


def _count_reminders(fake: FakeBotApi) -> int:
    told = filter(is_reminder, fake.world.texts())
    return len({each.removeprefix(REPEATED).split("\n")[0] for each in told})


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-files", action="store_true", help="send no files")
    parser.add_argument("--power-cuts", action="store_true", help="cut the power, too")
    parser.add_argument("--everything", action="store_true", help="send all that can be sent")
    parser.add_argument("--home", type=Path, help="kept afterwards; default: a temporary folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = given.home or Path(folder)
        plan = Plan(
            given.updates,
            given.kills,
            given.seed,
            not given.no_files,
            given.power_cuts,
            given.everything,
        )
        report = asyncio.run(run_chaos(home, plan))
    print(json.dumps(asdict(replace(report, strange=report.strange[:10])), indent=1))
    raise SystemExit(0 if report.clean else 1)


if __name__ == "__main__":
    main()
