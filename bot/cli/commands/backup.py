"""Make, check or put back a backup."""

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path

from bot.home import find_home
from bot.operations import backup
from bot.rendering.format import counted, size


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = {
        "create": "write a backup, also while the assistant runs",
        "verify": "check that a backup is whole",
        "restore": "put a backup back; what was there is kept aside",
    }
    told = "; ".join(f"{name}: {what}" for name, what in actions.items())
    parser.add_argument("action", choices=tuple(actions), help=told)
    parser.add_argument("file", type=Path, metavar="FILE")


def run(arguments: argparse.Namespace) -> int:
    home, now = find_home(arguments.home, os.environ), datetime.now(UTC)
    if arguments.action == "create":
        made = backup.create(home, arguments.file, now)
        files, large = counted(len(made.members), "file"), size(arguments.file.stat().st_size)
        print(f"Backed up {files} to {arguments.file} ({large}).")
        print("It holds everything multis knows, and its tokens: keep it where nobody else reads.")
    elif arguments.action == "verify":
        made = backup.verify(arguments.file)
        at = datetime.fromisoformat(made.created_at)
        print(f"{arguments.file} is whole: {counted(len(made.members), 'file')} of {at:%F %R} UTC.")
    else:
        aside = backup.restore(arguments.file, home, now)
        print(f"Restored {home.folder}. What was there before is in {aside}.")
    return 0
