"""Every home that an earlier version left is taken over by this one: nothing of it is lost."""

import asyncio
import socket
import sqlite3
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.cli import FAILED
from tests.adapters.fake_bot_api.world import File, Message
from tests.adapters.web.browser import Browser, a_browser
from tests.daemon import PATIENCE, until
from tests.homes.clocked import Clock
from tests.homes.household import OWNER, Household, a_household, multis
from tests.homes.keeping import DATABASES, list_open, listing, names, pack, rows_in, unpack
from tests.homes.promises import PIN
from tests.small_disk import NAMESPACE, missing

Listing = dict[str, Any]  # as JSON has it; see `promises`
unlike_linux = missing()
PIN_ASKED = "needs your PIN"
LATER = timedelta(minutes=1)  # before a PIN or a request to be let in has expired


def test_there_is_a_home() -> None:
    assert names()


def test_a_home_is_packed_without_the_sockets_of_its_daemon(tmp_path: Path) -> None:
    place = tmp_path / "place"
    (place / "run").mkdir(parents=True)
    (place / "notes.md").write_text("kept")
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(place / "run" / "daemon.sock"))
        pack(place, tmp_path / "home.tar.xz")
    with tarfile.open(tmp_path / "home.tar.xz") as tar:
        assert tar.getnames() == ["notes.md", "run"]


@pytest.mark.parametrize("name", names())
async def test_a_kept_home_loses_nothing(name: str, tmp_path: Path) -> None:
    kept = listing(name)
    unpack(name, tmp_path)
    assert {each: rows_in(tmp_path / "home" / each) for each in DATABASES} == kept["rows"]
    open_to_others(tmp_path / "home")
    async with a_household(tmp_path, Clock(datetime.fromisoformat(kept["left_at"]) + LATER)) as us:
        restore_platform(us, kept)
        async with us.daemon() as daemon:
            await waiting_is_answered(us, kept)
            for step in kept["steps"]:
                await promise(us, kept, step)
            await page_is_open(us, kept)
            assert "Traceback" not in daemon.log, daemon.log
            await daemon.stop()
    nothing_is_repeated(us, kept)
    rows_are_kept(us, kept)
    assert not list_open(us.home)


async def test_a_daemon_that_may_write_no_more_ends_so_that_the_newer_version_begins(
    tmp_path: Path,
) -> None:
    kept = listing(names()[-1])
    unpack(kept["name"], tmp_path)
    open_to_others(tmp_path / "home")
    async with a_household(tmp_path, Clock(datetime.fromisoformat(kept["left_at"]) + LATER)) as us:
        restore_platform(us, kept)
        async with us.daemon() as daemon:
            await waiting_is_answered(us, kept)
            make_newer(us.home)
            us.heard(OWNER, "/docs")
            assert await asyncio.wait_for(daemon.process.wait(), PATIENCE) == FAILED
            assert "The database was written by a newer multis" in daemon.log


def make_newer(home: Path) -> None:
    """As a later version leaves it, with one more step of the index."""
    with closing(sqlite3.connect(home / DATABASES[0])) as db:
        db.execute("UPDATE migrations SET version = version + 1 WHERE part = 'index'")
        db.execute("CREATE TABLE of_later (text TEXT)")
        db.commit()


@pytest.mark.parametrize("name", names())
async def test_an_older_home_is_copied_before_its_tables_change(name: str, tmp_path: Path) -> None:
    kept = listing(name)
    unpack(name, tmp_path)
    home = tmp_path / "home"
    make_older(home)
    before = rows_in(home / DATABASES[0])
    async with a_household(tmp_path, Clock(datetime.fromisoformat(kept["left_at"]) + LATER)) as us:
        restore_platform(us, kept)
        async with us.daemon():
            await waiting_is_answered(us, kept)
    (copy,) = (home / "backups").glob("multis-*")
    assert copy.name.startswith(f"multis-before-{version('multis')}-20")
    assert rows_in(copy) == before
    assert "last_answers" in rows_in(home / DATABASES[0])


@pytest.mark.skipif(bool(unlike_linux), reason=unlike_linux)
async def test_where_there_is_no_room_for_the_copy_nothing_changes(tmp_path: Path) -> None:
    unpack(names()[0], tmp_path)
    home = tmp_path / "home"
    make_older(home)
    before = rows_in(home / DATABASES[0])
    under = (*NAMESPACE, "sh", "-c", NO_ROOM, str(home))
    told = await multis(home, "docs", under=under, fails=True)
    assert "Nothing was changed. Free up space" in told
    assert rows_in(tmp_path / "after.db") == before


# $0 is the home. What happened to its database on a disk without room is left beside it.
NO_ROOM = """
cp -r "$0" "$0-all" && mount -t tmpfs -o size=700k small "$0" || exit
cp -r "$0-all/config.json" "$0-all/data" "$0"
"$@"; code=$?
cp "$0/data/multis.db" "$0/../after.db"; exit $code
"""


