"""Create, check or restore a backup; check or restore the replica."""

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.console import ask
from bot.cli.parser import parse_path
from bot.home import Home, find_home
from bot.messages import UserError
from bot.operations.backups import age, backup
from bot.operations.replica import Restored, restore_replica, verify_replica
from bot.settings.config import load_settings
from indexer.i18n import _, format_moment, ngettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        choices=("create", "verify", "restore"),
        help=_(
            "create: write a backup, also while the assistant runs; verify: check that a backup is "
            "complete; restore: replace everything with a backup, and set aside what was there"
        ),
    )
    parser.add_argument("file", type=parse_path, metavar="FILE", nargs="?")
    parser.add_argument(
        "--replica",
        action="store_true",
        help=_("instead of FILE: the replica that replica.url in config.json names"),
    )
    parser.add_argument(
        "--at",
        type=parse_time,
        metavar="TIME",
        help=_("the replica as it was then: 2026-11-22T14:30, by this machine's clock"),
    )


def run(arguments: argparse.Namespace) -> int:
    home, now = find_home(arguments.home, os.environ), datetime.now(UTC)
    _check_arguments(arguments)
    if arguments.replica:
        return asyncio.run(_use_replica(arguments, home, now))
    if arguments.action == "create":
        _create(arguments.file, home, now)
    elif arguments.action == "verify":
        with _decrypt(arguments.file, home) as file:
            print(_format_verified(backup.verify(file, _find_tmp(home)), arguments.file))
    else:
        _restore(arguments.file, home, now)
    return 0


def _create(path: Path, home: Home, now: datetime) -> None:
    backup.check_is_local(load_settings(home.config, os.environ).database, home)
    manifest = backup.create(home, path, now)
    print(backup.format_created(manifest, path))
    print(
        _(
            "It contains everything multis knows, and its tokens. "
            "Keep it where nobody else can read it."
        )
    )


def _restore(path: Path, home: Home, now: datetime) -> None:
    with _decrypt(path, home) as file:
        aside = backup.restore(file, home, now)
    print(_("Restored {folder}.", folder=str(home.folder)))
    print(_("The previous contents are in {folder}.", folder=str(aside)))


def parse_time(text: str) -> datetime:
    """Parse a time; without a zone it is one of this machine's."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        raise argparse.ArgumentTypeError(
            _("a time is written like 2026-11-22T14:30, not {text}", text=text)
        ) from None


@contextmanager
def _decrypt(file: Path, home: Home) -> Iterator[Path]:
    """Yield the backup itself, or a copy that lives as long as it is needed if it is encrypted."""
    if not age.is_encrypted(file):
        yield file
        return
    passphrase = _ask_for_passphrase()
    with TemporaryDirectory(dir=_find_tmp(home), prefix="multis-backup-") as folder:
        plain = Path(folder) / file.name
        plain.write_bytes(age.decrypt(file.read_bytes(), passphrase))
        yield plain


def _find_tmp(home: Home) -> Path | None:
    """Return the home's own folder, if there is a home: what a killed process leaves is cleaned up.

    Without one it is the system's, which is None.
    """
    return home.tmp if home.tmp.is_dir() else None


def _ask_for_passphrase() -> str:
    """Ask for what was typed after /backup; without a terminal, one line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return ask(_("Passphrase of the backup:") + " ", hidden=True)


def _check_arguments(arguments: argparse.Namespace) -> None:
    if arguments.action == "create" and not arguments.replica and arguments.file is None:
        raise UserError(
            _("Missing: {names}. See `{command} --help`.", names="FILE", command="multis backup")
        )
    if arguments.replica is (arguments.file is not None):
        raise UserError(_("Name either FILE or --replica."))
    if arguments.replica and arguments.action == "create":
        raise UserError(_("The daemon keeps the replica up to date; nothing needs to be created."))
    if arguments.at and not arguments.replica:
        raise UserError(_("--at goes with --replica: a backup has one time only."))


async def _use_replica(arguments: argparse.Namespace, home: Home, now: datetime) -> int:
    settings = load_settings(home.config, os.environ).replica
    if arguments.action == "verify":
        restored = await verify_replica(home, settings, now, arguments.at)
        print(_("The replica is whole."))
    else:
        restored = await restore_replica(home, settings, arguments.at, now)
        print(_("Restored {folder}.", folder=str(home.folder)))
        print(_("The previous contents are in {folder}.", folder=str(restored.aside)))
    print(_format_newest(restored))
    return 0


def _format_newest(restored: Restored) -> str:
    files = ngettext("{count} file", "{count} files", restored.files)
    if restored.newest is None:
        return _("It has {files} beside the database.", files=files)
    return _(
        "Its database is of {time} UTC; it has {files} beside it.",
        time=format_moment(restored.newest.astimezone(UTC)),
        files=files,
    )


def _format_verified(manifest: backup.Manifest, file: Path) -> str:
    return ngettext(
        "{file} is complete: {count} file, backed up {time} UTC.",
        "{file} is complete: {count} files, backed up {time} UTC.",
        len(manifest.members),
        file=str(file),
        time=format_moment(datetime.fromisoformat(manifest.created_at)),
    )
