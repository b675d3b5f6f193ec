"""A backup that somebody else made: it is refused with a sentence, and nothing of it stays."""

import hashlib
import json
import resource
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.home import Home
from bot.messages import UserError
from bot.operations.backups import backup
from bot.services.tables import SCHEMAS
from indexer.paths import DATABASE
from indexer.store.database import open_database
from indexer.store.engine.sqlite import SqliteSession
from indexer.store.engine.template import find_planted, open_template
from tests.factories import NOON
from tests.homes.keeping import names, unpack

LEAK = """
    CREATE TRIGGER leak AFTER INSERT ON chunks WHEN new.scope = 'admin' BEGIN
        UPDATE chunks SET scope = 'kb' WHERE id = new.id;
    END
"""
TWIN = "CREATE VIEW people_too AS SELECT * FROM people"


def describe(name: str, content: bytes, **changes: object) -> dict[str, object]:
    digest = hashlib.sha256(content).hexdigest()
    return {"name": name, "size": len(content), "sha256": digest, **changes}


def write(
    target: Path, members: list[dict[str, object]], contents: dict[str, bytes], kind: int
) -> Path:
    listed = {"format": 1, "version": "9", "created_at": NOON.isoformat(), "members": members}
    with zipfile.ZipFile(target, "w", kind) as packed:
        packed.writestr(backup.MANIFEST, json.dumps(listed))
        for name, content in contents.items():
            packed.writestr(name, content)
    return target


def refusal(source: Path, folder: Path) -> str:
    home = Home(folder / "home")
    with pytest.raises(UserError) as verified:
        backup.verify(source)
    with pytest.raises(UserError) as restored:
        backup.restore(source, home, NOON)
    assert str(verified.value)[:20] == str(restored.value)[:20]
    assert not home.database.exists()
    return str(restored.value)


@pytest.mark.parametrize("planted", [LEAK, TWIN], ids=["trigger", "view"])
async def test_what_would_act_on_later_words_is_refused(tmp_path: Path, planted: str) -> None:
    async with open_database(tmp_path / "multis.db", *SCHEMAS):
        pass
    with closing(sqlite3.connect(tmp_path / "multis.db")) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute(planted)
        database.commit()
    content = (tmp_path / "multis.db").read_bytes()
    members = [describe(DATABASE, content)]
    source = write(tmp_path / "file", members, {DATABASE: content}, zipfile.ZIP_DEFLATED)
    assert "holds what multis has not made" in refusal(source, tmp_path)


async def test_a_trigger_of_ours_with_other_words_is_planted(tmp_path: Path) -> None:
    async with open_database(tmp_path / "multis.db", *SCHEMAS):
        pass
    with closing(SqliteSession(tmp_path / "multis.db")) as database:
        assert find_planted(database, SCHEMAS) == []
        ((name, sql),) = database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' LIMIT 1"
        ).fetchall()
        database.execute(f"DROP TRIGGER {name}")
        database.execute(sql.replace("BEGIN", "BEGIN UPDATE chunks SET scope = 'kb';", 1))
        assert find_planted(database, SCHEMAS) == [name]


@pytest.mark.parametrize("name", names())
def test_homes_of_earlier_versions_hold_nothing_planted(tmp_path: Path, name: str) -> None:
    unpack(name, tmp_path)
    with closing(SqliteSession(tmp_path / "home" / "data" / "multis.db")) as database:
        assert find_planted(database, SCHEMAS) == []


def test_the_template_has_what_the_versions_say() -> None:
    with open_template(SCHEMAS, {}) as empty, open_template(SCHEMAS) as whole:
        assert not empty.has_table("people")
        assert whole.has_table("people")


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ([{"name": 7, "size": 1, "sha256": ""}], "no readable list"),
        ([{"name": DATABASE, "size": "1", "sha256": ""}], "no readable list"),
        ([describe(DATABASE, b"x", size=1 << 62)], "The backup needs"),
        ([describe(DATABASE, b"x", size=-1)], "not what was backed up"),
    ],
)
def test_a_list_of_odd_files_is_refused(
    tmp_path: Path, members: list[dict[str, object]], told: str
) -> None:
    source = write(tmp_path / "file", members, {DATABASE: b"x"}, zipfile.ZIP_DEFLATED)
    assert told in refusal(source, tmp_path)


@contextmanager
def little_memory() -> Iterator[None]:
    """Allow this process a quarter of a gigabyte of addresses more than it has."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 28), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_list_that_unpacks_to_half_a_gigabyte_takes_no_memory(tmp_path: Path, kind: int) -> None:
    with (
        zipfile.ZipFile(tmp_path / "bomb", "w", kind, compresslevel=1) as packed,
        packed.open(backup.MANIFEST, "w", force_zip64=True) as file,
    ):
        for _ in range(32):
            file.write(bytes(1 << 24))
    with little_memory():
        told = refusal(tmp_path / "bomb", tmp_path)
    assert "no readable list" in told or "not a backup of multis" in told


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_packings_than_ours_are_refused(tmp_path: Path, kind: int) -> None:
    members = [describe(DATABASE, b"x")]
    source = write(tmp_path / "file", members, {DATABASE: b"x"}, kind)
    assert "is not a backup of multis" in refusal(source, tmp_path)


@pytest.mark.parametrize("seed", range(12))
def test_a_byte_that_changed_is_told_in_a_sentence(tmp_path: Path, seed: int) -> None:
    content = b"words " * 1000
    members = [describe(DATABASE, content)]
    source = write(tmp_path / "file", members, {DATABASE: content}, zipfile.ZIP_DEFLATED)
    whole = bytearray(source.read_bytes())
    at = whole.rindex(b"data/multis.db", 0, whole.rindex(b"PK\x01\x02")) + 14 + seed
    whole[at] ^= 0x55
    source.write_bytes(whole)
    refusal(source, tmp_path)
