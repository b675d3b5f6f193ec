"""A file from Matrix is read up to the limit, whatever its sender says of its size."""

import json
from pathlib import Path

import pytest

from adapters.matrix.client import open_client
from adapters.matrix.session import Session
from adapters.matrix.settings import MatrixSettings
from bot.messages import Attachment, UserError
from tests.adapters.endless import ENOUGH, EndlessServer

KEYS = {"key": "c2VjcmV0", "sha256": "ZGlnZXN0", "iv": "dmVjdG9y"}
CLEAR = dict.fromkeys(KEYS, "")


@pytest.mark.parametrize("keys", [CLEAR, KEYS], ids=["clear", "encrypted"])
async def test_reading_stops_at_the_limit_also_in_encrypted_rooms(
    keys: dict[str, str], tmp_path: Path
) -> None:
    lie = Attachment("small.pdf", 1, json.dumps({"mxc": "mxc://here/file", **keys}))
    async with EndlessServer() as server:
        settings = MatrixSettings("@multis:here", server.address, "a password")
        async with open_client(settings, tmp_path / "matrix") as client:
            client.resume(Session("@multis:here", "device", "token"))
            with pytest.raises(UserError, match=r"small.pdf is larger than 1.0 MB"):
                await client.download(lie, tmp_path / "fetched", 1 << 20)
        assert server.served < ENOUGH / 2
    assert not (tmp_path / "fetched").exists()


async def test_a_refusal_that_never_ends_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = Attachment("small.pdf", 1, json.dumps({"mxc": "mxc://here/file", **CLEAR}))
    async with EndlessServer(403) as server:
        settings = MatrixSettings("@multis:here", server.address, "a password")
        async with open_client(settings, tmp_path / "matrix") as client:
            client.resume(Session("@multis:here", "device", "token"))
            with pytest.raises(ConnectionError, match="answered too much"):
                await client.download(file, tmp_path / "fetched", 1 << 20)
        assert server.served < ENOUGH / 2
