"""By a replica or a backup that somebody else wrote, and by links in the home that is copied."""

import hashlib
import json
import os
import zipfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from pathlib import Path

from bot.home import Home
from bot.messages import UserError
from bot.operations.backups import backup
from bot.operations.replica import fetch_listed
from bot.replica.files import FileCopier, FileList, place_content, write_list
from bot.replica.objects import open_objects
from bot.replica.settings import ReplicaSettings
from tests.bot.replica.drill import a_home, settings_for
from tests.factories import NOON
from tests.redteam.outcome import Outcome, shorten
from tests.scenarios.scene import MARK, files

CONTENT = b"Mallory's"
NAMES = [
    *("../evil", "vault/../../evil", "/etc/cron.d/evil", "{outside}", "vault//evil", "vault/./x"),
    *("", ".", "..", "vault", "data", "memory/", "config.json", "config.json/x", "CONFIG.JSON"),
    *("data/multis.db", "data/multis.db-wal", "data/x", "data/.multis.db-litestream/x"),
    *("run/daemon.lock", "logs/audit.log", "tmp/x", "platforms/matrix/keys", "backups/x"),
    *("vault/a\0b", "vault/\ud800", "vault/" + "x" * 5000, "vault/" + "x/" * 3000 + "x"),
    *("vault\\..\\..\\evil", "~/evil", "link/evil", "vault/taken/below"),
]
LISTS = [
    *("", "[]", "null", "{}", '{"format": 1}', '{"format": 1, "files": 7}', "\ufeff{}"),
    '{"format": 1, "files": {"vault/a": "../../../secret"}}',
    '{"format": 1, "files": {"vault/a": ""}}',
    '{"format": 1, "files": {"vault/a": null}}',
    '{"format": 99, "files": {}}',
    "[" * 100_000,
]


def fetch(settings: ReplicaSettings, folder: Path) -> str:
    """Fetch the files of the replica; "" also if they are refused with a sentence."""
    folder.mkdir()
    try:
        fetch_listed(settings, None, NOON, folder)
    except UserError:
        return ""
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody told it in a sentence
        return f"it raised {type(error).__name__}"
    return ""


def write_hostile(settings: ReplicaSettings, listed: Mapping[str, str]) -> None:
    with open_objects(settings) as objects:
        objects.put(place_content(hashlib.sha256(CONTENT).hexdigest()), CONTENT)
        write_list(objects, FileList(NOON, listed))


def attack_by_name(folder: Path, number: int, name: str) -> Outcome:
    """A list that names a file where none may be written."""
    place = folder / str(number)
    place.mkdir()
    settings, target = settings_for(place), place / "restored"
    digest = hashlib.sha256(CONTENT).hexdigest()
    named = name.replace("{outside}", str(place / "outside"))
    write_hostile(settings, {"vault/taken": digest, named: digest})
    before = files(folder)
    came = fetch(settings, target)
    new = {str(path.relative_to(place)) for path in files(folder) - before}
    allowed = {"restored/vault/taken", f"restored/{name}"} if "\\" in name else None
    strange = new - (allowed or {"restored/vault/taken"})
    return Outcome(shorten(f"a replica names {name}"), came or ", ".join(sorted(strange)))


def attack_by_list(folder: Path, number: int, text: str) -> Outcome:
    place = folder / f"list{number}"
    place.mkdir()
    settings = settings_for(place)
    (place / "secret").write_text(MARK)
    with open_objects(settings) as objects:
        objects.put(FileList(NOON, {}).name, text.encode())
    came = fetch(settings, place / "restored")
    found = came or ("it wrote a file" if files(place / "restored") else "")
    return Outcome(shorten(f"a replica lists {text}"), found)


# What somebody may have put into the home, or the replica, with a secret beside them.
def link_file(home: Path, _replica: Path, secret: Path) -> None:
    (home / "vault/link.md").symlink_to(secret)


def link_folder(home: Path, _replica: Path, secret: Path) -> None:
    (home / "vault/link").symlink_to(secret.parent)


def link_in_a_loop(home: Path, _replica: Path, secret: Path) -> None:
    (home / "vault/loop").symlink_to(home / "vault")


def make_a_pipe(home: Path, _replica: Path, secret: Path) -> None:
    os.mkfifo(home / "vault/pipe.md")


def link_a_device(home: Path, _replica: Path, secret: Path) -> None:
    (home / "vault/zero.md").symlink_to("/dev/zero")


def put_contents(replica: Path, digest: str) -> Path:
    """List contents that are at the returned place of the replica, or will be."""
    listed = {"format": 1, "files": {"vault/a.md": digest}}
    place = replica / "files" / place_content(digest)
    moment = replica / "files" / FileList(NOON, {}).name
    for each in (place, moment):
        each.parent.mkdir(parents=True)
    moment.write_text(json.dumps(listed))
    return place


def link_contents(_home: Path, replica: Path, secret: Path) -> None:
    put_contents(replica, "0" * 64).symlink_to(secret)


