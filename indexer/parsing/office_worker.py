"""The process that runs LibreOffice: an old file comes in, the same in today's format goes out.

It looks at no file itself. Each file has a process of its own that loads LibreOffice's library
(LibreOfficeKit), which needs no socket and no other process as its program does: so that process
may have neither. Nothing is left of a file when the next one comes.
"""

import ctypes
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from indexer.confinement.seccomp import filter_calls
from indexer.confinement.syscalls import allow_computing, allow_keeping_files
from indexer.parsing.shared.frames import frame, read_frame
from indexer.parsing.shared.office import CONVERSIONS, LARGEST_FILE, LARGEST_NAME

CPU_SECONDS = 60
SECONDS = 180.0  # on a busy machine
PAUSE = 0.02
HOOK = "libreofficekit_hook_2"
# Places in the tables of functions that LibreOfficeKit.h declares, after the size of each.
LOAD, SAVE_AS = 2, 2


def main() -> int:
    library, folder = Path(sys.argv[1]), Path(sys.argv[2])
    while suffix := read_frame(sys.stdin.buffer, LARGEST_NAME):
        data = read_frame(sys.stdin.buffer, LARGEST_FILE)
        if data is None:
            return 1
        sys.stdout.buffer.write(frame(convert(library, folder, data, suffix.decode())))
        sys.stdout.buffer.flush()
    return 0


def convert(library: Path, folder: Path, data: bytes, suffix: str) -> bytes:
    """Return the file in today's format; nothing if LibreOffice fails or takes too long."""
    target = CONVERSIONS[suffix]
    old, new = folder / f"old.{suffix}", folder / f"new.{target}"  # not translated: files
    try:
        old.write_bytes(data)
        run_apart(lambda: save_as(library, folder, old, new))
        return new.read_bytes()
    except OSError:
        return b""
    finally:
        empty(folder)


def run_apart(work: Callable[[], None]) -> None:
    """Run `work` in a process of its own, until it ends or its time is up."""
    child = os.fork()
    if not child:
        try:
            confine()
            work()
        finally:
            os._exit(0)  # LibreOffice's threads would go on
    end = time.monotonic() + SECONDS
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(PAUSE)


def confine() -> None:
    """Bind this process to a file's time, to nothing but this file, and to no other process."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # what LibreOffice prints is no answer
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    filter_calls(allow_keeping_files(allow_computing(os.getpid(), threads=True)))


def save_as(library: Path, folder: Path, old: Path, new: Path) -> None:
    """Load a file and save it in another format; what fails leaves no new file."""
    os.environ.update(HOME=str(folder), TMPDIR=str(folder), SAL_USE_VCLPLUGIN="svp")
    hook = getattr(ctypes.CDLL(str(library)), HOOK)
    hook.restype, hook.argtypes = ctypes.c_void_p, [ctypes.c_char_p] * 2
    office = hook(os.fsencode(library.parent), (folder / "settings").as_uri().encode())
    document = office and _find_function(office, LOAD, 1)(office, old.as_uri().encode())
    if document:
        target = new.suffix.removeprefix(".").encode()
        _find_function(document, SAVE_AS, 3)(document, new.as_uri().encode(), target, None)


def _find_function(handle: int, place: int, texts: int) -> Callable[..., int | None]:
    """Return a function of an object's table: it takes the object and so many texts."""
    table = ctypes.cast(handle, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
    kind = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_char_p] * texts)
    function: Callable[..., int | None] = kind(table[place] or 0)
    return function


def empty(folder: Path) -> None:
    """Remove all that is in the folder; the settings, too: a file may have changed them."""
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each, ignore_errors=True)
        else:
            each.unlink(missing_ok=True)
