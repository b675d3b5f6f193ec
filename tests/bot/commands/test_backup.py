"""/backup: in a folder of the home, or sent encrypted; behind the PIN, for the owner alone."""

import dataclasses
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.pin import SecuritySettings, hash_pin
from bot.messages import IncomingMessage, Reply
from bot.operations.backups import backup
from bot.operations.backups.age import decrypt
from bot.settings.config import DocumentSettings, Settings
from tests.bot.access.guarding import rows
from tests.conversation import OWNER, World, a_world
from tests.factories import a_message

PASSPHRASE = "six words that nobody guesses"


def made(world: World) -> Sequence[Path]:
    return sorted(world.services.home.copies.glob("*.zip"))


async def test_it_is_written_whole_and_readable_by_the_owner_alone(world: World) -> None:
    await world.owner("/remember the canary sings")
    reply = await world.owner("/backup")
    (file,) = made(world)
    assert reply.text.startswith("Backed up ")
    assert str(file) in reply.text
    assert file.stat().st_mode & 0o077 == 0
    assert any(each.name == "data/multis.db" for each in backup.verify(file).members)
    assert reply.files == ()  # it holds tokens: it is not sent


async def test_two_are_two_files_and_neither_is_in_the_other(world: World) -> None:
    for _again in range(2):
        world.clock.forward(seconds=1)
        await world.owner("/backup")
    first, second = made(world)
    assert first != second
    assert not any(".zip" in each.name for each in backup.verify(second).members)


async def test_nobody_else_has_it(world: World) -> None:
    assert "only for the owner" in (await world.person("2")("/backup")).text
    group = world.person(OWNER, chat="g", private=False)
    assert "in a private chat with you" in (await group("/backup")).text
    assert made(world) == []


async def test_it_waits_for_the_pin(tmp_path: Path) -> None:
    settings = Settings(security=dataclasses.replace(SecuritySettings(), pin=hash_pin("4711")))
    async with a_world(tmp_path, settings) as world:
        assert "PIN" in (await world.owner("/backup")).text
        assert made(world) == []
        assert "Backed up" in (await world.owner("4711")).text
        assert len(made(world)) == 1


async def test_without_room_none_is_begun(tmp_path: Path) -> None:
    settings = Settings(documents=DocumentSettings(free_bytes=1 << 60))
    async with a_world(tmp_path, settings) as world:
        assert (await world.owner("/backup")).failed
        assert made(world) == []


async def test_with_a_passphrase_it_is_sent_and_opens_with_that_alone(
    world: World, tmp_path: Path
) -> None:
    reply = await world.owner(f"/backup {PASSPHRASE}")
    assert reply.text.startswith("This backup (")
    assert PASSPHRASE not in reply.text
    (sent,) = reply.files
    assert sent.name.endswith(".zip.age")
    assert made(world) == []  # in no folder besides
    found = backup.verify(open_sealed(Path(sent.path), tmp_path / "opened.zip")).members
    assert any(each.name == "data/multis.db" for each in found)
    assert [*world.services.home.tmp.iterdir()] == [Path(sent.path)]  # nothing unencrypted is left


async def test_a_short_passphrase_is_refused(world: World) -> None:
    reply = await world.owner("/backup hunter2")
    assert "at least 12 characters" in reply.text
    assert not reply.files


async def test_one_too_large_to_be_sent_is_refused_and_leaves_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.commands.backup.LARGEST", 100)
    reply = await world.owner(f"/backup {PASSPHRASE}")
    assert "too large to be sent" in reply.text
    assert not reply.files
    assert [*world.services.home.tmp.iterdir()] == []


async def test_the_message_with_the_passphrase_is_to_be_deleted_the_pin_too(tmp_path: Path) -> None:
    settings = Settings(security=dataclasses.replace(SecuritySettings(), pin=hash_pin("4711")))
    async with a_world(tmp_path, settings) as world:
        asked = await say(world, f"/backup {PASSPHRASE}", "77")
        assert (asked.removes, "PIN" in asked.text) == ("77", True)
        sent = await say(world, "4711", "78")
        assert (sent.removes, len(sent.files)) == ("78", 1)
        assert (await say(world, "/backup", "79")).removes == ""


async def test_a_silent_chat_remembers_no_passphrase(world: World) -> None:
    person = world.person(OWNER, chat="g", private=False)
    await person("/mode silent")
    for text in (f"/backup {PASSPHRASE}", "Tea is at four."):
        await ignore(world, person.write(text))
    memory = world.services.home.memory
    kept = "".join(each.read_text() for each in memory.rglob("*") if each.is_file())
    assert "Tea is at four" in kept
    assert PASSPHRASE not in kept + rows(world.services.home.database)


async def test_nothing_of_anybody_else_is_deleted(world: World) -> None:
    assert (await say(world, f"/backup {PASSPHRASE}", "77", sender="2")).removes == ""


def open_sealed(sealed: Path, opened: Path) -> Path:
    assert b"multis.db" not in sealed.read_bytes()
    opened.write_bytes(decrypt(sealed.read_bytes(), PASSPHRASE))
    return opened


async def say(world: World, text: str, reference: str, sender: str = OWNER) -> Reply:
    """The reply to a message that can be deleted."""
    message = replace(a_message(text, sender=sender), reference=reference)
    async with aclosing(world.bot.handle(message)) as items:
        return [item async for item in items if isinstance(item, Reply)][-1]


async def ignore(world: World, message: IncomingMessage) -> None:
    async with aclosing(world.bot.handle(message)) as items:
        assert [item async for item in items] == []
