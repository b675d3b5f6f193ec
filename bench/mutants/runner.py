"""Runs tests in a copy of the checkout, each time in a fork that has loaded most of it already.

A process a copy: it loads all modules once. A line of its input names broken files and tests by
the number that they hold; a fork drops the modules that import those files, directly or by others,
and runs the tests until one of each number has failed. A line of its output is what came of it.
"""

import json
import os
import select
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec import Struct, field
from msgspec.structs import asdict

from tests.architecture import list_imports, list_modules

OURS = ("indexer", "memory", "bot", "adapters", "multis", "examples", "bench", "tests")
OPTIONS = ("-q", "--tb=short", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist")
STOPPED, BROKEN = 2, 3  # pytest's exit codes from here on are no result of tests
OUTPUT = 20_000  # characters


class Request(Struct, frozen=True):
    """The tests are named as `find_tests` does."""

    broken: list[str]  # files
    tests: dict[str, list[str]]
    seconds: float


class Result(Struct, frozen=True):
    noticed: list[str] = field(default_factory=list)  # the numbers of which a test failed
    seconds: dict[str, float] = field(default_factory=dict)  # of each test
    output: str = ""
    is_whole: bool = False  # the run came to its end: it neither hung nor broke


class Watcher:
    """A plug-in of pytest: notes what fails, and stops as soon as each number is noticed."""

    def __init__(self, tests: Mapping[str, Sequence[str]]) -> None:
        self._tests = tests
        self._session: pytest.Session | None = None
        self.seconds = defaultdict[str, float](float)
        self.noticed: dict[str, None] = {}

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._note(_name_test(report.nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = _name_test(report.nodeid)
        self.seconds[name] += report.duration
        if report.failed:
            self._note(name)

    def _note(self, failed: str) -> None:
        """Note a test, or all tests of a file."""
        for number, tests in self._tests.items():
            if any(each == failed or each.startswith(f"{failed}::") for each in tests):
                self.noticed[number] = None
        if self._session and self.noticed.keys() == self._tests.keys():
            self._session.shouldstop = "each number is noticed"


def _name_test(node: str) -> str:
    return node.partition("[")[0].removeprefix("tests/")


def run_tests(request: Request) -> Result:
    """Run the tests in this process; the exit code says whether the run itself broke."""
    named = dict.fromkeys(f"tests/{each}" for tests in request.tests.values() for each in tests)
    watcher = Watcher(request.tests)
    code = pytest.main([*OPTIONS, *named], plugins=[watcher])
    if code >= BROKEN:
        return Result(list(request.tests), is_whole=False)
    return Result(list(watcher.noticed), dict(watcher.seconds), is_whole=code < STOPPED)


def find_dependents(packages: Sequence[str] = OURS) -> dict[str, set[str]]:
    """File -> the modules of `packages` that import it, directly or by others, and its own."""
    modules = list_modules(*packages)
    importers = defaultdict[str, set[str]](set)
    for name, path in modules.items():
        for imported in list_imports(path, modules):
            for each in _list_parents(imported):
                importers[each].add(name)
    root = Path.cwd()
    return {
        path.relative_to(root).as_posix(): set(_walk(name, importers))
        for name, path in modules.items()
    }


def _list_parents(name: str) -> Iterator[str]:
    """Yield the module and the packages that it lies in."""
    parts = name.split(".")
    yield from (".".join(parts[: end + 1]) for end in range(len(parts)))


def _walk(name: str, importers: Mapping[str, set[str]]) -> Iterator[str]:
    seen, waiting = {name}, [name]
    while waiting:
        yield (each := waiting.pop())
        waiting += importers.get(each, set()) - seen
        seen |= importers.get(each, set())


def drop_modules(names: set[str]) -> None:
    """Unload these modules: whoever imports them next loads them again."""
    for name in names & sys.modules.keys():
        parent, _, last = name.rpartition(".")
        sys.modules.pop(name)
        with suppress(KeyError, AttributeError):
            delattr(sys.modules[parent], last)


def run_in_fork(request: Request, dependents: Mapping[str, set[str]]) -> Result:
    """Run the tests in a fork. If that hangs or dies, every number is noticed."""
    gone = Result(list(request.tests), output="The run hung or died.")
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _answer(request, dependents, writing)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        ready, _, _ = select.select([pipe], [], [], request.seconds)
        text = pipe.read() if ready else ""
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # whatever a test has left running goes with it
    os.waitpid(child, 0)
    return Result(**json.loads(text)) if text else gone


def _answer(request: Request, dependents: Mapping[str, set[str]], writing: int) -> None:
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # the requests are not for the tests
    with tempfile.TemporaryFile("w+") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        ours = {name for name in sys.modules if name.partition(".")[0] in OURS}
        for file in request.broken:
            drop_modules(dependents.get(file, ours))
        result = asdict(run_tests(request))
        output.seek(0)
        result["output"] = output.read()[-OUTPUT:]
    with os.fdopen(writing, "w") as pipe:
        json.dump(result, pipe)
    os._exit(0)


def main() -> None:
    import tests.conftest  # noqa: F401  # which loads all modules

    dependents = find_dependents()
    for line in sys.stdin:
        request = Request(**json.loads(line))
        result = run_in_fork(request, dependents)
        sys.stdout.write(json.dumps(asdict(result)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
