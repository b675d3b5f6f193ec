"""The server that plays the model."""

from collections.abc import AsyncIterator

import pytest

from tests.fake_llm import FakeLlm


@pytest.fixture
async def fake() -> AsyncIterator[FakeLlm]:
    async with FakeLlm() as server:
        yield server
