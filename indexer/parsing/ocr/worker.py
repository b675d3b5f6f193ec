"""The process that runs tesseract: languages and a picture come in, its words go out.

It looks at no picture itself. Tesseract runs in walls of its own: it may start nothing else.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from indexer.confinement.seccomp import filter_calls
from indexer.confinement.syscalls import allow_one_program
from indexer.parsing.ocr.recognizer import (
    DOTS,
    LARGEST_PICTURE,
    LARGEST_TEXT,
    LARGEST_WISH,
    LAYOUT,
    PAGE_CPU_SECONDS,
    PAGE_SECONDS,
)
from indexer.parsing.shared.frames import frame, read_frame

LANGUAGES = 4  # more make it slow and no better


def main() -> int:
    program = sys.argv[1]
    known = list_languages(program)
    while wish := read_frame(sys.stdin.buffer, LARGEST_WISH):
        picture = read_frame(sys.stdin.buffer, LARGEST_PICTURE)
        if picture is None:
            return 1
        text = recognize(program, picture, choose_arguments(wish.decode("ascii", "ignore"), known))
        sys.stdout.buffer.write(frame(text[:LARGEST_TEXT]))
        sys.stdout.buffer.flush()
    return 0


def list_languages(program: str) -> Sequence[str]:
    """Return the languages that are installed with it, English first."""
    listed = run_tesseract([program, "--list-langs"], b"").decode("utf-8", "replace")
    known = [name for name in listed.splitlines()[1:] if name and "/" not in name]
    return sorted(known, key=lambda name: (name != "eng", name))


def choose_arguments(wish: str, known: Sequence[str]) -> Sequence[str]:
    """Return tesseract's arguments for the languages of a wish that are installed.

    Where none is, all that are (`LANGUAGES` at most): better than reading nothing.
    """
    if wish == LAYOUT:
        return ["-l", LAYOUT, "--psm", "0"] if LAYOUT in known else []
    wanted = [name for name in wish.split("+") if name in known and name != LAYOUT]
    names = (wanted or [name for name in known if name != LAYOUT])[:LANGUAGES]
    return [*(["-l", "+".join(names)] if names else []), "-c", "tessedit_create_tsv=1"]


def recognize(program: str, picture: bytes, arguments: Sequence[str]) -> bytes:
    """Return what tesseract says of a PNG picture; nothing if it fails or takes too long."""
    if not arguments:
        return b""
    return run_tesseract([program, "stdin", "stdout", *arguments, "--dpi", str(DOTS)], picture)


def run_tesseract(command: Sequence[str], data: bytes) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - tesseract, with arguments of our own making
            command, input=data, stdout=subprocess.PIPE, timeout=PAGE_SECONDS, preexec_fn=confine
        )
    except (subprocess.SubprocessError, OSError):
        return b""
    return done.stdout if done.returncode == 0 else b""


def confine() -> None:
    """Bind this process, which is about to become tesseract: a page's time, no other program."""
    resource.setrlimit(resource.RLIMIT_CPU, (PAGE_CPU_SECONDS, PAGE_CPU_SECONDS))
    with suppress(OSError):  # as with the other walls, a kernel may have no such filter
        filter_calls(allow_one_program(os.getpid(), threads=False))
