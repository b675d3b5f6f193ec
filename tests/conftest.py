"""What several test files need: the documents to test on, a model that answers."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fake_llm import FakeLlm, Says
from tests.skipped import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]  # pytest finds its hooks here

# How long one example takes says how busy the machine is, and nothing about the program. A run
# tries the same examples as the one before; `--hypothesis-profile search` looks for new ones, and
# what it finds is kept as an `@example` of the test.
settings.register_profile("multis", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("multis")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with real documents and retrieval sets, named by MULTIS_DATA."""
    folder = os.environ.get("MULTIS_DATA", "")
    if not folder or not Path(folder).is_dir():
        pytest.skip("MULTIS_DATA does not name the folder with the test data")
    return Path(folder)


@pytest.fixture
async def llm() -> AsyncIterator[FakeLlm]:
    """A model that finds everything fine; a test may queue more than that."""
    async with FakeLlm(lambda _: Says("Fine.")) as llm:
        yield llm
