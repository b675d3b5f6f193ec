"""The week as an earlier version left it on Wednesday night: its home, and what was said."""

import io
import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

from msgspec.structs import asdict

from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.fake_bot_api.world import Message
from tests.homes.keeping import extract
from tests.week.town import Line, Town

KEPT = Path(__file__).with_name("kept")
HOME, SAID = KEPT / "home.tar.xz", KEPT / "said.json"
LEFT_OUT = ("config.json", "daemon.log", "notify.sock")


def keep(town: Town, version: str) -> None:
    """Write both; `version` is who lived the first half of the week."""
    with closing(sqlite3.connect(town.home / "data" / "multis.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("VACUUM")
    KEPT.mkdir(exist_ok=True)
    with tarfile.open(HOME, "w:xz", preset=9) as tar:
        for path in sorted(town.home.rglob("*")):
            if path.is_file() and path.name not in LEFT_OUT:
                _add(tar, path, path.relative_to(town.home))
    SAID.write_text(json.dumps(_describe(town, version), indent=1, ensure_ascii=False) + "\n")


def _add(tar: tarfile.TarFile, path: Path, name: Path) -> None:
    """Without whose file it was; a file that names where somebody works is refused."""
    content = path.read_bytes()
    for place in (Path(__file__).parents[2], Path.home()):
        if str(place).encode() in content:
            raise SystemExit(f"{name} names {place}.")
    entry = tarfile.TarInfo(str(name))
    entry.size, entry.mode = len(content), 0o600
    tar.addfile(entry, io.BytesIO(content))


def _describe(town: Town, version: str) -> Json:
    world = town.fake.world
    messages = [asdict(each) | {"file": None} for each in world.messages()]
    return {
        "version": version,
        "last_update": town.fake.updates.last,
        "last_message": world.last_message,
        "lines": [asdict(each) for each in town.lines],
        "messages": messages,
    }


def restore(town: Town) -> None:
    """Go on where that version stopped: its home, and Telegram as it was."""
    town.home.mkdir(parents=True, mode=0o700)
    with tarfile.open(HOME) as tar:
        extract(tar, town.home)
    said = json.loads(SAID.read_text())
    town.fake.updates.last, town.fake.world.last_message = said["last_update"], said["last_message"]
    town.lines.extend(Line(**each) for each in said["lines"])
    for each in said["messages"]:
        message = Message(**each)
        town.fake.world.chats[message.chat_id].messages[message.id] = message
        town.read.add(message.id)
