"""The process that runs tesseract: pictures come in, their texts go out, each behind its length.

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
from indexer.parsing.shared.ocr import (
    DOTS,
    LARGEST_PICTURE,
    PAGE_CPU_SECONDS,
    PAGE_SECONDS,
    SIZE,
    frame,
)

LANGUAGES = 4  # more make it slow and no better
LARGEST_TEXT = 1 << 20  # bytes of text of one page


def main() -> int:
    program = sys.argv[1]
    names = list_languages(program)
    while head := sys.stdin.buffer.read(SIZE.size):
        (size,) = SIZE.unpack(head)
        if size > LARGEST_PICTURE:
            return 1
        text = recognize(program, sys.stdin.buffer.read(size), names)
        sys.stdout.buffer.write(frame(text[:LARGEST_TEXT]))
        sys.stdout.buffer.flush()
    return 0


def list_languages(program: str) -> Sequence[str]:
    """Return the languages that are installed with it, English first, at most `LANGUAGES`."""
    listed = run_tesseract([program, "--list-langs"], b"").decode("utf-8", "replace")
    lines = listed.splitlines()[1:]
    known = [name for name in lines if name and name != "osd" and "/" not in name]
    return sorted(known, key=lambda name: (name != "eng", name))[:LANGUAGES]


def recognize(program: str, picture: bytes, names: Sequence[str]) -> bytes:
    """Return the text in a PNG picture; nothing where there is none or it takes too long."""
    known = ["-l", "+".join(names)] if names else []
    return run_tesseract([program, "stdin", "stdout", *known, "--dpi", str(DOTS)], picture)


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
