"""Reads the headers of mail, also those that Python's own way of parsing them does not foresee."""

import email
import re
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from email.policy import default

FAILURES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
PLAIN = "X-Text"  # stands for any header that is read as it is
TYPED = "content-"  # headers with parameters begin so
UNTITLED = "Mail without a subject"  # not translated: stored in the index
LONGEST = 2000  # characters of one of these: a thousand parameters take seconds
# The character set of a parameter, such as in `filename*=latin-1''caf%E9.txt`.
CHARSET = re.compile(r"(\*=)[^'\";=*\s]{0,40}'")


def parse_mail(data: bytes) -> EmailMessage:
    """Parse a mail; a header that cannot be parsed is read as far as it can be."""
    return email.message_from_bytes(data, policy=default.clone(header_factory=_parse_header))


def _parse_header(name: str, value: str) -> str:
    parsed: str
    for known, text in _list_readings(name, value):
        with suppress(*FAILURES):
            parsed = default.header_factory(known, text)
            return parsed
    parsed = default.header_factory(name, "")
    return parsed


def _list_readings(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield a header as it is, and then with ever less to understand in it."""
    if not name.lower().startswith(TYPED):
        yield name, value
        yield PLAIN, value
        return
    short = value if len(value) <= LONGEST else value[:LONGEST].rpartition(";")[0]
    yield name, short
    yield name, CHARSET.sub(r"\1utf-8'", short)
    yield name, short.partition(";")[0]
