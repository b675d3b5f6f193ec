"""Runs Litestream, which copies each transaction of the database to the replica.

https://litestream.io. The program comes with the extra `replica`. It reads its settings from a file
in the home's `run` folder; keys are given to it in its environment and stand in no file of ours and
in no list of processes. `bot.replica.control` speaks to one that runs.
"""

import asyncio
import json
import os
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from bot.home import Home
from bot.messages import UserError
from bot.replica.settings import Address, ReplicaSettings, parse_address
from indexer.extras import format_install_hint
from indexer.i18n import _, join_sentences
from indexer.paths import expand_path
from indexer.private_files import replace_file

PROGRAM = "litestream"
DATABASE = "database"  # the folder of the replica with the database
SNAPSHOT_HOURS = 24
# Together below a second: how often Litestream looks into the log, and how often it sends.
LOOKED, SYNCED = "200ms", "500ms"
TOLD = 2000  # characters of an error that are kept
# The kernel ends Litestream with us, however we end: two of them would fight over one database.
_LAUNCH = """
import ctypes, os, signal, sys
library = ctypes.CDLL(None)
if hasattr(library, "prctl"):
    library.prctl(1, signal.SIGTERM)
if os.getppid() != int(sys.argv[1]):
    sys.exit(1)
os.execv(sys.argv[2], sys.argv[2:])
"""


class ReplicaError(UserError):
    """The replica cannot be reached, read or written."""


class Litestream(Struct, frozen=True):
    """The program, and the files by which one home's is configured and reached."""

    program: str
    home: Home
    settings: ReplicaSettings
    address: Address

    @property
    def config(self) -> Path:
        return self.home.run / "litestream.json"

    async def start(self) -> Process:
        """Start replicating; the process ends when ours does, or when it fails."""
        self.write_config()
        self.home.replica_socket.unlink(missing_ok=True)
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-c", _LAUNCH, str(os.getpid()), self.program),
            *("replicate", "-no-expand-env", "-config", str(self.config)),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=PIPE,
            env=build_environment(self.settings, os.environ),
            umask=0o077,
        )

    def write_config(self) -> None:
        """Write what Litestream reads: YAML, of which JSON is a part."""
        self.home.run.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(self.config, json.dumps(self._build_config(), indent=1).encode())

    def _build_config(self) -> Mapping[str, object]:
        replica = build_replica(self.settings, self.address)
        keep, every = self.settings.keep_hours, min(SNAPSHOT_HOURS, self.settings.keep_hours)
        return {
            "socket": {"enabled": True, "path": str(self.home.replica_socket)},
            "logging": {"type": "json", "level": "warn", "stderr": True},
            "snapshot": {"interval": f"{every}h", "retention": f"{keep}h"},
            "dbs": [
                {
                    "path": str(self.home.database),
                    "monitor-interval": LOOKED,
                    "replica": replica,
                }
            ],
        }

    async def find_newest(self) -> datetime | None:
        """Return when the newest transaction of the replica was copied; None if it has none."""
        self.write_config()
        told = await self._run(
            *("ltx", "-json", "-level", "all", "-no-expand-env", "-config", str(self.config)),
            str(self.home.database),
        )
        try:
            times = [datetime.fromisoformat(each["timestamp"]) for each in json.loads(told) or ()]
            return max(times, default=None)
        except (ValueError, LookupError, TypeError, RecursionError):  # of a transaction of others
            raise ReplicaError(format_failure(told.encode())) from None

    async def restore(self, target: Path, at: datetime | None) -> None:
        """Write the database as it was `at` that time, or as it is last known, to `target`."""
        self.write_config()
        when = ("-timestamp", _format_time(at)) if at else ()
        await self._run(
            *("restore", "-no-expand-env", "-config", str(self.config), "-o", str(target)),
            *(*when, "-integrity-check", "full", str(self.home.database)),
        )

    async def _run(self, *arguments: str) -> str:
        """Run a command to its end, and return what it prints."""
        process = await asyncio.create_subprocess_exec(
            self.program,
            *arguments,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            env=build_environment(self.settings, os.environ),
            umask=0o077,
        )
        try:
            printed, failure = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            await process.communicate()
            raise
        if process.returncode:
            raise ReplicaError(format_failure(failure))
        return printed.decode()


def open_litestream(home: Home, settings: ReplicaSettings) -> Litestream:
    """Find the program; a `UserError` if it is missing or the address is wrong."""
    address = parse_address(settings)
    beside = Path(sys.executable).with_name(PROGRAM)  # where the extra puts it
    program = str(beside) if beside.exists() else shutil.which(PROGRAM)
    if program is None:
        raise UserError(
            join_sentences(
                _("A replica needs the program Litestream."), format_install_hint("replica")
            )
        )
    return Litestream(program, home, settings, address)


def build_replica(settings: ReplicaSettings, address: Address) -> Mapping[str, object]:
    """Build the part of Litestream's settings that says where the replica is."""
    path = f"{address.path}/{DATABASE}".removeprefix("/" if address.kind != "file" else "")
    found: dict[str, object] = {"type": address.kind, "path": path, "sync-interval": SYNCED}
    if address.kind == "s3":
        found["bucket"] = address.place
        if settings.region:
            found["region"] = settings.region
        if settings.endpoint:
            found |= {"endpoint": settings.endpoint, "force-path-style": True}
    elif address.kind == "sftp":
        found |= {
            "host": f"{address.place}:{address.port}",
            "user": address.user,
            "key-path": str(expand_path(settings.key_file)),
            "host-key": get_host_key(settings),
        }
    return found


def get_host_key(settings: ReplicaSettings) -> str:
    """Return the type and the key, without the name that `ssh-keyscan` puts before them."""
    parts: Sequence[str] = settings.host_key.split()
    return " ".join(parts[-2:])


def build_environment(settings: ReplicaSettings, environ: Mapping[str, str]) -> dict[str, str]:
    """Build Litestream's environment: ours without what is multis's, and the keys."""
    kept = {name: value for name, value in environ.items() if not name.startswith("MULTIS_")}
    if bundle := kept.pop("AWS_CA_BUNDLE", ""):  # with it Litestream 0.5.17 does not start
        kept.setdefault("SSL_CERT_FILE", bundle)
    keys = {
        "AWS_ACCESS_KEY_ID": settings.access_key_id,
        "AWS_SECRET_ACCESS_KEY": settings.secret_access_key,
    }
    return kept | {name: value for name, value in keys.items() if value}


def format_failure(printed: bytes) -> str:
    """Return the reason in what Litestream printed last, or a sentence that there is none."""
    lines = printed[-TOLD:].decode(errors="replace").strip().splitlines()
    last = lines[-1] if lines else ""
    try:
        told = json.loads(last)
        last = str(told.get("error") or told.get("msg") or last)
    except (ValueError, AttributeError, RecursionError):
        last = last.removeprefix("Error: ")
    if not last:
        return _("Litestream ended without a word.")
    return _("Litestream says: {reason}", reason=last)


def _format_time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
