"""Parses mailboxes: each mail in them as a file of its own."""

import re
from collections.abc import Iterator
from functools import partial

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.regular_files import make_count_error
from indexer.parsing.shared.nested_files import Member, parse_members

SUFFIXES = (".mbox",)
SEPARATOR = re.compile(rb"^From [^\n]*\n", re.M)
NAME = "mail {number}.eml"  # not translated: stored in the index


def parse(source: SourceFile) -> Iterator[Parsed]:
    mails = [mail for mail in SEPARATOR.split(source.data) if mail.strip()]
    if len(mails) > source.limits.entries:
        raise make_count_error(source.name, source.limits)
    members = (
        Member(NAME.format(number=number), partial(_unquote, mail))
        for number, mail in enumerate(mails, 1)
    )
    yield from parse_members(source, members)


def _unquote(mail: bytes) -> bytes:
    """Take back the mark before lines of a mail that begin like a separator."""
    return mail.replace(b"\n>From ", b"\nFrom ")
