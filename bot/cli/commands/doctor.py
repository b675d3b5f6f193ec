"""Check the installation and say what to fix."""

import argparse
import asyncio
import os
from collections.abc import Sequence

from bot.cli.console import sanitize_line
from bot.doctor.findings import Finding, Level
from bot.home import find_home
from indexer.i18n import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--offline", action="store_true", help=_("do not contact the platforms or the model")
    )


def run(arguments: argparse.Namespace) -> int:
    """Return 1 if a check fails; a warning is no failure."""
    findings = asyncio.run(_examine(arguments))
    return 1 if any(each.level is Level.FAIL for each in findings) else 0


async def _examine(arguments: argparse.Namespace) -> Sequence[Finding]:
    from bot.doctor import examine

    findings = []
    home = find_home(arguments.home, os.environ)
    async for each in examine(home, os.environ, offline=arguments.offline):
        found = _("{label}: {value}", label=each.about, value=each.text)
        print(f"{each.level.value:<4}  {sanitize_line(found)}", flush=True)
        findings.append(each)
    return findings
