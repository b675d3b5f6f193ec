"""The lines that the process that listens writes, one JSON object each: strictly checked.

`position` and `stretches` for each half minute, after a first line of zero seconds once the model
is loaded; at last `end`, or `failure` and perhaps a `reason`. All texts in it are foreign.
"""

import json
import math

from msgspec import Struct

from indexer.speech.vocabulary import Stretch

STANDARD_INPUT = "-"  # in place of a file
UNREADABLE, TOO_LONG, BROKEN_MODEL = "unreadable", "too long", "broken model"
LONGEST_LINE = 1 << 18  # bytes: half a minute of speech is a few kilobytes
REASON = 300  # characters


class Progress(Struct, frozen=True):
    """Speech up to `position`, in seconds."""

    position: float
    stretches: tuple[Stretch, ...] = ()


class Failure(Struct, frozen=True):
    kind: str
    reason: str = ""


class End(Struct, frozen=True):
    """All was heard."""


def parse_line(line: bytes) -> Progress | Failure | End:
    """Return what a line says; raises ValueError for one that the process cannot have meant."""
    raw = json.loads(line)
    if not isinstance(raw, dict):
        raise ValueError("not an object")
    if "end" in raw:
        return End()
    if "failure" in raw:
        return Failure(str(raw["failure"]), str(raw.get("reason", ""))[:REASON])
    stretches = raw.get("stretches")
    if not isinstance(stretches, list):
        raise ValueError("no stretches")
    return Progress(_parse_seconds(raw.get("position")), tuple(map(_parse_stretch, stretches)))


def _parse_stretch(raw: object) -> Stretch:
    if not (isinstance(raw, list) and len(raw) == 3 and isinstance(raw[2], str)):
        raise ValueError("not a stretch")
    return Stretch(_parse_seconds(raw[0]), _parse_seconds(raw[1]), raw[2])


def _parse_seconds(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise ValueError("not a number")
    if not math.isfinite(raw) or raw < 0:
        raise ValueError("not a time")
    return float(raw)
