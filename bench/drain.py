"""Measures the CPU time of one waiting question, from Telegram and back.

    python -m bench.drain --questions 400 [--checkout FOLDER]

Questions of twenty people wait at the fake Bot API; `multis run`, a process of its own without a
model, answers them from sixty documents, without a rate limit. Counted is the CPU time of the
daemon and its children, from the first question to the last delivered reply; start and the first
answer come before. With `--checkout` the two take turns, best of `--rounds` each; that folder has
an environment of its own in `.venv`.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from bench.ask import ProseGenerator, create_generator
from bench.resident import list_processes
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.daemon import a_daemon, until, write_config

PEOPLE = tuple(Person(7 + n, f"Person {n}") for n in range(20))
FILES, CHUNKS = 60, 10
PATIENCE = 300.0  # seconds
TICK = os.sysconf("SC_CLK_TCK")
HERE = Path(__file__).parents[1]


class Drain(Struct, frozen=True):
    """Milliseconds for each question."""

    cpu: float
    wall: float


async def measure_drain(checkout: Path, python: str, questions: int) -> Drain:
    """Run the daemon of `checkout` in a home of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        async with FakeBotApi() as fake:
            unlimited = {"burst_per_minute": 0, "daily_per_sender": 0}
            write_config(home, fake, access={"policy": "open"}, rate_limit=unlimited)
            asked = _prepare(home, checkout, python, questions + 1)
            async with a_daemon(home, python=python, folder=checkout) as daemon:
                await _ask(fake, asked[:1], 1)
                pid = daemon.process.pid
                before, begun = read_cpu_seconds(pid), time.monotonic()
                await _ask(fake, asked[1:], questions + 1)
                cpu, wall = read_cpu_seconds(pid) - before, time.monotonic() - begun
    return Drain(1000 * cpu / questions, 1000 * wall / questions)


def _prepare(home: Path, checkout: Path, python: str, questions: int) -> list[str]:
    """Index the documents; return questions about them."""
    made = create_generator()
    texts = list(_write_documents(home.parent / "documents", made))
    environ = {**os.environ, "MULTIS_HOME": str(home)}
    index = [python, "-m", "bot", "index", str(home.parent / "documents"), "--scope", "kb"]
    subprocess.run(index, env=environ, cwd=checkout, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # our own program
    return [_build_question(made, texts[n % len(texts)]) for n in range(questions)]


def _write_documents(folder: Path, made: ProseGenerator) -> Iterator[str]:
    folder.mkdir()
    for n in range(FILES):
        text = "\n\n".join(made.build_chunk(m).text for m in range(CHUNKS))
        (folder / f"document{n}.txt").write_text(text)
        yield text


def _build_question(made: ProseGenerator, text: str) -> str:
    words = sorted(set(text.lower().replace(".", "").split()))
    return f"What about {' '.join(made.random.sample(words, 4))}?"


async def _ask(fake: FakeBotApi, questions: Sequence[str], total: int) -> None:
    """Let people ask; return once there are `total` replies."""
    for n, each in enumerate(questions):
        fake.say(each, PEOPLE[n % len(PEOPLE)])
    await until(lambda: len(fake.world.messages()) >= total, "replies", PATIENCE)


def read_cpu_seconds(pid: int) -> float:
    """Read the CPU seconds of a process, its children, and the children that have ended."""
    return sum(_read_ticks(each) for each in list_processes(pid)) / TICK


def _read_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--checkout", type=Path, help="another version to compare with")
    given = parser.parse_args()
    measured = {"this": (HERE, sys.executable)}
    if given.checkout:
        other = given.checkout.resolve()
        measured["other"] = other, str(other / ".venv" / "bin" / "python")
    found: dict[str, list[Drain]] = {name: [] for name in measured}
    for _ in range(given.rounds):
        for name, (folder, python) in measured.items():
            found[name].append(asyncio.run(measure_drain(folder, python, given.questions)))
    for name, rounds in found.items():
        best = min(rounds, key=lambda each: each.cpu)
        print(f"{name:6} {best.cpu:6.1f} CPU-ms and {best.wall:6.1f} ms each")


if __name__ == "__main__":
    main()
