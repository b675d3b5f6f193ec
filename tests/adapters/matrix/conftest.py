"""One real server for all of these tests; people and rooms anew for each."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.adapters.contract.matrix import EncryptedMatrixPlatform, MatrixPlatform
from tests.adapters.synapse import Synapse, unavailable


@pytest.fixture(scope="session")
def server() -> Iterator[Synapse]:
    if reason := unavailable():
        pytest.skip(reason)
    with MatrixPlatform.ground() as ground:
        assert isinstance(ground, Synapse)
        yield ground


@pytest.fixture
async def matrix(server: Synapse, tmp_path: Path) -> AsyncIterator[MatrixPlatform]:
    (tmp_path / "people").mkdir()
    async with MatrixPlatform.open(tmp_path / "people", server) as platform:
        yield platform


@pytest.fixture
async def encrypted(server: Synapse, tmp_path: Path) -> AsyncIterator[MatrixPlatform]:
    (tmp_path / "people").mkdir()
    async with EncryptedMatrixPlatform.open(tmp_path / "people", server) as platform:
        yield platform
