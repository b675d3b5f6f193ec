"""The shared ground of the cases, and the platform that each of them runs on."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from tests.adapters.contract.drivers import DRIVERS
from tests.adapters.contract.platform import (
    Platform,
)


@pytest.fixture(scope="session")
def ground() -> Iterator[Callable[[type[Platform]], object]]:
    """The shared ground of a driver's cases, opened when the first of them needs it."""
    with ExitStack() as stack:
        yield cache(lambda driver: stack.enter_context(driver.ground()))


@pytest.fixture
async def platform(
    request: pytest.FixtureRequest, tmp_path: Path, ground: Callable[[type[Platform]], object]
) -> AsyncIterator[Platform]:
    driver = DRIVERS[request.param]
    if reason := driver.unavailable():
        pytest.skip(reason)
    folder = tmp_path / "platform"
    folder.mkdir()
    async with driver.open(folder, ground(driver)) as opened:
        yield opened
