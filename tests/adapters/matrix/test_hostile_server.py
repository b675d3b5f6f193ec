"""A Matrix server whose answers have no end fills no memory."""

import json
from pathlib import Path

import pytest

from adapters.matrix.client import open_client
from adapters.matrix.events import Timeline
from adapters.matrix.settings import MatrixSettings
from tests.adapters.endless import ENOUGH, EndlessServer
from tests.adapters.fake_homeserver import ROOM, a_homeserver, an_event


async def test_a_gap_of_huge_messages_fills_no_memory(tmp_path: Path) -> None:
    said = an_event("m.room.message", {"msgtype": "m.text", "body": "x" * 60_000})
    page = {"chunk": [said] * 10, "start": "a", "end": "b"}
    async with a_homeserver(tmp_path) as server:
        server.answers["messages"] = json.dumps(page)
        gap = await server.client.fetch_gap(Timeline(ROOM, (), "a"), "s0")
    assert 100 < len(gap.events) < 400


async def test_an_answer_without_end_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.matrix.library.MOST_BYTES", 1 << 20)
    async with EndlessServer() as server:
        settings = MatrixSettings(homeserver=server.address, user_id="@bot:example.org")
        async with open_client(settings, tmp_path / "keys") as client:
            with pytest.raises(ConnectionError, match="answered too much"):
                await client.ping()
        assert server.served < ENOUGH
