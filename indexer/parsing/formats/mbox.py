"""Parses mailboxes: each mail in them as a file of its own."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.regular_files import make_count_error
from indexer.parsing.shared.nested_files import Member, parse_members

SUFFIXES = (".mbox",)
# Most programs write when a mail came; then a line without that is one of a mail.
DATED = re.compile(rb"(?:^|(?<=\n\n)|(?<=\n\r\n))From (?=[^\n]{0,200}\d:\d\d)[^\n]*\n")
SEPARATOR = re.compile(rb"(?:^|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n")
NAME = "mail {number}.eml"  # not translated: stored in the index


def parse(source: SourceFile) -> Iterator[Parsed]:
    separator = DATED if DATED.match(source.data) else SEPARATOR
    mails = [mail for mail in separator.split(source.data) if mail.strip()]
    if len(mails) > source.limits.entries:
        raise make_count_error(source.name, source.limits)
    members = (
        Member(NAME.format(number=number), partial(_unquote, mail))
        for number, mail in enumerate(mails, 1)
    )
    # A mail is no file in a file; only what is attached to it is.
    yield from parse_members(replace(source, depth=source.depth - 1), members)


def _unquote(mail: bytes) -> bytes:
    """Take back the mark before lines of a mail that begin like a separator."""
    return mail.replace(b"\n>From ", b"\nFrom ")
