"""The home folder and the machine that it is on."""

import shutil
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bot.doctor.findings import Finding, fail, ok, warn
from bot.home import Home
from bot.operations.health_file import read_vitals
from bot.runtime.process_lock import is_running

FULL, SCARCE = 50_000_000, 1_000_000_000  # bytes free
BUILT = datetime(2026, 1, 1, tzinfo=UTC)  # no clock that is right shows an earlier time
STALE_SECONDS = 60  # a daemon that is well writes its status every ten


def check_permissions(home: Home) -> Iterator[Finding]:
    # A closed folder closes all below it; the configuration is checked too, for it may be a link.
    open_to_others = [
        path for path in (home.folder, home.config) if path.exists() and _read_mode(path) & 0o077
    ]
    for path in open_to_others:
        yield fail("permissions", f"{path} can be read by others. Run: chmod go= {path}")
    if not open_to_others:
        yield ok("permissions", f"{home.folder} is closed to others.")


def check_disk(home: Home) -> Iterator[Finding]:
    free = shutil.disk_usage(home.folder).free
    told = f"{free / 1e9:.1f} GB are free where {home.folder} lies."
    if free < FULL:
        yield fail("disk", f"{told} Nothing more can be stored: make room.")
    elif free < SCARCE:
        yield warn("disk", f"{told} Make room before it runs out.")
    else:
        yield ok("disk", told)


def check_clock(now: datetime, newest: datetime | None) -> Iterator[Finding]:
    """`newest` is the last thing that multis wrote down with a time."""
    if now < BUILT:
        yield fail("clock", f"It shows {now:%Y-%m-%d}, which cannot be. Set the machine's clock.")
    elif newest and (newest - now).total_seconds() > 300:
        yield warn("clock", f"It was put back: something is dated {newest:%Y-%m-%d %H:%M} UTC.")
    else:
        yield ok("clock", f"{now:%Y-%m-%d %H:%M} UTC.")


def check_daemon(home: Home, now: datetime) -> Iterator[Finding]:
    if not is_running(home):
        yield warn("daemon", "It does not run. Start it with `multis run` or install-service.")
        return
    vitals = read_vitals(home)
    if vitals is None or (now - vitals.written_at).total_seconds() > STALE_SECONDS:
        yield fail("daemon", "It runs, but has said nothing for a minute. Restart it.")
        return
    yield ok("daemon", f"It runs (process {vitals.pid}).")
    for trouble in vitals.troubles:
        yield warn("log", f"{trouble.at:%Y-%m-%d %H:%M}: {trouble.text}")


def check_leftovers(home: Home, now: datetime) -> Iterator[Finding]:
    """What a killed process left behind; the daemon clears it away within a day."""
    left = [
        path
        for path in _list_leftovers(home)
        if now.timestamp() - path.stat().st_mtime > 2 * 86_400
    ]
    if left:
        yield warn("leftovers", f"{len(left)} old temporary files, such as {left[0]}. Delete them.")
    else:
        yield ok("leftovers", "None.")


def _list_leftovers(home: Home) -> Iterator[Path]:
    if home.tmp.is_dir():
        yield from home.tmp.iterdir()
    for pattern in ("backup-*", "restore-*"):
        yield from home.folder.glob(pattern)


def _read_mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
