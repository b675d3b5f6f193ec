"""A Matrix server whose answers have no end fills no memory."""

from pathlib import Path

import pytest

from adapters.matrix.client import open_client
from adapters.matrix.settings import MatrixSettings
from tests.adapters.endless import ENOUGH, EndlessServer


async def test_an_answer_without_end_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.matrix.library.MOST_BYTES", 1 << 20)
    async with EndlessServer() as server:
        settings = MatrixSettings(homeserver=server.address, user_id="@bot:example.org")
        async with open_client(settings, tmp_path / "keys") as client:
            with pytest.raises(ConnectionError, match="did not answer"):
                await client.ping()
        assert server.served < ENOUGH
