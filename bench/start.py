"""Compares the start of `multis --help` and `multis say` with bare Python: `python -m bench.start`.

Every figure is the best of several runs, the three commands in turn, so that a busy machine
disturbs them alike. Bytecode is kept, as in an installation.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROUNDS = 9
GUIDE = Path(__file__).parent.parent / "examples" / "guesthouse.md"
LIMITS = {"multis --help": 8.0, "multis say": 25.0}


def measure_seconds(arguments: list[str], home: str) -> float:
    environ = {**os.environ, "MULTIS_HOME": home}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    subprocess.run(  # noqa: S603  # our own program
        [sys.executable, *arguments],
        env=environ,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - began


def main() -> int:
    commands = {
        "python -c pass": ["-c", "pass"],
        "multis --help": ["-m", "bot", "--help"],
        "multis say": ["-m", "bot", "say", "When is check-out on Sundays?"],
    }
    with TemporaryDirectory() as home:
        measure_seconds(["-m", "bot", "index", str(GUIDE), "--scope", "kb"], home)
        for command in commands.values():  # the first run leaves the bytecode
            measure_seconds(command, home)
        rounds = [
            {name: measure_seconds(c, home) for name, c in commands.items()} for _ in range(ROUNDS)
        ]
    best = {name: min(each[name] for each in rounds) for name in commands}
    bare = best["python -c pass"]
    for name, taken in best.items():
        limit = f", at most {LIMITS[name]:.0f}" if name in LIMITS else ""
        print(f"{name:16} {taken * 1000:7.1f} ms {taken / bare:6.1f} times bare{limit}")
    return int(any(best[name] / bare > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
