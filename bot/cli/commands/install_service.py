"""Install the systemd unit and start it."""

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.cli.commands.unit import render_unit
from bot.messages import UserError
from bot.operations.systemd_units import NAME
from indexer.confinement.bytecode import compile_missing
from indexer.i18n import _
from indexer.private_files import replace_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", action="store_true", help=_("for the whole machine, as root"))


def run(arguments: argparse.Namespace) -> int:
    if arguments.system:  # the service itself may not write beside its code
        asyncio.run(compile_missing())
    path = write_unit(render_unit(arguments), find_unit_folder(os.environ, system=arguments.system))
    print(_("Wrote {file}.", file=str(path)))
    manager = ["systemctl"] if arguments.system else ["systemctl", "--user"]
    actions = [[*manager, "daemon-reload"], [*manager, "enable", "--now", NAME]]
    if not all(map(_succeeds, actions)):
        commands = " && ".join(map(" ".join, actions))
        text = _(
            "systemd did not accept the unit. To try again, run: {commands}", commands=commands
        )
        print(text, file=sys.stderr)
        return 1
    _tell_what_next(system=arguments.system)
    return 0


def _tell_what_next(*, system: bool) -> None:
    log = f"journalctl {'' if system else '--user '}-u {NAME}"  # not translated: a command
    print(_("multis is running. To see its log: {command}", command=log))
    if not system:
        linger = "loginctl enable-linger"
        print(_("To keep it running while you are logged out: {command}", command=linger))


def find_unit_folder(environ: Mapping[str, str], *, system: bool) -> Path:
    """Return the folder where systemd looks for units."""
    if system:
        return Path("/etc/systemd/system")
    config = environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(config) / "systemd" / "user"


def write_unit(text: str, folder: Path) -> Path:
    """Write the unit in one step: systemd never reads half of it."""
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode())
        path.chmod(0o644)  # systemd warns of a unit that others cannot read
    except OSError as error:
        raise UserError(
            _("Cannot write {file}: {reason}.", file=str(path), reason=str(error.strerror))
        ) from None
    return path


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, check=False).returncode == 0  # noqa: S603  # fixed words
    except FileNotFoundError:
        return False
