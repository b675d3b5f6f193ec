"""What the running daemon last said about itself, in a file that other processes may read."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from bot.home import Home

M_ARENA_MAX = -8  # of malloc.h
ARENAS = 2


@dataclass(frozen=True, slots=True)
class Trouble:
    """A line of the log at level error, redacted."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Vitals:
    version: str
    pid: int
    started_at: datetime
    written_at: datetime
    memory_bytes: int  # resident
    polls: dict[str, datetime | None]  # per platform: when it last answered
    troubles: tuple[Trouble, ...] = ()  # the newest last
    # Of platforms that are open on this machine; empty for one that is not open yet.
    addresses: Mapping[str, str] = field(default_factory=dict)


def write_vitals(home: Home, vitals: Vitals) -> None:
    """Replaced in one step, so that no reader sees half of it; raises OSError."""
    temporary = home.vitals.with_suffix(".new")
    temporary.write_text(json.dumps(asdict(vitals), default=str), encoding="utf-8")
    temporary.replace(home.vitals)


def read_vitals(home: Home) -> Vitals | None:
    """None if no daemon ever ran here, or an older one that said something else."""
    try:
        raw = json.loads(home.vitals.read_text(encoding="utf-8"))
        return Vitals(
            version=raw["version"],
            pid=raw["pid"],
            started_at=datetime.fromisoformat(raw["started_at"]),
            written_at=datetime.fromisoformat(raw["written_at"]),
            memory_bytes=raw["memory_bytes"],
            polls={name: at and datetime.fromisoformat(at) for name, at in raw["polls"].items()},
            troubles=tuple(
                Trouble(datetime.fromisoformat(each["at"]), each["text"])
                for each in raw["troubles"]
            ),
            addresses=dict(raw.get("addresses", {})),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def read_resident_bytes(statm: Path = Path("/proc/self/statm")) -> int:
    """What this process holds in memory; 0 where the system does not say."""
    try:
        pages = int(statm.read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def limit_malloc_arenas() -> None:
    """Let all threads draw on two places: with one each, every thread keeps what another freed.

    Only glibc divides memory so; anywhere else nothing happens.
    """
    import ctypes

    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(M_ARENA_MAX, ARENAS)


def trim_heap() -> None:
    """Hand freed memory back to the system: the C library keeps it, unless it is glibc and told."""
    import ctypes

    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
