"""What one message, one person and the whole machine may take in: caps, quotas and free disk."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.access.quota_settings import QuotaSettings
from bot.messages import Attachment, Draft, Reply
from bot.runtime.disk_space import SCARCE
from bot.settings.config import DocumentSettings, Settings
from tests.bot.cli.shell import Shell
from tests.conversation import Conversation, World, a_world
from tests.factories import a_message

EVERYTHING_FREE = 1 << 60  # bytes, more than any disk has


def settings(**documents: object) -> Settings:
    return Settings(documents=replace(DocumentSettings(), **documents))  # type: ignore[arg-type]  # real fields


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    quota = QuotaSettings(files=3, bytes=10_000, seconds=60)
    async with a_world(tmp_path, settings(files_per_message=5, quota=quota)) as world:
        yield world


def note(n: int, size: int = 100) -> bytes:
    return f"Ferry number {n} sails at noon. ".encode().ljust(size, b".")


def count_files(folder: Path) -> int:
    return sum(1 for path in folder.rglob("*") if path.is_file())


async def send(person: Conversation, *attachments: Attachment) -> tuple[Reply, list[int]]:
    """The reply, and how many files lay in tmp/ at each draft."""
    message = a_message(
        "", sender=person.sender, chat=person.chat, private=True, attachments=attachments
    )
    counts = list[int]()
    async with aclosing(person.bot.handle(message)) as items:
        async for item in items:
            if not isinstance(item, Draft):
                return item, counts
            counts.append(count_files(person.bot._services.home.tmp))
    raise AssertionError("no reply")


def attach(world: World, n: int, content: bytes, size: int | None = None) -> Attachment:
    world.platform.files[f"f{n}.md"] = content
    return Attachment(f"f{n}.md", len(content) if size is None else size, f"f{n}.md")


async def test_a_file_that_is_named_two_thousand_times_is_read_once(world: World) -> None:
    file = attach(world, 1, note(1))
    reply, counts = await send(world.owner, *[file] * 2000)
    assert reply.text.startswith("Indexed f1.md: 1 passage")
    assert len(reply.text.splitlines()) == 1
    assert max(counts) == 1


async def test_a_message_has_as_many_files_read_as_the_setting_says(world: World) -> None:
    files = [attach(world, n, note(n)) for n in range(7)]
    reply, counts = await send(world.owner, *files)
    assert max(counts) == 1, "none is fetched before the one before it is read and gone"
    *lines, last = reply.text.splitlines()
    assert [line[:13] for line in lines] == [f"Indexed f{n}.md" for n in range(5)]
    assert last == (
        "I read at most 5 files of one message and left out 2. Please send them in another message."
    )
    assert list(world.services.home.tmp.iterdir()) == []


async def test_one_that_cannot_be_fetched_does_not_keep_the_others(world: World) -> None:
    gone = Attachment("gone.md", 10, "nowhere")
    reply, _ = await send(world.owner, attach(world, 1, note(1)), gone)
    assert "Indexed f1.md" in reply.text
    assert "gone.md was not indexed: gone.md is gone." in reply.text


async def test_a_file_that_says_it_is_too_large_is_not_fetched(world: World) -> None:
    reply, counts = await send(world.owner, attach(world, 1, note(1), size=60 << 20))
    assert reply.text == (
        "f1.md was not indexed: f1.md is too large: it has 60 MB, and I read at most 50 MB. "
        "Split it into smaller files and try again."
    )
    assert max(counts) == 0


async def test_a_person_has_so_many_files_a_day(world: World) -> None:
    bob = world.person("2")
    for n in range(3):
        assert not (await bob("", **{f"f{n}__md": note(n)})).failed
    refused = await bob("", f4__md=note(4))
    assert refused.text == (
        "f4.md was not indexed: You have reached your daily limit of 3 files. "
        f"Send it again after {tomorrow(world)} UTC."
    )
    assert "Indexed" in (await world.person("3")("", f4__md=note(4))).text, "each has their own"
    for n in range(5):
        assert not (await world.owner("", **{f"o{n}__md": note(n + 10)})).failed
    world.clock.now += timedelta(days=1)
    assert not (await bob("", f4__md=note(4))).failed


def tomorrow(world: World) -> str:
    day = world.services.clock().date() + timedelta(days=1)
    return f"{day.day} {day:%b} {day.year}, 00:00"


async def test_a_person_has_so_many_bytes_a_day_whatever_the_platform_says(world: World) -> None:
    bob = world.person("2")
    assert not (await bob("", a__md=note(1, 8_000))).failed
    refused = await bob("", b__md=note(2, 3_000))
    assert "This file (2.9 kB) would exceed your daily limit of 9.8 kB. " in refused.text
    lie = attach(world, 3, note(3, 3_000), size=1)
    assert "would exceed your daily limit" in (await send(bob, lie))[0].text
    assert "number 3" not in (await bob("/search number 3")).text
    assert (await world.person("3")("", c__md=note(4, 12_000))).text == (
        "c.md was not indexed: This file (11.7 kB) is larger than your daily limit of 9.8 kB. "
        "Send a smaller file."
    ), "tomorrow would not help"


async def test_a_file_that_never_arrived_is_not_counted(world: World) -> None:
    bob = world.person("2")
    for _n in range(4):
        reply, _ = await send(bob, Attachment("gone.md", 10, "nowhere"))
        assert reply.failed
    assert not (await bob("", a__md=note(1))).failed


async def test_a_file_that_is_stopped_while_it_is_fetched_stays_counted(world: World) -> None:
    bob, began = world.person("2"), asyncio.Event()

    async def hang(attachment: Attachment, path: Path) -> None:
        began.set()
        await asyncio.Event().wait()

    world.platform.fetches = hang
    sending = asyncio.create_task(bob("", a__md=note(1)))
    await began.wait()
    assert (await bob("/cancel")).text == "Stopping."
    assert (await sending).failed
    assert (await world.services.quotas.get("test:2")).used.files == 1


async def test_reading_time_is_counted_also_of_a_file_that_fails(world: World) -> None:
    bob, quotas = world.person("2"), world.services.quotas
    assert (await bob("", torn__pdf=b"%PDF-1.7 torn")).failed
    used = (await quotas.get("test:2")).used
    assert used.files == 1
    assert used.seconds > 0
    await quotas.set("test:2", "seconds", 1)
    async with quotas._database.transaction() as db:
        await db.execute("UPDATE quota_use SET seconds = 2")
    refused = await bob("", a__md=note(1))
    assert "your daily limit of 1 second of reading time." in refused.text


async def test_the_owner_sees_and_changes_limits_in_users(world: World) -> None:
    owner, bob = world.owner, world.person("2")
    await world.let_in("test:2", "Bob")
    for n in range(4):
        await bob("", **{f"f{n}__md": note(n)})
    lines = (await owner("/users")).text.splitlines()
    at = next(n for n, line in enumerate(lines) if "Bob" in line)
    assert lines[at + 1].startswith("  - Today: 3 files, 300 bytes and ")
    assert lines[at + 1].endswith("Limit per day: 3 files, 9.8 kB and 1 minute of reading.")
    assert lines[-1] == (
        "Daily limit per person: 3 files, 9.8 kB and 1 minute of reading. "
        "To see or change the limit of one person, send /users limit PLATFORM:ID."
    )
    shown = await owner("/users limit test:2 files 4")
    assert "Limit per day: 4 files, " in shown.text
    assert not (await bob("", f3__md=note(3))).failed
    assert (await bob("", f4__md=note(4))).failed
    assert "any number of files" in (await owner("/users limit test:2 files 0")).text
    assert not (await bob("", f4__md=note(4))).failed
    assert "5.0 MB" in (await owner("/users limit test:2 megabytes 5")).text
    assert "2 minutes" in (await owner("/users limit test:2 minutes 2")).text
    assert "Limit per day: 3 files, 9.8 kB" in (await owner("/users limit test:2 default")).text


async def test_limits_are_shown_with_the_name_and_how_to_change_them(world: World) -> None:
    await world.let_in("test:2", "Bob")
    first, _today, last = (await world.owner("/users limit test:2")).text.splitlines()
    assert first == "Bob (`test:2`)"
    assert last.startswith("Usage: /users limit PLATFORM:ID")
    assert (await world.owner("/users limit")).text == last
    assert len((await world.owner("/users limit test:2 files 4")).text.splitlines()) == 2


async def test_who_has_limits_but_sent_nothing_is_not_said_to_have_sent_files(world: World) -> None:
    await world.owner("/users limit test:3 files 4")
    assert "- test:3: has limits of their own" in (await world.owner("/users")).text
    await world.person("3")("", a__md=note(1))
    assert "- test:3: sent files today" in (await world.owner("/users")).text


@pytest.mark.parametrize(
    "argument", ["files", "files x", "files -1", "pages 3", "files 1 2", "files 9999999"]
)
async def test_a_limit_that_is_none_is_explained(world: World, argument: str) -> None:
    refused = await world.owner(f"/users limit test:2 {argument}")
    assert refused.text.startswith("Usage: /users limit PLATFORM:ID")


async def test_only_the_owner_changes_limits_and_owners_have_none(world: World) -> None:
    assert "only for the owner" in (await world.person("2")("/users limit test:2 files 0")).text
    assert "owners have no limits" in (await world.owner("/users limit test:1 files 1")).text
    assert "platform:id" in (await world.owner("/users limit bob")).text


async def test_a_restart_does_not_begin_the_day_again(tmp_path: Path) -> None:
    one_file = settings(quota=QuotaSettings(files=1))
    async with a_world(tmp_path, one_file) as world:
        assert not (await world.person("2")("", a__md=note(1))).failed
    async with a_world(tmp_path, one_file) as world:
        assert (await world.person("2")("", b__md=note(2))).failed


async def test_below_the_free_disk_nothing_is_taken_in_and_all_is_kept(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", a__md=note(1))
    async with a_world(tmp_path, settings(free_bytes=EVERYTHING_FREE)) as world:
        for person in (world.owner, world.person("2")):
            reply = await person("", b__md=note(2))
            assert reply.failed
            assert reply.text == f"b.md was not indexed: {SCARCE}"
        assert str(SCARCE) in (await world.owner("/index https://example.org/ kb")).text
        assert "noon" in (await world.owner("/search ferry")).text, "what there was is kept"
        assert "(documents.free_bytes). Free some space." in (await world.owner("/status")).text


def test_the_command_line_keeps_the_disk_free_too(tmp_path: Path) -> None:
    multis = Shell(tmp_path / "home")
    (tmp_path / "a.md").write_bytes(note(1))
    full = {"MULTIS_DOCUMENTS__FREE_BYTES": str(EVERYTHING_FREE)}
    done = multis("index", str(tmp_path / "a.md"), "--scope", "kb", **full)
    assert done.stderr == f"{tmp_path / 'a.md'}: {SCARCE}\n"
    assert done.returncode == 1
    assert "FAIL  files: Only " in multis("doctor", "--offline", **full).stdout


async def test_limits_are_changed_by_buttons(world: World) -> None:
    await world.let_in("test:2", "Bob")
    owner = world.owner
    shown = await owner.press(await owner("/users"), "Limits of Bob")
    assert [each.label for each in shown.choices] == ["Double the limits", "No limits"]
    doubled = await owner.press(shown, "Double the limits")
    assert "Limit per day: 6 files, 19.5 kB and 2 minutes of reading" in doubled.text
    unlimited = await owner.press(doubled, "No limits")
    assert "any number of files" in unlimited.text
    assert [each.label for each in unlimited.choices] == ["Limits of everyone"]
    assert "3 files, 9.8 kB" in (await owner.press(unlimited, "Limits of everyone")).text
