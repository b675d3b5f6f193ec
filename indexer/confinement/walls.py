"""Binds a process to what it may still do, for good."""

import os
import resource
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from indexer.confinement.landlock import restrict_files
from indexer.confinement.linux import forbid_new_privileges
from indexer.confinement.seccomp import filter_calls
from indexer.confinement.syscalls import (
    Allowed,
    allow_computing,
    allow_keeping_files,
    allow_programs,
)


class Walls(Struct, frozen=True):
    """Bounds on one process and on all that it starts; empty, it can only compute."""

    readable: Sequence[str] = ()  # files and folders
    executable: Sequence[str] = ()  # the files of programs
    writable: Sequence[str] = ()  # folders, in which it may keep files
    file_bytes: int = 0  # of a file that it may write
    threads: bool = False
    programs: bool = False  # it may start those that are executable
    memory_bytes: int = 0  # address space of each process; 0 for no limit
    required: bool = False  # whether it must not run where this system has no such walls


def raise_walls(walls: Walls) -> None:
    """Bind this process to `walls` for good, as far as this system can; it must have one thread.

    Raise OSError where it cannot and they are `required`.
    """
    _limit_resources(walls.memory_bytes, walls.file_bytes)
    # A container or an old kernel may refuse each of these: the others hold without it.
    refused = () if walls.required else (OSError,)
    with suppress(*refused):
        forbid_new_privileges()
    with suppress(*refused):
        restrict_files(*map(_as_paths, (walls.readable, walls.executable, walls.writable)))
    with suppress(*refused):
        filter_calls(_choose_calls(walls))


def _choose_calls(walls: Walls) -> Allowed:
    allow = allow_programs if walls.programs else allow_computing
    calls = allow(os.getpid(), threads=walls.threads)
    return allow_keeping_files(calls) if walls.writable else calls


def _limit_resources(memory_bytes: int, file_bytes: int) -> None:
    if memory_bytes:
        _set_limit(resource.RLIMIT_AS, memory_bytes)
    _set_limit(resource.RLIMIT_CORE, 0)
    _set_limit(resource.RLIMIT_FSIZE, file_bytes)  # most answer through a pipe


def _set_limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    value = value if hard < 0 else min(value, hard)
    resource.setrlimit(kind, (value, value))


def _as_paths(names: Sequence[str]) -> list[Path]:
    return [Path(name) for name in names]
