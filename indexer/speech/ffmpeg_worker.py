"""The process that becomes ffmpeg, walled in: the sound of a file goes to standard output.

It may read that file and nothing else of the person's, start no other program and reach no network.
"""

import os
import resource
import sys
from contextlib import suppress

from indexer.confinement.seccomp import filter_calls
from indexer.confinement.syscalls import allow_one_program
from indexer.speech.sound import RATE

CPU_SECONDS = 1800  # hours of sound take a minute
# Recordings alone: a playlist names other files, or never ends, and holds its place for as long.
FORMATS = (
    *("aac", "ac3", "aiff", "amr", "asf", "au", "avi", "caf", "flac", "flv", "matroska", "mov"),
    *("mp3", "mpeg", "mpegts", "ogg", "w64", "wav"),
)


def main() -> int:
    program, file, most_seconds = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    with suppress(OSError):  # as with the other walls, a kernel may have no such filter
        filter_calls(allow_one_program(os.getpid(), threads=True))
    os.execv(program, build_command(program, file, most_seconds))  # noqa: S606 - ffmpeg, arguments of our own making


def build_command(program: str, file: str, most_seconds: str) -> list[str]:
    allowed = ["-protocol_whitelist", "file", "-format_whitelist", ",".join(FORMATS)]
    reading = ["-nostdin", "-v", "quiet", *allowed, "-i", f"file:{file}"]
    sound = ["-map", "0:a:0", "-vn", "-sn", "-dn", "-t", most_seconds]
    return [
        *(program, *reading, *sound),
        *("-ac", "1", "-ar", str(RATE), "-f", "s16le", "-c:a", "pcm_s16le", "pipe:1"),
    ]
