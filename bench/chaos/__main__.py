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

With `--engine postgresql` several workers share a database, and while people write, one is killed,
or paused for a minute, or the server is stopped in immediate mode (`bench.chaos.crew`).

Each kill counts as a crash for what is in work, so some messages are set aside. When all others are
done, these are released as the owner would do it; they count as `set_aside`.
"""

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import aiohttp
from msgspec import to_builtins
from msgspec.structs import replace

from bench.chaos.confirmations import Kill, read_unconfirmed
from bench.chaos.people import send_updates
from bench.chaos.power import cut_power
from bench.chaos.settling import CALM, settle
from bench.chaos.storage import open_file
from bench.chaos.updates import Plan, generate_updates, split
from bench.chaos.verdict import RIVAL, ChaosReport, Kept, judge
from bench.chaos.world import open_world
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.faults import Storm
from tests.daemon import Daemon, a_daemon

ODDS = {"drop": 0.03, "cut": 0.03, "page": 0.02, "flood": 0.02, "conflict": 0.01, "delay": 0.1}
LIFE = (0.5, 9.0)  # seconds from the start, or from when it is ready, to SIGKILL
READY_ODDS = 0.75  # that a life is counted from when the daemon is ready
RIVAL_EVERY = (0.3, 2.0)  # seconds


async def run_chaos(home: Path, plan: Plan) -> ChaosReport:
    """Run the daemon, the people and the kills in `home`, which must be empty."""
    luck = random.Random(plan.seed)  # noqa: S311 - chance, not a secret
    sent = generate_updates(plan, luck)
    begun, killed, query = time.time(), list[Kill](), open_file(home)
    async with open_world(home) as fake:
        fake.weather.rise(Storm(ODDS, plan.seed))
        module = "bench.chaos.power" if plan.power_cuts else "bot"
        async with _open_rival(fake, random.Random(plan.seed)):  # noqa: S311 - chance
            for share in split(sent, plan.kills + 1):
                async with a_daemon(home, start=False, module=module) as daemon:
                    sending = send_updates(fake, share, luck, LIFE[1])
                    await asyncio.gather(sending, _live(daemon, luck))
                    if len(killed) < plan.kills:
                        await daemon.kill()
                        at = time.time()
                        if plan.power_cuts and len(killed) % 2:
                            cut_power(home)
                        killed.append(read_unconfirmed(query, at))
                        continue
                    ended = partial(getattr, daemon, "ended")
                    sent = await settle(fake, Kept(home, query), ended, sent)
        return judge(fake, Kept(home, query), sent, killed, begun)


async def _live(daemon: Daemon, luck: random.Random) -> None:
    """Wait for a life to end: one in four may end during the start, however slow that is."""
    if luck.random() < READY_ODDS:
        await daemon.ready(CALM)
    await asyncio.sleep(luck.uniform(*LIFE))


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


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-files", action="store_true", help="send no files")
    parser.add_argument("--power-cuts", action="store_true", help="cut the power, too")
    parser.add_argument("--everything", action="store_true", help="send all that can be sent")
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--workers", type=int, default=3, help="on PostgreSQL")
    parser.add_argument("--stops", type=int, default=5, help="of the PostgreSQL server")
    parser.add_argument("--pauses", type=int, default=5, help="of a worker on PostgreSQL")
    parser.add_argument("--rest", type=float, default=6.0, help="seconds between two of these")
    parser.add_argument("--home", type=Path, help="kept afterwards; default: a temporary folder")
    return parser.parse_args()


async def _run(given: argparse.Namespace, home: Path) -> ChaosReport:
    plan = Plan(
        given.updates,
        given.kills,
        given.seed,
        not given.no_files,
        given.power_cuts,
        given.everything,
    )
    if given.engine == "sqlite":
        return await run_chaos(home, plan)
    from bench.chaos.crew import Blows, run_crew

    blows = Blows(given.kills, given.stops, given.pauses, given.rest)
    return await run_crew(home, plan, given.workers, blows)


def main() -> None:
    given = _parse_options()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(_run(given, given.home or Path(folder)))
    shown = replace(report, strange=report.strange[:10])
    print(json.dumps(to_builtins(shown), indent=1))
    raise SystemExit(0 if report.clean else 1)


if __name__ == "__main__":
    main()
