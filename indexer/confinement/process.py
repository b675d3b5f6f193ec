"""Starts Python processes of our own behind walls, with an empty environment, and ends them."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from indexer.confinement.walls import Walls

CODE_ROOT = Path(__file__).resolve().parents[2]
PACKAGE = CODE_ROOT / "indexer"
READ = 1 << 16  # bytes at a time of what nobody wants any more
# Where shared libraries are, and the few files that the C library and Python look into.
SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/etc/mime.types",
    "/etc/apache2/mime.types",
    "/etc/httpd/mime.types",
    "/dev/null",
    "/dev/urandom",
)
# Not a secret, and without it a Python built in an unusual place finds no libraries.
LIBRARY_PATH = "LD_LIBRARY_PATH"
BOOT = (
    "import sys; sys.path += sys.argv[2:]; from indexer.confinement.start import main; "
    "sys.argv[2:] = []; main()"
)
# -I -S: no variables, no folder of the caller and no `site`, which takes half the start: our own
# path has what it would find. -B: it cannot write bytecode, so it need not try.
OPTIONS = ("-I", "-S", "-B", "-X", "utf8")


class Order(Struct, frozen=True):
    """A process to start: `main()` of a module, behind walls."""

    module: str
    walls: Walls = Walls()
    arguments: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    niceness: int = 0


async def start_process(
    order: Order, stdin: int = PIPE, stdout: int = PIPE, handles: Sequence[int] = ()
) -> Process:
    """Start a process that may read Python's libraries, and what its walls name besides.

    It has its input, its output and `handles`, and is the head of a session of its own.
    """
    return await asyncio.create_subprocess_exec(
        *build_command(order),
        stdin=stdin,
        stdout=stdout,
        stderr=DEVNULL,
        env=_build_environment(order.environment),
        cwd=os.sep,
        pass_fds=handles,
        start_new_session=True,
    )


async def end_process(process: Process) -> int:
    """Kill a process of `start_process` with whatever it has started; return its exit code.

    Its output is read to the end: asyncio waits until every pipe is closed, and where reading had
    paused because nobody fetched what the process wrote, it would wait for ever.
    """
    _kill_group(process.pid)
    while process.stdout and await process.stdout.read(READ):
        pass
    return await process.wait()


def kill_process(process: Process) -> None:
    """Kill a process of `start_process` with whatever it has started, unless it has ended itself.

    `Process.kill` first looks whether it has ended, and so takes its exit code away from asyncio,
    which then logs a warning and reports 255.
    """
    if process.returncode is None:
        _kill_group(process.pid)


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def build_command(order: Order) -> list[str]:
    walls = replace(order.walls, readable=[*order.walls.readable, *list_code_folders()])
    content = {
        "module": order.module,
        "walls": asdict(walls),
        "arguments": list(order.arguments),
        "niceness": order.niceness,
    }
    return [sys.executable, *OPTIONS, "-c", BOOT, json.dumps(content), *_list_import_path()]


def _build_environment(wanted: Mapping[str, str]) -> dict[str, str]:
    known = {LIBRARY_PATH: os.environ[LIBRARY_PATH]} if LIBRARY_PATH in os.environ else {}
    return {**known, **wanted}


def _list_import_path() -> list[str]:
    return [str(CODE_ROOT), *filter(os.path.isabs, sys.path)]


def list_code_folders() -> list[str]:
    """List the folders and files that Python, its libraries and our own code are read from."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix}
    libraries = [str(Path(prefix, name)) for prefix in prefixes for name in ("lib", "lib64")]
    extra = os.environ.get(LIBRARY_PATH, "").split(os.pathsep)
    found = [*_list_libraries(), *libraries, *filter(os.path.isabs, extra), *SYSTEM]
    return list(dict.fromkeys(found))


def _list_libraries() -> Iterator[str]:
    """Yield the entries of our import path, but none that holds a person's own files."""
    yield str(PACKAGE)
    private = {CODE_ROOT, *_list_home_folders()}
    for entry in filter(os.path.isabs, sys.path):
        if Path(entry).resolve() not in private:
            yield entry


def _list_home_folders() -> tuple[Path, ...]:
    """Return the person's home folder and those above it; none for the user of a system service."""
    try:
        folder = Path.home().resolve()
    except RuntimeError:
        return ()
    return (folder, *folder.parents)
