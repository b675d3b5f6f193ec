"""Checks the home folder, the daemon and the machine they are on."""

import shutil
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bot.doctor.findings import Finding, fail, ok, warn
from bot.home import INSTALLING, Home
from bot.operations.health_file import read_vitals
from bot.operations.status import TROUBLES, format_resting
from bot.runtime.disk_space import DiskSpace
from bot.runtime.process_lock import is_running
from bot.settings.config import Settings
from indexer.i18n import _, format_date, format_moment, format_size, join_sentences, ngettext

FULL, SCARCE = 50_000_000, 1_000_000_000  # bytes free
BUILT = datetime(2026, 1, 1, tzinfo=UTC)  # an earlier time is a wrong clock
STALE_SECONDS = 60  # a healthy daemon writes its status every ten


def check_permissions(home: Home) -> Iterator[Finding]:
    # A private folder protects all below it; the configuration may be a link to elsewhere.
    open_to_others = [
        path for path in (home.folder, home.config) if path.exists() and _read_mode(path) & 0o077
    ]
    for path in open_to_others:
        command = f"chmod go= {path}"  # not translated: a command
        text = _("Others can read {path}. Run: {command}", path=str(path), command=command)
        yield fail("permissions", text)
    if not open_to_others:
        yield ok("permissions", _("Only you can read {folder}.", folder=str(home.folder)))


def check_disk(home: Home) -> Iterator[Finding]:
    free = shutil.disk_usage(home.folder).free
    text = _(
        "{size} is free on the disk of {folder}.", size=format_size(free), folder=str(home.folder)
    )
    if free < FULL:
        yield fail("disk", join_sentences(text, _("Nothing more can be stored. Free some space.")))
    elif free < SCARCE:
        yield warn("disk", join_sentences(text, _("Free some space before it runs out.")))
    else:
        yield ok("disk", text)


def check_intake(home: Home, settings: Settings) -> Iterator[Finding]:
    """Check whether so much of the disk is free that files are taken in."""
    scarce = DiskSpace(home.folder, settings.documents.free_bytes).describe()
    if scarce:
        yield fail("files", scarce)


def check_clock(now: datetime, newest: datetime | None) -> Iterator[Finding]:
    """Check the clock against `newest`, the latest time that multis has recorded."""
    if now < BUILT:
        text = _("It shows {date}, which is wrong. Set the machine's clock.", date=format_date(now))
        yield fail("clock", text)
    elif newest and (newest - now).total_seconds() > 300:
        text = _("It was set back: {time} UTC was recorded before.", time=format_moment(newest))
        yield warn("clock", text)
    else:
        yield ok("clock", _("{time} UTC.", time=format_moment(now)))


def check_daemon(home: Home, now: datetime) -> Iterator[Finding]:
    if not is_running(home):
        yield warn(
            "daemon",
            _("It is not running. Start it with `multis run` or `multis install-service`."),
        )
        return
    vitals = read_vitals(home)
    if vitals is None or (now - vitals.written_at).total_seconds() > STALE_SECONDS:
        yield fail("daemon", _("It is running, but has not reported for a minute. Restart it."))
        return
    yield ok("daemon", _("It is running (process {pid}).", pid=str(vitals.pid)))
    for platform in vitals.resting:
        yield warn("daemon", format_resting(platform))
    for trouble in vitals.troubles[-TROUBLES:]:
        yield warn("log", f"{format_moment(trouble.at)}: {trouble.text}")


def check_leftovers(home: Home, now: datetime) -> Iterator[Finding]:
    """Check for what a killed process left; the daemon deletes it within a day."""
    left = [
        path
        for path in _list_leftovers(home)
        if now.timestamp() - path.stat().st_mtime > 2 * 86_400
    ]
    if left:
        yield warn(
            "leftovers",
            ngettext(
                "{count} old temporary file: {path}. Delete it.",
                "{count} old temporary files, such as {path}. Delete them.",
                len(left),
                path=str(left[0]),
            ),
        )
    else:
        yield ok("leftovers", _("None."))


def _list_leftovers(home: Home) -> Iterator[Path]:
    if home.tmp.is_dir():
        yield from home.tmp.iterdir()
    for pattern in ("backup-*", "restore-*"):
        yield from home.folder.glob(pattern)
    yield from home.models.glob(INSTALLING)


def _read_mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
