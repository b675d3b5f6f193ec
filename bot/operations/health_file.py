"""The running daemon's own report of its health, in a file that other processes read."""

import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from msgspec import Struct, convert, field, to_builtins

from bot.home import Home
from bot.runtime.process_lock import is_running
from indexer.private_files import replace_file

M_ARENA_MAX = -8  # of malloc.h
ARENAS = 2


class Trouble(Struct, frozen=True):
    """An error from the log, redacted.

    `where` are the exception's class and the places in the program that it came through. Its own
    message is left out: it may quote what somebody wrote.
    """

    at: datetime
    text: str
    where: tuple[str, ...] = ()


class Vitals(Struct, frozen=True):
    version: str
    pid: int
    started_at: datetime
    written_at: datetime
    memory_bytes: int  # resident
    polls: dict[str, datetime | None]  # per platform: when it last answered, None if never
    troubles: tuple[Trouble, ...] = ()  # the newest last
    # Of platforms that listen on this machine; empty while one is not listening yet.
    addresses: Mapping[str, str] = field(default_factory=dict)
    resting: tuple[str, ...] = ()  # platforms that failed and are tried again now and then


def write_vitals(home: Home, vitals: Vitals) -> None:
    """Write the file in one step, so that no reader sees half of it; raises OSError.

    What is no text, as half of a path that is not UTF-8, becomes "?".
    """
    text = json.dumps(to_builtins(vitals), ensure_ascii=False)
    replace_file(home.vitals, text.encode(errors="replace"), durable=False)


def read_vitals(home: Home) -> Vitals | None:
    """Return the report; None if no daemon ever ran here, or one of another version wrote it."""
    try:
        # Not msgspec's decoder: an earlier version wrote halves of characters, which it refuses.
        return convert(json.loads(home.vitals.read_bytes()), Vitals)
    except (OSError, ValueError):
        return None


def read_resident_bytes() -> int:
    """Return the resident memory of this process; 0 where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def limit_malloc_arenas() -> None:
    """Let all threads share two malloc arenas: with one each, every thread keeps freed memory.

    Only glibc has arenas; elsewhere this does nothing.
    """
    import ctypes

    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(M_ARENA_MAX, ARENAS)


def trim_heap() -> None:
    """Return freed memory to the system, which glibc otherwise keeps; elsewhere does nothing."""
    import ctypes

    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)


def runs_elsewhere(home: Home) -> bool:
    """Return whether the assistant is another process, which keeps what it started with."""
    vitals = read_vitals(home) if is_running(home) else None
    return vitals is not None and vitals.pid != os.getpid()
