"""Binds a process to what it may still do, for good."""

import os
import resource
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from indexer.confinement.landlock import restrict_files
from indexer.confinement.linux import forbid_new_privileges
from indexer.confinement.seccomp import filter_calls
from indexer.confinement.syscalls import allow_computing, allow_programs


@dataclass(frozen=True, slots=True)
class Walls:
    """Bounds on one process and on all that it starts; empty, it can only compute."""

    readable: Sequence[str] = ()  # files and folders
    executable: Sequence[str] = ()  # the files of programs
    threads: bool = False
    programs: bool = False  # it may start those that are executable
    memory_bytes: int = 0  # address space of each process; 0 for no limit


def raise_walls(walls: Walls) -> None:
    """Bind this process to `walls` for good, as far as this system can; it must have one thread."""
    _limit_resources(walls.memory_bytes)
    # A container or an old kernel may refuse each of these: the others hold without it.
    with suppress(OSError):
        forbid_new_privileges()
    with suppress(OSError):
        restrict_files(_as_paths(walls.readable), _as_paths(walls.executable))
    with suppress(OSError):
        allow = allow_programs if walls.programs else allow_computing
        filter_calls(allow(os.getpid(), threads=walls.threads))


def _limit_resources(memory_bytes: int) -> None:
    if memory_bytes:
        _set_limit(resource.RLIMIT_AS, memory_bytes)
    _set_limit(resource.RLIMIT_CORE, 0)
    _set_limit(resource.RLIMIT_FSIZE, 0)  # it answers through a pipe


def _set_limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    value = value if hard < 0 else min(value, hard)
    resource.setrlimit(kind, (value, value))


def _as_paths(names: Sequence[str]) -> list[Path]:
    return [Path(name) for name in names]
