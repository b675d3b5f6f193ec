from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scenarios.scene import Scene, a_scene


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with a_scene(tmp_path) as scene:
        yield scene
