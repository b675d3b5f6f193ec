"""Writes the bytecode that walled processes cannot write for themselves.

Without it, each of them compiles all that it imports: a file then takes some 50 ms longer.
"""

import asyncio
import importlib.util
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path

# What these processes import: our own code, and the libraries of the formats.
PACKAGES = (
    "indexer",
    "PIL",
    "charset_normalizer",
    "cobble",
    "et_xmlfile",
    "mammoth",
    "markdown_it",
    "mdit_py_plugins",
    "mdurl",
    "msgspec",
    "olefile",
    "openpyxl",
    "pypdfium2",
    "pypdfium2_cfg",
    "pypdfium2_raw",
    "selectolax",
)
NICENESS = 19
# The names come through the input: there may be too many for a command.
COMMAND = ("-I", "-m", "compileall", "-qq", "-f", "-i", "-")
STAMP = slice(8, 16)  # of a header: when the source was changed, and its size


async def compile_missing() -> None:
    """Compile at the lowest priority what has no bytecode yet, where we may write."""
    if sys.dont_write_bytecode or sys.pycache_prefix:  # walled processes look beside the source
        return
    missing = await asyncio.to_thread(list_uncompiled)
    if missing:
        await _compile(missing)


def list_uncompiled() -> list[Path]:
    """List the sources without bytecode, or with that of another version, in writable folders."""
    return [
        path
        for folder in _list_folders()
        for path in sorted(folder.rglob("*.py"))
        if not _is_compiled(path) and os.access(path.parent, os.W_OK)
    ]


def _list_folders() -> Iterator[Path]:
    """Yield the folders of the packages that are installed; nothing is imported."""
    for name in PACKAGES:
        spec: ModuleSpec | None = importlib.util.find_spec(name)
        yield from map(Path, spec.submodule_search_locations or () if spec else ())


def _is_compiled(path: Path) -> bool:
    try:
        with Path(importlib.util.cache_from_source(path)).open("rb") as cache:
            header = cache.read(16)
        source = path.stat()
    except OSError:
        return False
    if header[:4] != importlib.util.MAGIC_NUMBER:
        return False
    stamp = b"".join(
        (each & 0xFFFFFFFF).to_bytes(4, "little") for each in (int(source.st_mtime), source.st_size)
    )
    # Other flags: it is valid by the hash of its source.
    return header[4:8] != bytes(4) or header[STAMP] == stamp


async def _compile(paths: list[Path]) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, *COMMAND, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL
    )
    try:
        with suppress(OSError):  # it may be refused, or have ended
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        await process.communicate("\n".join(map(str, paths)).encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
