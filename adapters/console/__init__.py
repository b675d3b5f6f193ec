"""A chat with the owner on a terminal, or over a pipe."""

import sys
from collections.abc import Mapping

from rich.console import Console as Screen

from adapters.console.adapter import OWNER, Console, from_pipe, from_terminal
from bot.messages import Host

__all__ = ["OWNER", "Console", "connect"]


def connect(settings: Mapping[str, object], host: Host) -> Console:
    """The terminal needs no settings: whoever sits there is the owner."""
    read_line = from_terminal() if sys.stdin.isatty() else from_pipe
    return Console(read_line, Screen(highlight=False))
