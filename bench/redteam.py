"""Attacks every door of multis and prints one line for each attack; exit code 1 if any succeeds.

`--door NAME` tries one door only. The attacks are in `tests/redteam`, where `make test` runs them
too; there the same acts by who may do them must be seen to succeed.
"""

import argparse
import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.redteam.doors import DOORS
from tests.redteam.outcome import Door, Outcome


async def main() -> int:
    options = _parse_options()
    logging.disable(logging.CRITICAL)
    began, tried, succeeded = time.monotonic(), Counter[str](), Counter[str]()
    for door in DOORS:
        if options.door in ("", door.name):
            with TemporaryDirectory() as folder:
                async for outcome in door.attacks(Path(folder)):
                    tried[door.name] += 1
                    succeeded[door.name] += bool(outcome.came)
                    _print(tried.total(), door, outcome)
    _print_totals(tried, succeeded, time.monotonic() - began)
    return 1 if succeeded.total() or not tried else 0


def _print(number: int, door: Door, outcome: Outcome) -> None:
    result = f"SUCCEEDED: {outcome.came}" if outcome.came else "failed"
    print(f"{number:4} {door.name:<10} {result:<7} {outcome.attack}", flush=True)


def _print_totals(tried: Counter[str], succeeded: Counter[str], seconds: float) -> None:
    print()
    for name in tried:
        print(f"{name:<10} {tried[name]:5} attacks, {succeeded[name]} succeeded")
    print(f"{'all':<10} {tried.total():5} attacks, {succeeded.total()} succeeded, {seconds:.0f} s")


def _parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--door", default="", choices=["", *(door.name for door in DOORS)])
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
