from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.desk.office import Office, an_office


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with an_office(tmp_path) as opened:
        yield opened
