"""Set the PIN that guards what exposes or deletes."""

import argparse
import getpass
import os
import sys

from bot.cli.commands.init import read, write
from bot.config import load
from bot.home import find_home
from bot.messages import UserError
from bot.pin import hashed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--remove", action="store_true", help="ask for no PIN any more")


def run(arguments: argparse.Namespace) -> int:
    home = find_home(arguments.home, os.environ)
    load(home.config, os.environ)  # a broken file is reported, never overwritten
    digest = "" if arguments.remove else hashed(_asked_for())
    home.make()
    write(home.config, with_pin(read(home.config), digest))
    print("There is no PIN any more." if arguments.remove else "The PIN is set; I keep its hash.")
    print("A running assistant takes that over when it is started again.")
    return 0


def _asked_for() -> str:
    """Typed twice, unseen; a single line where nobody sits at a terminal."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    pin = getpass.getpass("New PIN (4 to 12 digits): ").strip()
    if getpass.getpass("The same again: ").strip() != pin:
        raise UserError("That was not the same twice. Nothing was changed.")
    return pin


def with_pin(raw: dict[str, object], digest: str) -> dict[str, object]:
    """`raw` with this hash; everything else stays as the person wrote it."""
    security = raw.get("security")
    return {**raw, "security": {**(security if isinstance(security, dict) else {}), "pin": digest}}
