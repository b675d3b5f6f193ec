"""What a check found."""

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    about: str  # one or two words
    text: str  # what was found, and unless all is well, what to do


def ok(about: str, told: str) -> Finding:
    return Finding(Level.OK, about, told)


def warn(about: str, told: str) -> Finding:
    return Finding(Level.WARN, about, told)


def fail(about: str, told: str) -> Finding:
    return Finding(Level.FAIL, about, told)
