"""The terminal, as commands use it: safe output, questions, arguments."""

import argparse
import io
import json
import os
import re
import sys

from indexer.errors import UserError
from indexer.i18n import _

# The terminal would obey these, or show what follows in another order. Line feed and tab are text;
# so are isolates without a direction of their own, which our sentences put around names.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066\u2067]")


def sanitize(text: str) -> str:
    """Replace the control characters of `text`, which a terminal would obey."""
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def sanitize_line(text: str) -> str:
    """Do the same for what is one line, such as a file's name: a line feed would begin another."""
    return sanitize(text.replace("\n", "\r"))


def dump_json(value: object) -> str:
    """Return a line of JSON with such characters escaped, so that a terminal obeys none."""
    line = json.dumps(value, ensure_ascii=False)  # which escapes those below a blank itself
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def prepare_streams() -> None:
    """Open closed streams on the null device; replace what the encoding of stdout lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - as long as we live
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def ask(question: str, *, hidden: bool = False) -> str:
    """Return what the person types, hidden for a secret; a `UserError` if they end the input."""
    from getpass import getpass  # few commands ask for anything

    try:
        return (getpass if hidden else input)(question).strip()
    except EOFError:
        raise UserError(_("Nothing was changed.")) from None


def parse_positive(text: str) -> int:
    """Parse a command-line argument that must be a number above 0."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(_("must be a whole number of at least 1"))
    return int(text)


def draw_code(link: str) -> str:
    """Return a QR code of a link, drawn in half blocks; empty where these cannot be shown."""
    import segno  # only one command draws one, once

    drawn = io.StringIO()
    segno.make(link, error="m").terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue().rstrip("\n")