def pipe_contents(_home: Path, replica: Path, _secret: Path) -> None:
    os.mkfifo(put_contents(replica, "0" * 64))


def link_contents_to_a_device(_home: Path, replica: Path, _secret: Path) -> None:
    put_contents(replica, "0" * 64).symlink_to("/dev/zero")


def pipe_the_list(_home: Path, replica: Path, _secret: Path) -> None:
    put_contents(replica, "0" * 64)
    listed = replica / "files" / FileList(NOON, {}).name
    listed.unlink()
    os.mkfifo(listed)


def swell_the_list(_home: Path, replica: Path, _secret: Path) -> None:
    put_contents(replica, "0" * 64)
    os.truncate(replica / "files" / FileList(NOON, {}).name, 1 << 32)  # a hole: it takes no disk


PLANTED: Mapping[str, Callable[[Path, Path, Path], None]] = {
    "a link to a file, in the home": link_file,
    "a link to a folder, in the home": link_folder,
    "a link in a loop, in the home": link_in_a_loop,
    "a pipe, in the home": make_a_pipe,
    "a link to a device, in the home": link_a_device,
    "a link to a file, in the replica": link_contents,
    "a pipe in place of contents, in the replica": pipe_contents,
    "a link to a device, in the replica": link_contents_to_a_device,
    "a pipe in place of a list, in the replica": pipe_the_list,
    "a list of four gigabytes, in the replica": swell_the_list,
}


def attack_by_plant(folder: Path, number: int, name: str) -> Outcome:
    """Copy and fetch; the secret must come neither into the replica nor back out of it."""
    place = folder / f"plant{number}"
    (place / "elsewhere").mkdir(parents=True)
    (secret := place / "elsewhere/secret.md").write_text(f"The password is {MARK}.")
    home, settings = a_home(place), settings_for(place)
    PLANTED[name](home.folder, place / "replica", secret)
    with suppress(UserError), open_objects(settings) as objects:
        FileCopier(home.folder, NOON - NOON).copy(objects, home.list_kept_files(), NOON)
    came = fetch(settings, place / "restored")
    target = place / "copy.zip"
    with suppress(UserError):
        backup.create(home, target, NOON)
    shown = {path for path in (*files(place / "restored"), target) if holds_mark(path)}
    return Outcome(name, came or ", ".join(path.name for path in shown))


def holds_mark(path: Path) -> bool:
    if not path.exists():
        return False
    if path.suffix != ".zip":
        return MARK.encode() in path.read_bytes()
    with zipfile.ZipFile(path) as packed:
        return any(MARK.encode() in packed.read(each) for each in packed.namelist())


def attack_by_backup(folder: Path, number: int, name: str) -> Outcome:
    """A backup whose manifest names a file where none may be written."""
    place = folder / f"backup{number}"
    place.mkdir()
    source, home = place / "hostile.zip", Home(place / "home")
    digest, named = hashlib.sha256(CONTENT).hexdigest(), name.replace("{outside}", str(place / "o"))
    members = [
        {"name": each, "size": len(CONTENT), "sha256": digest}
        for each in ("data/multis.db", "vault/taken", named)
    ]
    listed = {"format": 1, "version": "9", "created_at": NOON.isoformat(), "members": members}
    with zipfile.ZipFile(source, "w") as packed:
        packed.writestr(backup.MANIFEST, json.dumps(listed))
        for each in dict.fromkeys(str(each["name"]) for each in members):
            with suppress(ValueError, UnicodeEncodeError):
                packed.writestr(zipfile.ZipInfo(each) if each else "x", CONTENT)
    before = files(folder)
    try:
        backup.restore(source, home, NOON)
    except UserError:
        came = ""
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody told it in a sentence
        came = f"it raised {type(error).__name__}"
    else:
        came = "it was restored"
    locks = {"daemon.gate", "daemon.lock", "use.lock"}
    strange = {path.name for path in files(folder) - before} - locks
    return Outcome(shorten(f"a backup names {name}"), came or ", ".join(strange))


async def attack_replicas(folder: Path) -> AsyncIterator[Outcome]:
    for number, name in enumerate(NAMES):
        yield attack_by_name(folder, number, name)
        yield attack_by_backup(folder, number, name)
    for number, text in enumerate(LISTS):
        yield attack_by_list(folder, number, text)
    for number, name in enumerate(PLANTED):
        yield attack_by_plant(folder, number, name)


async def control_replicas(folder: Path) -> AsyncIterator[Outcome]:
    """Files by names that a home has; and config.json, for who asked for it."""
    yield attack_by_name(folder, 0, "vault/daily/2026-02-11.md")
    home, settings = a_home(folder), settings_for(folder, secrets=True)
    with open_objects(settings) as objects:
        FileCopier(home.folder, NOON - NOON).copy(objects, home.list_kept_files(), NOON)
    came = fetch(settings, folder / "restored")
    config = folder / "restored/config.json"
    yield Outcome("config.json", came or (config.read_text() if config.exists() else ""))
