"""Landlock: which files this process and all that it starts may still open.

The kernel's documentation is userspace-api/landlock. Rights grow with the version of the kernel's
interface (ABI); the ones that this kernel does not know are left out.
"""

import ctypes
import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from indexer.confinement.linux import call

VERSION_ONLY = 1  # LANDLOCK_CREATE_RULESET_VERSION
PATH_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TRUNCATE = 1 << 14
REMOVE_AND_MAKE_FILES = (1 << 5) | (1 << 8)
REMOVE_AND_MAKE_FOLDERS = (1 << 4) | (1 << 7)
MOVE = 1 << 13  # from one folder to another
FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE  # the kernel refuses others for a file
READING = READ_FILE | READ_DIR
KEEPING = REMOVE_AND_MAKE_FILES | REMOVE_AND_MAKE_FOLDERS | MOVE
WRITING = READING | WRITE_FILE | TRUNCATE | KEEPING
# The rights on files that each version of the interface knows, from 1.
FILE_RIGHTS = ((1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1)
NETWORK = 0b11  # bind and connect TCP, from version 4
SCOPES = 0b11  # sockets without a path, and signals, from version 6


def find_version() -> int:
    """Return the version of the kernel's interface; raise OSError where there is none."""
    return call("landlock_create_ruleset", None, 0, VERSION_ONLY)


def restrict_files(
    readable: Sequence[Path], executable: Sequence[Path], writable: Sequence[Path]
) -> None:
    """Refuse this thread every file but these and what is below them, for good; raise OSError.

    TCP, signals to other processes and their abstract sockets are refused with them, as far as
    this kernel can. Paths that do not exist are left out.
    """
    version = find_version()
    rights = FILE_RIGHTS[min(version, len(FILE_RIGHTS)) - 1]
    ruleset = _create_ruleset(version, rights)
    try:
        for paths, wanted in (
            (readable, READING),
            (executable, READ_FILE | EXECUTE),
            (writable, WRITING),
        ):
            for path in paths:
                with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                    _grant(ruleset, path, wanted & rights)
        call("landlock_restrict_self", ruleset, 0)
    finally:
        os.close(ruleset)


def _create_ruleset(version: int, rights: int) -> int:
    fields = [rights]
    if version >= 4:
        fields.append(NETWORK)
    if version >= 6:
        fields.append(SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    return call("landlock_create_ruleset", _keep(attributes), len(attributes), 0)


def _grant(ruleset: int, path: Path, rights: int) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):
            rights &= FOR_FILES
        rule = struct.pack("=Qi", rights, handle)
        call("landlock_add_rule", ruleset, PATH_BENEATH, _keep(rule), 0)
    finally:
        os.close(handle)


def _keep(content: bytes) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(content, len(content))
