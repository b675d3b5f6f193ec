"""Whatever a server sends packed is refused, by every client, before a limit could be passed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture import ROOT

ROOMS = ("adapters", "bot", "indexer", "memory")
CLIENT = "httpx.AsyncClient("
# Fetches pages of the web and unpacks them itself, piece by piece; talks to a child of its own.
OTHERWISE = ("bot/ingest/web_fetch.py", "bot/replica/control.py")


def _list_modules() -> Iterator[Path]:
    for room in ROOMS:
        yield from (ROOT / room).rglob("*.py")


def _find(words: str) -> list[str]:
    found = [str(each.relative_to(ROOT)) for each in _list_modules() if words in each.read_text()]
    return sorted(set(found).difference(OTHERWISE))


def test_a_body_is_unpacked_nowhere() -> None:
    assert _find(".aiter_bytes(") == ["indexer/cancellable.py"]
    assert _find(".aread(") == []


@pytest.mark.parametrize("path", _find(CLIENT))
def test_every_client_asks_for_what_is_not_packed(path: str) -> None:
    text = (ROOT / path).read_text()
    assert text.count("UNPACKED") > text.count(CLIENT)  # with its import
