"""Put the systemd unit in place and start it."""

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.cli.commands.unit import render_unit
from bot.messages import UserError
from bot.operations.systemd_units import NAME


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", action="store_true", help="for the whole machine, as root")


def run(arguments: argparse.Namespace) -> int:
    path = write_unit(render_unit(arguments), find_unit_folder(os.environ, system=arguments.system))
    print(f"Wrote {path}.")
    manager = ["systemctl"] if arguments.system else ["systemctl", "--user"]
    for action in (["daemon-reload"], ["enable", "--now", NAME]):
        if not _succeeds([*manager, *action]):
            print(
                f"systemd did not take it. Later, run: {' '.join(manager)} daemon-reload && "
                f"{' '.join(manager)} enable --now {NAME}",
                file=sys.stderr,
            )
            return 1
    print(f"multis runs. Its log: journalctl {'' if arguments.system else '--user '}-u {NAME}")
    if not arguments.system:
        print("So that it also runs while you are logged out: loginctl enable-linger")
    return 0


def find_unit_folder(environ: Mapping[str, str], *, system: bool) -> Path:
    """Where systemd looks for units."""
    if system:
        return Path("/etc/systemd/system")
    config = environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(config) / "systemd" / "user"


def write_unit(text: str, folder: Path) -> Path:
    """Replaced in one step: systemd never reads half a unit."""
    path = folder / NAME
    temporary = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None
    return path


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, check=False).returncode == 0  # noqa: S603  # fixed words
    except FileNotFoundError:
        return False
