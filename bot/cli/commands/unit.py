"""Print a systemd unit."""

import argparse
import os
import sys
from pathlib import Path

from bot.home import find_home
from bot.operations.systemd_units import render_system_unit, render_user_unit
from indexer.i18n import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--system",
        action="store_true",
        help=_("for a system service, hardened, with a user of its own"),
    )


def run(arguments: argparse.Namespace) -> int:
    print(render_unit(arguments), end="")
    return 0


def render_unit(arguments: argparse.Namespace) -> str:
    # Not resolved: Python finds the packages of a virtual environment through this link.
    python = Path(sys.executable)
    if not arguments.system:
        return render_user_unit(python, find_home(arguments.home, os.environ).folder)
    if python.is_relative_to("/home") or python.is_relative_to("/root"):
        advice = _(
            "{python} is in a home folder, which the system unit cannot read. "
            "Install multis elsewhere, such as in /opt/multis.",
            python=str(python),
        )
        print(f"multis: {advice}", file=sys.stderr)
    return render_system_unit(python)
