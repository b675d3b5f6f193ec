"""A file from Beeper is read up to the limit, whatever its sender says of its size."""

from pathlib import Path

import pytest

from adapters.beeper import BeeperSettings
from adapters.beeper.api import open_api
from bot.messages import Attachment, UserError
from tests.adapters.endless import ENOUGH, EndlessServer


async def test_reading_stops_at_the_limit(tmp_path: Path) -> None:
    lie = Attachment("small.pdf", 1, "mxc://local/1")
    async with EndlessServer() as server:
        settings = BeeperSettings.of({"access_token": "token", "base_url": server.address})
        async with open_api(settings) as api:
            with pytest.raises(UserError, match=r"small.pdf is larger than 1.0 MB"):
                await api.download(lie, tmp_path / "fetched", 1 << 20)
        assert server.served < ENOUGH / 2
    assert (tmp_path / "fetched").stat().st_size <= 1 << 20
