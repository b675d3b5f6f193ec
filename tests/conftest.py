"""What several test files need: the documents to test on, a model that answers."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import is_hypothesis_test, settings

from tests.architecture import PACKAGES, list_modules
from tests.fake_llm import FakeLlm, Says
from tests.postgresql.server import explain_missing
from tests.skipped import leave_out, pytest_addoption, pytest_terminal_summary

if TYPE_CHECKING:
    from tests.conversation import World
    from tests.postgresql.databases import Databases

__all__ = ["pytest_addoption", "pytest_terminal_summary"]  # pytest finds its hooks here

# How long one example takes says how busy the machine is, and nothing about the program. A run
# tries the same examples as the one before; `--hypothesis-profile search` looks for new ones, and
# what it finds is kept as an `@example` of the test.
settings.register_profile("multis", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("multis")

WAITING = 2  # workers for which there is no processor

# Some libraries calculate in as many threads as there are processors, and wait for each other in
# vain where other tests have those; this is read when they are loaded. The daemon does the same.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell lets what it starts in the background ignore Ctrl-C, and so would what a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return more than there are processors: half of the time a test waits for a process."""
    return (os.cpu_count() or 1) + WAITING


# A file is one worker's. The longest are begun first, so that none of them is what the others wait
# for at the end; `--no-loadscope-reorder` keeps this order.
LONGEST = (
    "tests/adapters/web/test_e2e.py",
    "tests/hostile/test_hostile.py",
    "tests/redteam/test_redteam.py",
    "tests/hostile/test_linear_functions.py",
    "tests/adapters/contract/test_contract.py",
    "tests/adapters/contract/test_restarts.py",
    "tests/indexer/search/test_word_forms.py",
    "tests/indexer/parsing/test_sandbox.py",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_out(config, items)
    items.sort(key=lambda item: _find_place(item.location[0]))


def _find_place(file: str) -> int:
    return LONGEST.index(file) if file in LONGEST else len(LONGEST)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Load all modules for random tests; others need not wait the seconds that it takes."""
    if any(is_hypothesis_test(getattr(item, "obj", None)) for item in session.items):
        _load_everything()


def _load_everything() -> None:
    """Import all modules: Hypothesis also tries the constants of whatever is loaded.

    Otherwise its examples would depend on which tests ran before. What lacks its library stays out.
    """
    for name in list_modules(*PACKAGES):
        if not name.endswith("__main__"):
            with suppress(ImportError):
                import_module(name)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with real documents and retrieval sets, named by MULTIS_DATA."""
    folder = os.environ.get("MULTIS_DATA", "")
    if not folder or not Path(folder).is_dir():
        pytest.skip("MULTIS_DATA does not name the folder with the test data")
    return Path(folder)


@pytest.fixture(scope="session")
def databases() -> "Iterator[Databases]":
    """A PostgreSQL server with a database for each test that asks."""
    if why := explain_missing():
        pytest.skip(f"no PostgreSQL: {why}")
    from tests.postgresql.databases import run_databases

    with run_databases() as made:
        yield made


@pytest.fixture
async def llm() -> AsyncIterator[FakeLlm]:
    """A model that finds everything fine; a test may queue more than that."""
    async with FakeLlm(lambda _: Says("Fine.")) as llm:
        yield llm


@pytest.fixture
async def world(tmp_path: Path) -> "AsyncIterator[World]":
    """A bot with its services, in a home of its own; a test may open one with other settings."""
    from tests.conversation import a_world  # most tests open none

    async with a_world(tmp_path) as opened:
        yield opened
