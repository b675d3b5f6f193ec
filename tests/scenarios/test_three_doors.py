"""One owner on Telegram, Matrix and the page at once, and a stranger on each of them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.adapters.contract.matrix import EncryptedMatrixPlatform
from tests.adapters.contract.people import shows
from tests.adapters.contract.platform import Platform, Who, configure
from tests.adapters.contract.telegram import TelegramPlatform
from tests.adapters.contract.web import WebPlatform
from tests.daemon import a_daemon

CANARY = "zanzibar-4711"
DRIVERS = (TelegramPlatform, EncryptedMatrixPlatform, WebPlatform)


@pytest.fixture
async def doors(tmp_path: Path) -> AsyncIterator[list[Platform]]:
    async with AsyncExitStack() as stack:
        opened = list[Platform]()
        for driver in DRIVERS:
            if reason := driver.unavailable():
                pytest.skip(reason)
            folder = tmp_path / driver.name
            folder.mkdir()
            ground = stack.enter_context(driver.ground())
            opened.append(await stack.enter_async_context(driver.open(folder, ground)))
        yield opened


@pytest.mark.spec("S4-97", "S4-98", "S4-100")
async def test_one_memory_three_windows_and_a_stranger_at_each_door_sees_nothing(
    doors: list[Platform], tmp_path: Path
) -> None:
    configure(tmp_path, *doors, access={"policy": "open"})
    async with a_daemon(tmp_path):
        for door in doors:  # all at once: nobody waits for an answer elsewhere
            await door.say(f"/remember The {door.name} code is {CANARY}-{door.name}.")
            for n in range(3):
                await door.say(f"What is the code number {n}?")
            await door.say("my secret wish", Who.GUEST)
        for door in doors:
            await shows(door, "", count=4)
        for door in doors:
            await door.say("/memory")
            await door.say("/memory", Who.GUEST)
            await door.say(f"/search {CANARY} code secret wish", Who.GUEST)
        for door in doors:
            for each in doors:
                await shows(door, f"{CANARY}-{each.name}")
            await shows(door, "", Who.GUEST, count=3)
            strange = await door.shown(Who.GUEST)
            assert not any(CANARY in text for text in strange), door.name
    check_memory(tmp_path / "memory" / "chats", [door.name for door in doors])


def check_memory(chats: Path, doors: list[str]) -> None:
    """One file of notes, and a window for each door with its questions in their order."""
    (notes,) = [path for path in chats.glob("*/memory.md") if CANARY in path.read_text()]
    assert notes.parent.name == "admin"
    assert all(f"{CANARY}-{door}" in notes.read_text() for door in doors)
    windows = [path.read_text() for path in chats.glob("*/recent.json")]
    asked = [window for window in windows if "number 0" in window]
    assert len(asked) == len(doors)
    for window in asked:
        places = [window.index(f"What is the code number {n}?") for n in range(3)]
        assert places == sorted(places)
        assert "secret wish" not in window
