"""The results of the checks."""

from enum import Enum

from msgspec import Struct


class Level(Enum):
    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


class Finding(Struct, frozen=True):
    level: Level
    about: str  # what was checked, as a code of one or two words
    text: str  # the result, and unless all is well, what to do


def ok(about: str, text: str) -> Finding:
    return Finding(Level.OK, about, text)


def warn(about: str, text: str) -> Finding:
    return Finding(Level.WARN, about, text)


def fail(about: str, text: str) -> Finding:
    return Finding(Level.FAIL, about, text)