def make_older(home: Path) -> None:
    """As before `last_answers` came, which is a part of its own."""
    with closing(sqlite3.connect(home / DATABASES[0])) as db:
        db.execute("DROP TABLE last_answers")
        db.execute("DELETE FROM migrations WHERE part = 'last answers'")
        db.commit()


def restore_platform(us: Household, kept: Listing) -> None:
    """Telegram goes on counting where it was, and still has what people sent."""
    us.configure()
    us.fake.updates.last, us.fake.world.last_message = kept["last_update"], kept["last_message"]
    for number, file in kept["files"].items():
        content = file["text"].encode()
        us.fake.world.files[number] = File(number, file["name"], content, len(content))


async def waiting_is_answered(us: Household, kept: Listing) -> None:
    """Each message once, and each part of a reply that nobody had confirmed."""
    left = "SELECT 1 FROM inbox WHERE state != 'done' UNION SELECT 1 FROM outbox"
    await until(lambda: not us.ask(left), "the end of what waits", seen=us.told)
    for chat, expected in kept["sent"].items():
        sent = us.fake.world.messages(int(chat))
        assert len(sent) == len(expected), (chat, [each.text for each in sent])
        for each in expected:
            fitting = [message for message in sent if fits(message, each)]
            assert len(fitting) == 1, (each, [message.text for message in sent])
    others = {str(each.chat_id) for each in us.fake.world.messages()} - kept["sent"].keys()
    assert not others, us.told()


async def promise(us: Household, kept: Listing, step: Mapping[str, Any]) -> None:
    if "file of the home" in step:
        text = (us.home / step["file of the home"]).read_text()
        assert says(text, step), (step, text)
        return
    reply = await done(us, kept, step)
    assert fits(reply, step), (step, reply.text)
    if "model" in step:
        assert is_in(step["model"], (call.text for call in us.model.calls)), step
    if "told" in step:
        told = us.fake.world.texts
        await until(lambda: is_in(step["of"], told(step["told"])), str(step), seen=us.told)


async def done(us: Household, kept: Listing, step: Mapping[str, Any]) -> Message:
    if "press" in step:
        return await us.press(kept["buttons"][step["press"]], step["who"])
    reply = await us.say(step["who"], step["say"])
    # A later version may ask for the PIN where the one that kept this home did not.
    return await us.say(step["who"], PIN) if "file" in step and PIN_ASKED in reply.text else reply


def is_in(parts: Sequence[str], texts: Iterable[str]) -> bool:
    """Whether one of `texts` has all the `parts`."""
    return any(all(each in text for each in parts) for text in texts)


def fits(message: Message, expected: Mapping[str, Any]) -> bool:
    file = message.file[0] if message.file else ""
    return says(message.text, expected) and file == expected.get("file", "")


def says(text: str, expected: Mapping[str, Any]) -> bool:
    has: Sequence[str] = expected.get("has", ())
    lacks: Sequence[str] = expected.get("lacks", ())
    return all(each in text for each in has) and not any(each in text for each in lacks)


async def page_is_open(us: Household, kept: Listing) -> None:
    """A cookie alone signs nobody in, which was enough once; a new link does."""
    async with a_browser(us.page) as stranger, a_browser(us.page) as owner:
        owner.client.cookies.update(kept["cookies"])
        for each in (stranger, owner):
            assert (await each.get("/look/me")).status_code == 401
        link = next(each for each in (await multis(us.home, "web")).split() if "#" in each)
        assert (await owner.enter(urlsplit(link).fragment)).status_code == 200
        assert (await me(owner))["owner"]


async def me(browser: Browser) -> Mapping[str, Any]:
    found: Mapping[str, Any] = await browser.look("me")
    return found


def nothing_is_repeated(us: Household, kept: Listing) -> None:
    """A chat in which nobody spoke heard nothing after what it was owed."""
    spoke = {str(step.get("who")) for step in kept["steps"]}
    spoke |= {str(step.get("told")) for step in kept["steps"]}
    for chat in kept["sent"].keys() - spoke:
        assert len(us.fake.world.messages(int(chat))) == len(kept["sent"][chat])


def open_to_others(home: Path) -> None:
    for path in (home, *home.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)


SPENT = ("links",)  # to sign in, which expire


def rows_are_kept(us: Household, kept: Listing) -> None:
    for database, before in kept["rows"].items():
        after = rows_in(us.home / database)
        fewer = {
            table: (rows, after.get(table))
            for table, rows in before.items()
            if table not in (*kept["spent"], *SPENT) and after.get(table, -1) < rows
        }
        assert not fewer, f"{database} has lost rows: {fewer}"
