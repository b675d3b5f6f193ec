"""Reads the headers of mail, also those that Python's own way of parsing them does not foresee."""

import re
from collections.abc import Iterator
from contextlib import suppress
from email.policy import EmailPolicy

FAILURES = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
PLAIN = "X-Text"  # stands for any header that is read as it is
TYPED = "content-"  # headers with parameters begin so
LONGEST = 2000  # characters of one of these: a thousand parameters take seconds
# The character set of a parameter, such as in `filename*=latin-1''caf%E9.txt`.
CHARSET = re.compile(r"(\*=)[^'\";=*\s]{0,40}'")


class _ForgivingPolicy(EmailPolicy):
    """Reads a header that cannot be parsed as far as it can, so that the rest of a mail is read."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        typed = name.lower().startswith(TYPED)
        for known, text in (
            _list_readings(name, value) if typed else [(name, value), (PLAIN, value)]
        ):
            with suppress(*FAILURES):
                return super().header_fetch_parse(known, text)
        return super().header_fetch_parse(name if typed else PLAIN, "")


def _list_readings(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield a header with its parameters, then with names in another character set, and bare."""
    short = value if len(value) <= LONGEST else value[:LONGEST].rpartition(";")[0]
    yield name, short
    yield name, CHARSET.sub(r"\1utf-8'", short)
    yield name, short.partition(";")[0]


POLICY = _ForgivingPolicy()
