"""A chat with the owner on a terminal, or over a pipe."""

import sys
from collections.abc import Mapping

from rich.console import Console as Screen

from adapters.console.adapter import OWNER, Console
from adapters.console.lines import Lines, Pipe, read_stdin_line
from bot.messages import Host

__all__ = ["OWNER", "Console", "connect"]


def connect(settings: Mapping[str, object], host: Host) -> Console:
    """Create the adapter; it needs no settings, for the user of the terminal is the owner."""
    screen = Screen(highlight=False)
    return Console(_open_lines(screen), screen)


def _open_lines(screen: Screen) -> Lines:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Pipe(read_stdin_line)
    from adapters.console.prompt import Prompt  # takes a while to load

    return Prompt(screen)
