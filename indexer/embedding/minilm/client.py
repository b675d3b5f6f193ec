"""The local model as an `Embedder`: a process of its own, started when first needed.

A crash costs the texts that were under way; the next one starts a new process.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path

from indexer.embedding.embedder import EmbedderError
from indexer.embedding.minilm import files
from indexer.embedding.minilm.protocol import FAILURE, REPLY, STARTED, encode_request
from indexer.text.languages import detect_language

# What the process may know of our environment: where programs and languages are, and no secret.
KNOWN = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH")
# With a second thread OpenBLAS waits for itself on a busy machine, which takes ten times as long;
# and a text's vector would depend, in its last bits, on how many threads there are.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
START_SECONDS = 60.0  # onnxruntime from a cold and slow disk

Start = Callable[[], AbstractAsyncContextManager["ModelProcess"]]


@asynccontextmanager
async def open_local_embedder(
    folder: Path, timeout_seconds: float, check: Callable[[Path], None] = files.check_files
) -> AsyncIterator["LocalEmbedder"]:
    """The model whose files are in `folder`, which `check` looks at before each start."""

    @asynccontextmanager
    async def start_checked() -> AsyncIterator[ModelProcess]:
        await asyncio.to_thread(check, folder)
        async with open_process(folder, timeout_seconds) as child:
            yield child

    async with AsyncExitStack() as stack:
        yield LocalEmbedder(start_checked, stack)


class LocalEmbedder:
    """all-MiniLM-L6-v2, which was trained on English."""

    name = "local:all-MiniLM-L6-v2"
    dimensions = files.DIMENSIONS

    def __init__(self, start: Start, stack: AsyncExitStack) -> None:
        self._start = start
        self._stack = stack  # holds the process
        self._child: ModelProcess | None = None
        self._starting = asyncio.Lock()

    def can_embed(self, text: str) -> bool:
        return detect_language(text) == "en"

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        # One by one: when the caller gives up, no queue of texts is left to be worked off.
        return [await (await self._ensure_running()).embed(text, urgent=urgent) for text in texts]

    async def _ensure_running(self) -> "ModelProcess":
        async with self._starting:
            if self._child is None or self._child.ended:
                await self._stack.aclose()
                self._child = await self._stack.enter_async_context(self._start())
            return self._child


@asynccontextmanager
async def open_process(folder: Path, timeout_seconds: float) -> AsyncIterator["ModelProcess"]:
    """A process with the model loaded; raises EmbedderError with what kept it from that."""
    # -P: a file named like a library, in whatever folder we were started from, is not imported.
    command = (sys.executable, "-P", "-m", "indexer.embedding.minilm.worker", str(folder))
    known = {name: os.environ[name] for name in KNOWN if name in os.environ}
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=known | ONE_THREAD, start_new_session=True
        )
    except OSError as error:
        raise EmbedderError(f"The local model did not start: {error}.", retryable=True) from None
    child = ModelProcess(process, timeout_seconds)
    listening = asyncio.create_task(child.listen())
    try:
        await child.wait_until_started()
        yield child
    finally:
        child.kill()
        await listening
        await child.wait_for_exit()


class ModelProcess:
    """A running process; made by `open_process`."""

    def __init__(self, process: Process, timeout_seconds: float) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process needs pipes for input and output")
        self._process = process
        self._requests, self._replies = process.stdin, process.stdout
        self._timeout_seconds = timeout_seconds
        self._numbers = count(STARTED + 1)
        self._waiting = {STARTED: _create_future()}
        self.ended = False

    async def wait_until_started(self) -> None:
        await self._wait_for_answer(STARTED, START_SECONDS)

    async def embed(self, text: str, *, urgent: bool) -> bytes:
        """The vector of `text`; raises EmbedderError if the process ends or takes too long."""
        number = next(self._numbers)
        self._waiting[number] = _create_future()
        self._requests.write(encode_request(number, text, urgent=urgent))
        return await self._wait_for_answer(number, self._timeout_seconds)

    async def _wait_for_answer(self, number: int, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                # Whoever listens tells of a broken pipe.
                with suppress(ConnectionError):
                    await self._requests.drain()
                return await self._waiting[number]
        except TimeoutError:
            self.kill()
            raise EmbedderError(
                f"The local model did not answer within {seconds:g} seconds.", retryable=True
            ) from None
        finally:
            self._waiting.pop(number, None)

    async def listen(self) -> None:
        """Hand out replies until the process has ended."""
        with suppress(asyncio.IncompleteReadError):
            while True:
                number, kind, size = REPLY.unpack(await self._replies.readexactly(REPLY.size))
                self._deliver(number, kind, await self._replies.readexactly(size))
        self.ended = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(EmbedderError("The local model stopped.", retryable=True))

    def _deliver(self, number: int, kind: int, content: bytes) -> None:
        answer = self._waiting.get(number)
        if answer is None or answer.done():  # its caller has given up
            return
        if kind == FAILURE:
            answer.set_exception(EmbedderError(content.decode()))
        else:
            answer.set_result(content)

    def close_input(self) -> None:
        """Nothing more is asked: the process ends when it has noticed."""
        self._requests.close()

    async def wait_for_exit(self) -> int:
        return await self._process.wait()

    def kill(self) -> None:
        """It holds nothing that could be lost."""
        self.ended = True
        with suppress(ProcessLookupError):
            self._process.kill()


def _create_future() -> asyncio.Future[bytes]:
    return asyncio.get_running_loop().create_future()
