"""Breaks the code and asks whether a test notices: `python -m bench.mutants [S1-29 …]`.

`labels/mutants/*.tsv` has one small break a line: the numbers it breaks (statements of the
specifications, or names of promises with tests of their own), the file, a piece of one of its
lines, and what stands there instead. The tests that cover each number (`tests/specification.py`;
for a promise, `labels/promises.tsv`) run against a copy of the checkout with that one break, the
quickest first. A break that survives shows a promise that its tests do not hold.
`labels/unbreakable.tsv` names the statements that no single line holds, and why.
"""

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from typing import Self

from msgspec import Struct
from msgspec.structs import asdict

from bench.mutants.breaks import ROOT, Mutant, find_missing, find_tests, read_mutants
from bench.mutants.runner import Request, Result

TREE = (
    "adapters",
    "bot",
    "examples",
    "indexer",
    "memory",
    "multis",
    "tests",
    "bench",
    "docs",
    ".github",
)
FILES = ("*.toml", "*.md", "*.json", "*.py", "Makefile", "LICENSE")
LIMIT = 300.0  # seconds for the tests of one break; a test that hangs has noticed it
UNBROKEN = 3600.0  # seconds for all tests together


class Outcome(Struct, frozen=True):
    mutant: Mutant
    survived: tuple[str, ...]  # the numbers whose tests all passed
    seconds: float

    def __str__(self) -> str:
        found = f"SURVIVED {' '.join(self.survived)}:" if self.survived else "noticed"
        return f"{found} {self.mutant} ({self.seconds:.1f} s)"


class Copy:
    """A copy of the checkout, and the process that runs tests in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        copy_tree(folder)
        self._process = subprocess.Popen(  # our own words
            [sys.executable, "-m", "bench.mutants.runner"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def try_mutant(self, mutant: Mutant, tests: Mapping[str, list[str]]) -> Outcome:
        """Break the copy, run the tests of each number, and mend the copy again."""
        begun = time.monotonic()
        mutant.apply_to(self._folder)
        named = {number: tests[number] for number in mutant.numbers}
        try:
            result = self.run(Request([mutant.path], named, LIMIT))
        finally:
            shutil.copyfile(ROOT / mutant.path, self._folder / mutant.path)
        survived = [each for each in mutant.numbers if each not in result.noticed]
        return Outcome(mutant, tuple(survived), time.monotonic() - begun)

    def run(self, request: Request) -> Result:
        assert self._process.stdin  # for mypy: we asked for the pipes
        assert self._process.stdout
        self._process.stdin.write(json.dumps(asdict(request)) + "\n")
        self._process.stdin.flush()
        return Result(**json.loads(self._process.stdout.readline()))


def copy_tree(folder: Path) -> None:
    """Copy what the tests need to a folder of its own, and compile it."""
    for name in TREE:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for file in {file for pattern in FILES for file in ROOT.glob(pattern)}:
        shutil.copy(file, folder)
    # Python compares the code with a file by its content: a break can have the same size and time.
    checked = PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder, quiet=2, invalidation_mode=checked)


def try_all(mutants: Sequence[Mutant], jobs: int) -> Iterator[Outcome]:
    """Try the mutants, each in one of `jobs` copies. First the tests must pass unbroken."""
    found = find_tests()
    tests = {number: list(found[number]) for mutant in mutants for number in mutant.numbers}
    copies: SimpleQueue[Copy] = SimpleQueue()

    def try_in_a_free_copy(mutant: Mutant) -> Outcome:
        copy = copies.get()
        try:
            return copy.try_mutant(mutant, tests)
        finally:
            copies.put(copy)

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        opened = [stack.enter_context(Copy(folder / str(job))) for job in range(jobs)]
        seconds = run_unbroken(mutants, tests, opened[0])
        for named in tests.values():
            named.sort(key=lambda each: seconds.get(each, 0.0))
        for copy in opened:
            copies.put(copy)
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        yield from pool.map(try_in_a_free_copy, mutants)


def run_unbroken(
    mutants: Sequence[Mutant], tests: Mapping[str, list[str]], copy: Copy
) -> dict[str, float]:
    """Return how long each test takes. Raises SystemExit where one fails without any break."""
    files = sorted({mutant.path for mutant in mutants})
    result = copy.run(Request(files, dict(tests), UNBROKEN))
    if result.noticed or not result.is_whole:
        raise SystemExit(f"Without any break, tests fail:\n{result.output}")
    return result.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description="Break the code and see whether a test notices.")
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="such as S1-29, or S1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    mutants = [each for each in read_mutants() if _is_asked(each, asked.numbers)]
    survivors = 0
    for outcome in try_all(mutants, asked.jobs):
        survivors += bool(outcome.survived)
        print(outcome, file=sys.stdout if outcome.survived else sys.stderr, flush=True)
    missing = [] if asked.numbers else find_missing(mutants)
    sys.stdout.write(f"{len(mutants)} breaks, {survivors} survived\n")
    sys.exit(f"Neither broken nor explained: {' '.join(missing)}" if missing else survivors > 0)


def _is_asked(mutant: Mutant, asked: Sequence[str]) -> bool:
    """Return whether a number was asked for, itself or its whole part (`S1`)."""
    parts = tuple(f"{each}-" for each in asked)
    return not asked or any(
        number in asked or number.startswith(parts) for number in mutant.numbers
    )


if __name__ == "__main__":
    main()
