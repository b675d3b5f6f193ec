"""Create, check or restore a backup."""

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path

from bot.home import find_home
from bot.operations import backup
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
    parser.add_argument("file", type=Path, metavar="FILE")


def run(arguments: argparse.Namespace) -> int:
    home, now = find_home(arguments.home, os.environ), datetime.now(UTC)
    if arguments.action == "create":
        manifest = backup.create(home, arguments.file, now)
        print(backup.format_created(manifest, arguments.file))
        print(
            _(
                "It contains everything multis knows, and its tokens. "
                "Keep it where nobody else can read it."
            )
        )
    elif arguments.action == "verify":
        print(_format_verified(backup.verify(arguments.file), arguments.file))
    else:
        aside = backup.restore(arguments.file, home, now)
        print(_("Restored {folder}.", folder=str(home.folder)))
        print(_("The previous contents are in {folder}.", folder=str(aside)))
    return 0


def _format_verified(manifest: backup.Manifest, file: Path) -> str:
    return ngettext(
        "{file} is complete: {count} file, backed up {time} UTC.",
        "{file} is complete: {count} files, backed up {time} UTC.",
        len(manifest.members),
        file=str(file),
        time=format_moment(datetime.fromisoformat(manifest.created_at)),
    )
