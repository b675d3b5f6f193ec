"""Breaks the code and asks whether a test notices: `python -m bench.mutants [S1-29 …]`.

`labels/mutants/*.tsv` has one small break a line: the numbers it breaks (statements of the
specifications, or names of promises with tests of their own), the file, a piece of one of its
lines, and what stands there instead. The tests that cover each number (`tests/specification.py`;
for a promise, `labels/promises.tsv`) run against a copy of the checkout with that one break. A
break that survives shows a promise that its tests do not hold. `labels/unbreakable.tsv` names the
statements that no single line holds, and why.
"""

import argparse
import compileall
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue

from tests.specification import covered, statements

ROOT = Path(__file__).parent.parent
LABELS = ROOT / "bench" / "labels"
BREAKS = LABELS / "mutants"
UNBREAKABLE = LABELS / "unbreakable.tsv"
PROMISES = LABELS / "promises.tsv"
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
LIMIT = 300  # seconds for the tests of one break; a test that hangs has noticed it
FAILED = re.compile(r"^(?:FAILED|ERROR) tests/(\S+?)(?:\[| |$)", re.M)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One break. `before` stands once in the file, `after` takes its place; `\\n` is a new line."""

    numbers: tuple[str, ...]
    path: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{' '.join(self.numbers)}  {self.path}: {self.before!r} -> {self.after!r}"

    def apply_to(self, tree: Path) -> None:
        """Write the break into a copy. Raises what `break_text` does."""
        file = tree / self.path
        file.write_text(self.break_text(file.read_text(encoding="utf-8")), encoding="utf-8")

    def break_text(self, text: str) -> str:
        """Break the text of the file.

        A piece that does not stand there once is a ValueError; Python that cannot be compiled,
        which any test would notice, is a SyntaxError.
        """
        if (found := text.count(self.before)) != 1:
            raise ValueError(f"{self}: this stands {found} times in the file, not once.")
        broken = text.replace(self.before, self.after)
        if self.path.endswith(".py"):
            compile(broken, self.path, "exec")
        return broken


def read_mutants() -> list[Mutant]:
    return [
        Mutant(tuple(numbers.split()), path, _unescape(before), _unescape(after))
        for file in sorted(BREAKS.glob("*.tsv"))
        for numbers, path, before, after in _read_rows(file)
    ]


def read_unbreakable() -> dict[str, str]:
    """Statement -> why no break of one line can show that its tests hold it."""
    return {row[0]: row[1] for row in _read_rows(UNBREAKABLE)}


def find_tests() -> dict[str, Sequence[str]]:
    """Number -> the tests that promise it, as `file.py::test` below tests/."""
    promises = {name: tests.split() for name, tests in _read_rows(PROMISES)}
    return {**covered(), **promises}


def _read_rows(file: Path) -> Iterator[list[str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        yield line.split("\t")


def _unescape(piece: str) -> str:
    return piece.replace("\\n", "\n")


@dataclass(frozen=True, slots=True)
class Outcome:
    mutant: Mutant
    survived: tuple[str, ...]  # the numbers whose tests all passed
    seconds: float

    def __str__(self) -> str:
        found = f"SURVIVED {' '.join(self.survived)}:" if self.survived else "noticed"
        return f"{found} {self.mutant} ({self.seconds:.1f} s)"


def try_mutant(mutant: Mutant, tests: Mapping[str, Sequence[str]], tree: Path) -> Outcome:
    """Break the copy in `tree`, run the tests of each number, and mend the copy again."""
    begun = time.monotonic()
    mutant.apply_to(tree)
    try:
        named = sorted({test for number in mutant.numbers for test in tests[number]})
        failed = run_tests(named, tree, first=len(mutant.numbers) == 1)
    finally:
        shutil.copyfile(ROOT / mutant.path, tree / mutant.path)
    survived = [each for each in mutant.numbers if not failed.intersection(tests[each])]
    return Outcome(mutant, tuple(survived), time.monotonic() - begun)


def run_tests(named: Sequence[str], tree: Path, *, first: bool = False) -> set[str]:
    """Run tests in a copy. Returns those that failed; all of them where the run itself broke.

    With `first` it ends at the first that fails.
    """
    try:
        done = _start_tests([*["-x"] * first, *named], tree, LIMIT)
    except subprocess.TimeoutExpired:
        return set(named)
    failed = set(FAILED.findall(done.stdout))
    return failed if done.returncode in {0, 1} and failed <= set(named) else set(named)


def _start_tests(
    named: Sequence[str], tree: Path, limit: float | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no"]
    command += ["-p", "no:cacheprovider", "-p", "no:xdist"]
    command += [each if each.startswith("-") else f"tests/{each}" for each in named]
    return subprocess.run(  # noqa: S603  # our own words
        command,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        timeout=limit,
        check=False,
    )


def copy_tree(folder: Path) -> Path:
    """Copy what the tests need to a folder of its own."""
    for name in TREE:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for file in {file for pattern in FILES for file in ROOT.glob(pattern)}:
        shutil.copy(file, folder)
    # Python compares the code with a file by its content: a break can have the same size and time.
    checked = PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder, quiet=2, invalidation_mode=checked)
    return folder


def try_all(mutants: Sequence[Mutant], jobs: int) -> Iterator[Outcome]:
    """Try the mutants, each in one of `jobs` copies. First the tests must pass unbroken."""
    tests = find_tests()
    trees: SimpleQueue[Path] = SimpleQueue()

    def try_in_a_free_tree(mutant: Mutant) -> Outcome:
        tree = trees.get()
        try:
            return try_mutant(mutant, tests, tree)
        finally:
            trees.put(tree)

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        for job in range(jobs):
            trees.put(copy_tree(Path(folder, str(job))))
        _check_unbroken(mutants, tests, Path(folder, "0"))
        yield from pool.map(try_in_a_free_tree, mutants)


def _check_unbroken(
    mutants: Sequence[Mutant], tests: Mapping[str, Sequence[str]], tree: Path
) -> None:
    named = {test for mutant in mutants for number in mutant.numbers for test in tests[number]}
    done = _start_tests(sorted(named), tree)
    if done.returncode:
        raise SystemExit(f"Without any break, tests fail:\n{done.stdout}{done.stderr}")


def find_missing(mutants: Sequence[Mutant]) -> list[str]:
    """List the statements that have neither a break nor a reason for having none."""
    told = {number for mutant in mutants for number in mutant.numbers} | read_unbreakable().keys()
    return [each.number for each in statements() if each.number not in told]


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
    """Whether a number was asked for, itself or its whole part (`S1`)."""
    parts = tuple(f"{each}-" for each in asked)
    return not asked or any(
        number in asked or number.startswith(parts) for number in mutant.numbers
    )


if __name__ == "__main__":
    main()
