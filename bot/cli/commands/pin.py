"""Set the PIN that protects commands which expose or delete data."""

import argparse
import os
import sys

from bot.access.pin import hash_pin
from bot.cli.console import ask
from bot.home import find_home
from bot.messages import UserError
from bot.runtime.process_lock import hold_use_lock
from bot.settings.config import load_settings, read_object
from bot.settings.file import write_config
from indexer.i18n import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--remove", action="store_true", help=_("stop asking for a PIN"))


def run(arguments: argparse.Namespace) -> int:
    home = find_home(arguments.home, os.environ)
    # A broken file is reported, never overwritten.
    settings = load_settings(home.config, os.environ)
    if arguments.remove and not settings.security.pin:
        print(_("No PIN is set."))
        return 0
    digest = "" if arguments.remove else _ask_for_digest()
    with hold_use_lock(home):
        home.create()
        write_config(home.config, set_pin(read_object(home.config), digest))
    print(
        _("The PIN was removed.")
        if arguments.remove
        else _("The PIN is set. Only its hash is stored.")
    )
    print(_("Restart multis if it is running to apply the change."))
    return 0


def _ask_for_digest() -> str:
    """Hash a PIN that is typed twice, hidden; without a terminal, one line of standard input."""
    if not sys.stdin.isatty():
        return hash_pin(sys.stdin.readline().strip())
    pin = ask(_("New PIN (4 to 12 digits):") + " ", hidden=True)
    digest = hash_pin(pin)  # raises before an invalid PIN is asked for again
    if ask(_("Repeat it:") + " ", hidden=True) != pin:
        raise UserError(_("The two PINs differ. Nothing was changed."))
    return digest


def set_pin(raw: dict[str, object], digest: str) -> dict[str, object]:
    """Return `raw` with this hash and everything else as the person wrote it."""
    security = raw.get("security")
    return {**raw, "security": {**(security if isinstance(security, dict) else {}), "pin": digest}}
