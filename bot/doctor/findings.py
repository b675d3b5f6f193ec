"""The results of the checks."""

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    about: str  # what was checked, as a code of one or two words
    text: str  # the result, and unless all is well, what to do


def ok(about: str, text: str) -> Finding:
    return Finding(Level.OK, about, text)


def warn(about: str, text: str) -> Finding:
    return Finding(Level.WARN, about, text)


def fail(about: str, text: str) -> Finding:
    return Finding(Level.FAIL, about, text)
