"""The server that plays the model."""

from collections.abc import AsyncIterator

import pytest

from tests.fake_llm import FakeLlm, fake_llm


@pytest.fixture
async def fake() -> AsyncIterator[FakeLlm]:
    async with fake_llm() as server:
        yield server
