"""Each illness is found, named, and comes with its cure."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.cli import main
from bot.doctor import Finding, Level, examine, machine, storage
from bot.doctor.services import check_watched_folders
from bot.home import Home
from bot.operations.health_file import Trouble, Vitals, write_vitals
from bot.runtime import storage_errors
from bot.runtime.process_lock import hold_daemon_lock
from bot.settings.config import DocumentSettings, Settings, WatchedFolder
from indexer.store.copies import Copies
from indexer.store.corpus import PASSAGES
from indexer.store.engine.sqlite import SqliteSession
from indexer.store.full_text import build_some, drop_some
from tests import small_disk
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.faults import Drop
from tests.conversation import a_world
from tests.daemon import write_config
from tests.factories import NOON, a_message
from tests.indexer.confinement.standing import has_walls


async def findings(home: Path, *, offline: bool = True) -> dict[str, Finding]:
    return {each.about: each async for each in examine(Home(home), {}, offline=offline)}


@pytest.fixture
async def home(tmp_path: Path) -> Path:
    async with a_world(tmp_path) as world:
        await world.owner("/docs")
        folder = world.services.home.folder
    (folder / "config.json").write_text('{"owner_ids": ["test:1"]}')
    (folder / "config.json").chmod(0o600)
    return folder


async def test_a_healthy_home_has_no_failure(home: Path) -> None:
    found = await findings(home)
    assert [each for each in found.values() if each.level is Level.FAIL] == []
    assert {"database", "search index", "config", "inbox", "capture", "disk"} <= found.keys()


async def test_an_index_that_does_not_match_its_texts_is_built_again(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember the ferry sails at noon")
        await world.services.upkeep.settle(1)
        home = world.services.home.folder
    (home / "config.json").write_text('{"owner_ids": ["test:1"]}')
    with closing(sqlite3.connect(home / "data" / "multis.db", isolation_level=None)) as db:
        assert db.execute("DELETE FROM postings WHERE term = 'ferri'").rowcount
    assert (await findings(home))["segments"].level is Level.WARN
    assert (await findings(home))["segments"].level is Level.OK


async def test_statistics_that_do_not_match_their_texts_are_corrected(home: Path) -> None:
    with closing(sqlite3.connect(home / "data" / "multis.db", isolation_level=None)) as db:
        db.execute("INSERT INTO totals VALUES ('chunks', 'en', 7, 2, 80)")
    found = (await findings(home))["segments"]
    assert (found.level, "chunks" in found.text) == (Level.WARN, True)
    assert (await findings(home))["segments"].level is Level.OK


async def test_the_walls_are_tried(home: Path) -> None:
    found = (await findings(home))["walls"]
    stand = has_walls()
    assert (found.level, "Landlock" in found.text) == (Level.OK if stand else Level.WARN, True)


async def test_a_home_among_the_libraries_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(home)])
    found = (await findings(home))["walls"]
    assert (found.level, str(home) in found.text) == (Level.WARN, True)


async def test_copies_from_before_an_upgrade_are_named(home: Path) -> None:
    assert "copies" not in await findings(home)
    copy = Copies(Home(home).copies, lambda: "0.2.0", lambda: NOON).make(Home(home).database)
    found = (await findings(home))["copies"]
    assert (found.level, copy.name in found.text) == (Level.OK, True)


def test_the_exit_code_says_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--offline", "--home", str(home)]) == 0
    (home / "config.json").chmod(0o644)
    assert main(["doctor", "--offline", "--home", str(home)]) == 1
    assert "FAIL  permissions: " in capsys.readouterr().out


async def test_a_home_that_is_not_there(tmp_path: Path) -> None:
    (found,) = [each async for each in examine(Home(tmp_path / "no"), {}, offline=True)]
    assert (found.level, "multis init" in found.text) == (Level.FAIL, True)


async def test_a_wrong_key_in_the_configuration_is_named(home: Path) -> None:
    (home / "config.json").write_text('{"memory": {"capture_treshold": 3}}')
    found = await findings(home)
    assert (found["config"].level, "capture_threshold" in found["config"].text) == (
        Level.FAIL,
        True,
    )


async def test_a_damaged_database_names_the_backup_and_ends_nothing(home: Path) -> None:
    database = home / "data" / "multis.db"
    database.write_bytes(database.read_bytes()[:8192] + os.urandom(100_000))
    found = await findings(home)
    assert (found["database"].level, "backup restore" in found["database"].text) == (
        Level.FAIL,
        True,
    )
    assert found["config"].level is Level.OK


async def test_an_index_that_lost_its_texts_is_found(home: Path) -> None:
    with closing(sqlite3.connect(home / "data" / "multis.db")) as database:
        database.execute(
            "INSERT INTO chunks_fts (rowid, main, side, common, acl) VALUES (9, 'lost', '', '', '')"
        )
        database.commit()
    found = [each for each in storage.check_integrity(Home(home)) if each.about == "search index"]
    assert [each.level for each in found].count(Level.FAIL) == 1


async def test_an_index_that_is_built_again_is_not_taken_for_damaged(home: Path) -> None:
    with closing(SqliteSession(home / "data" / "multis.db")) as database:
        for step in (drop_some, drop_some, drop_some, build_some):
            step(database, PASSAGES)
        database.commit()
    found = [each for each in storage.check_integrity(Home(home)) if each.about == "search index"]
    assert [each.level for each in found] == [Level.OK] * 2
    assert not any("chunks" in each.text for each in found)


async def test_a_memory_file_that_was_damaged_is_named_until_it_is_gone(home: Path) -> None:
    chat = home / "memory" / "chats" / "admin"
    chat.mkdir(parents=True, exist_ok=True)
    (chat / "recent.json.bad").write_text("{")
    found = (await findings(home))["memory"]
    assert (found.level, str(chat / "recent.json.bad") in found.text) == (Level.WARN, True)
    (chat / "recent.json.bad").unlink()
    assert "memory" not in await findings(home)


async def test_a_message_that_waits_for_hours_is_told(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.services.inbox.store(a_message())
        (fresh,) = [each async for each in storage.check_queues(world.services)]
        world.clock.forward(hours=2)
        (stuck,) = [each async for each in storage.check_queues(world.services)]
    assert (fresh.level, stuck.level) == (Level.OK, Level.WARN)
    assert fresh.text == "Waiting for an answer: 1. Waiting to be sent: 0."


async def test_a_daemon_that_went_silent_is_told_and_its_errors_shown(home: Path) -> None:
    vitals = Vitals("1", 7, NOON, NOON, 0, {}, (Trouble(NOON, "it broke"),))
    write_vitals(Home(home), vitals)
    assert [each.level for each in machine.check_daemon(Home(home), NOON)] == [Level.WARN]
    with hold_daemon_lock(Home(home)):
        well = list(machine.check_daemon(Home(home), NOON))
        (silent,) = machine.check_daemon(Home(home), NOON + timedelta(minutes=2))
    assert [each.text for each in well][1].endswith("it broke")
    assert (well[0].level, silent.level) == (Level.OK, Level.FAIL)


def test_a_clock_that_cannot_be_right_is_told() -> None:
    (ok,) = machine.check_clock(NOON, NOON)
    (back,) = machine.check_clock(NOON - timedelta(hours=3), NOON)
    (epoch,) = machine.check_clock(NOON.replace(year=1970), None)
    assert [each.level for each in (ok, back, epoch)] == [Level.OK, Level.WARN, Level.FAIL]


async def test_old_leftovers_are_told(home: Path) -> None:
    left = home / "tmp" / "upload-x"
    left.mkdir()
    os.utime(left, (0, 0))
    assert (await findings(home))["leftovers"].level is Level.WARN


async def test_telegram_is_asked_who_we_are(home: Path) -> None:
    async with FakeBotApi() as fake:
        write_config(home, fake)
        assert "@multis_bot" in (await findings(home, offline=False))["telegram"].text
        assert fake.world.called("getupdates") == []
        fake.world.calls.clear()
        assert (await findings(home))["telegram"].text == "Enabled; not contacted."
        assert fake.world.calls == []


async def test_a_wrong_token_and_a_network_that_is_down_are_told_apart(home: Path) -> None:
    async with FakeBotApi() as fake:
        write_config(home, fake)
        fake.world.token, token = "1:other", fake.world.token
        unknown = (await findings(home, offline=False))["telegram"]
        fake.world.token = token
        fake.weather.plan("getme", *[Drop()] * 5)
        away = (await findings(home, offline=False))["telegram"]
    assert (unknown.level, "does not recognise this bot token" in unknown.text) == (
        Level.FAIL,
        True,
    )
    assert (away.level, "Telegram is away" in away.text) == (Level.FAIL, True)
    assert token not in unknown.text + away.text


async def test_a_model_of_meaning_that_is_away_is_named(home: Path) -> None:
    unused = "http://127.0.0.1:9/v1"  # the discard port: nobody listens
    embedder = {"kind": "openai", "base_url": unused}
    config = {"owner_ids": ["test:1"], "embedder": embedder}
    (home / "config.json").write_text(json.dumps(config))
    found = (await findings(home, offline=False))["meaning"]
    assert found.level is Level.FAIL
    assert "cannot be reached" in found.text
    assert "words alone" in found.text
    assert (await findings(home))["meaning"].level is Level.OK


async def test_how_many_texts_have_a_vector_is_told_once_there_are_any(home: Path) -> None:
    assert "vectors" not in await findings(home)
    with closing(sqlite3.connect(home / "data" / "multis.db")) as database:
        database.execute(
            "INSERT INTO vectors (corpus, row, model, vector) VALUES ('chunks', 1, 'm', x'')"
        )
        database.commit()
    assert " of m." in (await findings(home))["vectors"].text


async def test_folders_that_cannot_be_used_are_named(home: Path) -> None:
    assert {"vault", "documents"} & (await findings(home)).keys() == set()
    config = {
        "owner_ids": ["test:1"],
        "vault": {"dir": str(home / "config.json" / "vault")},
        "documents": {"roots": [str(home), str(home / "gone")]},
    }
    (home / "config.json").write_text(json.dumps(config))
    found = await findings(home)
    assert found["vault"].level is Level.FAIL
    assert found["vault"].text.startswith(f"vault.dir is {home}")
    assert found["documents"].level is Level.WARN
    assert str(home / "gone") in found["documents"].text


async def test_a_vault_that_will_be_made_is_well(home: Path) -> None:
    config = {"owner_ids": ["test:1"], "vault": {"dir": str(home / "new" / "vault")}}
    (home / "config.json").write_text(json.dumps(config))
    assert "vault" not in await findings(home)


async def test_an_owner_is_missed_where_a_platform_waits_for_one(home: Path) -> None:
    (home / "config.json").write_text("{}")
    assert (await findings(home))["owner"].level is Level.OK
    async with FakeBotApi() as fake:
        write_config(home, fake, owner_ids=[])
        unclaimed = (await findings(home))["owner"]
        assert (unclaimed.level, "`multis run` prints a code" in unclaimed.text) == (
            Level.FAIL,
            True,
        )
        write_config(home, fake)
        assert "owner" not in await findings(home)


@pytest.mark.parametrize(
    ("llm", "environ", "key"),
    [
        ({"model": "anthropic:m"}, {}, "llm.api_key"),
        ({"model": "openai:m"}, {"ANTHROPIC_API_KEY": "k"}, "llm.api_key"),
        ({"model": "ollama:m", "fallback": [{"model": "openai:m"}]}, {}, "llm.fallback[0].api_key"),
        ({"model": "anthropic:m", "api_key": "k"}, {}, ""),
        ({"model": "openai:m"}, {"OPENAI_API_KEY": "k"}, ""),
        ({"model": "openai:m", "base_url": "http://127.0.0.1:9/v1"}, {}, ""),
        ({"model": "ollama:m"}, {}, ""),
    ],
)
async def test_a_model_without_its_providers_key_is_named_with_where_to_write_it(
    home: Path, llm: dict[str, object], environ: dict[str, str], key: str
) -> None:
    (home / "config.json").write_text(json.dumps({"owner_ids": ["test:1"], "llm": llm}))
    found = {each.about: each async for each in examine(Home(home), environ, offline=True)}
    assert ("key" in found) == bool(key)
    if key:
        assert (found["key"].level, key in found["key"].text) == (Level.FAIL, True)


def test_watched_folders_that_cannot_be_seen_are_named(tmp_path: Path) -> None:
    def check(folder: Path) -> list[Finding]:
        documents = DocumentSettings(watch=(WatchedFolder(str(folder)),))
        return list(check_watched_folders(Settings(documents=documents), Home(tmp_path / "home")))

    assert check(tmp_path) == []
    (missing,) = check(tmp_path / "gone")
    assert (missing.level, str(tmp_path / "gone") in missing.text) == (Level.WARN, True)
    (tmp_path / "home" / "data").mkdir(parents=True)
    (own,) = check(tmp_path / "home" / "data")
    assert (own.level, "belongs to multis itself" in own.text) == (Level.WARN, True)


def test_the_system_service_is_shown_how_to_see_a_folder_below_home(tmp_path: Path) -> None:
    folder, units = tmp_path / "home" / "my papers", tmp_path / "units"
    folder.mkdir(parents=True)
    units.mkdir()
    settings = Settings(documents=DocumentSettings(watch=(WatchedFolder(str(folder)),)))
    homes, own = (tmp_path / "home",), Home(tmp_path / "own")
    assert list(check_watched_folders(settings, own, units, homes)) == []
    (units / "multis.service").write_text("[Service]\nProtectHome=yes\n")
    assert (
        list(check_watched_folders(settings, own, units)) == []
    )  # outside of home folders it is seen
    (hidden,) = check_watched_folders(settings, own, units, homes)
    command = hidden.text.partition("run as root: ")[2].partition(" && systemctl")[0]
    subprocess.run(["sh", "-c", command], check=True)  # noqa: S603, S607  # our own command
    assert (units / "multis.service.d" / "my papers.conf").read_text() == (
        f'[Service]\nProtectHome=tmpfs\nBindReadOnlyPaths="{folder}"\n'
    )


async def test_what_a_killed_installation_of_a_model_left_is_named(home: Path) -> None:
    left = home / "models" / "installing-x"
    left.mkdir(parents=True)
    os.utime(left, (0, 0))
    assert str(left) in (await findings(home))["leftovers"].text


@pytest.mark.skipif(bool(small_disk.missing()), reason=small_disk.missing())
def test_a_disk_that_turned_read_only_is_a_finding(home: Path, tmp_path: Path) -> None:
    for command in (["doctor", "--offline"], ["backup", "create", str(tmp_path / "copy")]):
        under = small_disk.under(home / "run", small_disk.READ_ONLY)
        environ = {**os.environ, "MULTIS_HOME": str(home), "LANGUAGE": "en"}
        multis = [*under, sys.executable, "-m", "bot", *command]
        ended = subprocess.run(multis, capture_output=True, check=False, text=True, env=environ)  # noqa: S603 - our own words
        told = ended.stdout + ended.stderr
        assert (ended.returncode, str(storage_errors.READ_ONLY) in told) == (1, True), told
        assert "FAIL" in told or command[0] == "backup"


async def test_a_variable_that_sets_nothing_is_named(home: Path) -> None:
    environ = {"MULTIS_OWNERIDS": "x"}
    found = [each async for each in examine(Home(home), environ, offline=True)]
    (named,) = [each for each in found if "MULTIS_OWNERIDS" in each.text]
    assert (named.level, "'owner_ids'" in named.text) == (Level.WARN, True)
