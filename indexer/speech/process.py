"""Has one recording written down by a process behind walls, which ends with it.

A new one for each: nothing of one recording can reach the text of another.
"""

import asyncio
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from msgspec import Struct

from indexer.confinement.elf import find_interpreter
from indexer.confinement.process import Order, end_process, start_process
from indexer.confinement.walls import Walls
from indexer.speech.models import WEIGHTS
from indexer.speech.protocol import (
    BROKEN_MODEL,
    LONGEST_LINE,
    STANDARD_INPUT,
    UNREADABLE,
    End,
    Failure,
    Progress,
    parse_line,
)

WORKER, FFMPEG_WORKER = "indexer.speech.worker", "indexer.speech.ffmpeg_worker"
PROCESSORS = ("/sys/devices/system/cpu", "/proc/cpuinfo")  # which kernels run here
MEMORY = 3 << 30  # bytes of address space beside the model's
MODEL_SHARE = 6  # address space of a loaded model: its file, and what it is made into
FFMPEG_MEMORY = 2 << 30
MOST_THREADS = 4  # more wait for memory
NICENESS = 5  # answers come before recordings
SILENCE = 1 << 14  # bytes: half a second, less than a pipe holds
# Threads that wait must not keep the others from working on a busy machine.
ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE"}
STOPPED = "stopped"


class SpeechError(Exception):
    """There is no text; `kind` is one of the protocol's failures, or `STOPPED`."""

    def __init__(self, kind: str, reason: str = "") -> None:
        super().__init__(reason or kind)
        self.kind = kind
        self.reason = reason


class Listening(Struct, frozen=True):
    """An order to listen to one recording."""

    model: Path
    sound: Path
    language: str = ""
    most_seconds: int = 3 * 3600
    patience: float = 600.0  # seconds without a word about its progress, after which it is stuck


def find_ffmpeg() -> str | None:
    """Return the path of the program, or None."""
    return shutil.which("ffmpeg")


async def listen(wanted: Listening) -> AsyncGenerator[Progress, None]:
    """Yield what is said, half a minute at a time; raises SpeechError.

    What libsndfile cannot read, such as the sound of a video, goes through ffmpeg where it is
    installed.
    """
    ffmpeg = find_ffmpeg()
    try:
        async with aclosing(_listen_to_file(wanted)) as steps:
            async for step in steps:
                yield step
    except SpeechError as error:
        if error.kind != UNREADABLE or ffmpeg is None:
            raise
    else:
        return
    async with aclosing(_listen_through(ffmpeg, wanted)) as steps:
        async for step in steps:
            yield step


async def _listen_to_file(wanted: Listening) -> AsyncGenerator[Progress, None]:
    order = build_order(wanted, str(wanted.sound))
    async with _run(order, DEVNULL) as process, aclosing(_follow(process, wanted)) as steps:
        async for step in steps:
            yield step


async def _listen_through(ffmpeg: str, wanted: Listening) -> AsyncGenerator[Progress, None]:
    """Yield what is said in the samples that ffmpeg makes of the file."""
    with Pipe() as pipe:
        making = _run(build_ffmpeg_order(ffmpeg, wanted), DEVNULL, pipe.entrance)
        async with making, aclosing(_listen_to_samples(pipe, wanted)) as steps:
            async for step in steps:
                yield step


async def check_model(folder: Path, patience: float) -> None:
    """Load the model, and have it listen to silence; raises SpeechError."""
    with Pipe() as pipe:
        os.write(pipe.entrance, bytes(SILENCE))
        samples = _listen_to_samples(pipe, Listening(folder, Path(), patience=patience))
        async with aclosing(samples) as steps:
            async for _step in steps:
                pass


async def _listen_to_samples(pipe: "Pipe", wanted: Listening) -> AsyncGenerator[Progress, None]:
    pipe.close_entrance()  # the last writer's end is the end of the recording
    order = build_order(wanted, STANDARD_INPUT)
    async with _run(order, pipe.exit) as process, aclosing(_follow(process, wanted)) as steps:
        async for step in steps:
            yield step


class Pipe:
    """A pipe for samples, whose ends are closed here with the block."""

    def __init__(self) -> None:
        self.exit, self.entrance = os.pipe()
        self._open = True

    def __enter__(self) -> "Pipe":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close_entrance()
        os.close(self.exit)

    def close_entrance(self) -> None:
        if self._open:
            os.close(self.entrance)
            self._open = False


@asynccontextmanager
async def _run(order: Order, stdin: int, stdout: int = PIPE) -> AsyncIterator[Process]:
    try:
        process = await start_process(order, stdin, stdout)
    except OSError as error:
        raise SpeechError(STOPPED, str(error)) from None
    try:
        yield process
    finally:
        await end_process(process)


async def _follow(process: Process, wanted: Listening) -> AsyncGenerator[Progress, None]:
    while not isinstance(step := await _read_step(process, wanted.patience), End):
        if isinstance(step, Failure):
            raise SpeechError(step.kind, step.reason)
        yield step


async def _read_step(process: Process, patience: float) -> Progress | Failure | End:
    if process.stdout is None:
        raise ValueError("the process needs a pipe for its output")
    try:
        async with asyncio.timeout(patience):
            line = await process.stdout.readuntil(b"\n")
        if len(line) > LONGEST_LINE:
            raise ValueError("too long")
        return parse_line(line)
    except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
        raise SpeechError(STOPPED) from None


def build_order(wanted: Listening, file: str) -> Order:
    """Return the order for the process: it may read the model and the recording."""
    sound = [] if file == STANDARD_INPUT else [file]
    walls = Walls(
        readable=[str(wanted.model), *sound, *PROCESSORS],
        threads=True,
        memory_bytes=MEMORY + MODEL_SHARE * _measure(wanted.model / WEIGHTS),
    )
    threads = min(os.cpu_count() or 1, MOST_THREADS)
    numbers = [str(wanted.most_seconds), str(threads)]
    arguments = [str(wanted.model), file, wanted.language, *numbers]
    return Order(WORKER, walls, arguments, ENVIRONMENT, NICENESS)


def build_ffmpeg_order(program: str, wanted: Listening) -> Order:
    """Return the order for the process that becomes ffmpeg: it may read the recording."""
    real = Path(program).resolve()
    walls = Walls(
        readable=[str(wanted.sound)],
        executable=[str(real), *find_interpreter(real)],
        threads=True,
        programs=True,
        memory_bytes=FFMPEG_MEMORY,
    )
    # One second more: a recording that is too long shows that it is.
    arguments = [str(real), str(wanted.sound), str(wanted.most_seconds + 1)]
    return Order(FFMPEG_WORKER, walls, arguments, niceness=NICENESS)


def _measure(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        raise SpeechError(BROKEN_MODEL, path.name) from None
