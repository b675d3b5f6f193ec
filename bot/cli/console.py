"""The streams a command writes to, whatever they are."""

import io
import os
import re
import sys
from getpass import getpass

from bot.messages import UserError

# The terminal would do as they say; line feed and tab are text.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def sanitize(text: str) -> str:
    """`text` without anything that a terminal obeys."""
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def prepare_streams() -> None:
    """One that is closed takes what is written, and one of an old encoding what it can show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - as long as we live
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def ask(question: str, *, unseen: bool = False) -> str:
    """What they type, unseen if it is a secret; a `UserError` if they end the input instead."""
    try:
        return (getpass if unseen else input)(question).strip()
    except EOFError:
        raise UserError("Nothing was changed.") from None
