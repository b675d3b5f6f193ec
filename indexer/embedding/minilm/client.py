"""The local model as an `Embedder`: runs in its own process, started when first needed.

A crash loses the texts in progress; the next text starts a new process.
"""

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path

from indexer.confinement.process import Order, end_process, kill_process, start_process
from indexer.confinement.walls import Walls
from indexer.embedding.embedder import EmbedderError
from indexer.embedding.minilm import files
from indexer.embedding.minilm.protocol import FAILURE, REPLY, STARTED, encode_request
from indexer.i18n import N_
from indexer.text.languages import detect_language

MODULE = "indexer.embedding.minilm.worker"
PROCESSORS = ("/sys/devices/system/cpu", "/proc/cpuinfo")  # which kernels run here
# With a second thread OpenBLAS spends its time waiting on a busy machine and takes ten times as
# long; and the last bits of a vector would depend on the number of threads.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
LARGEST = 1 << 16  # bytes of a reply: a vector has 1,536
START_SECONDS = 60.0  # onnxruntime from a cold and slow disk

Start = Callable[[], AbstractAsyncContextManager["ModelProcess"]]


@asynccontextmanager
async def open_local_embedder(
    folder: Path, timeout_seconds: float, check: Callable[[Path], None] = files.check_files
) -> AsyncIterator["LocalEmbedder"]:
    """Open the model whose files are in `folder`; `check` verifies them before each start."""

    @asynccontextmanager
    async def start_checked() -> AsyncIterator[ModelProcess]:
        await asyncio.to_thread(check, folder)
        async with open_process(folder, timeout_seconds) as child:
            yield child

    async with AsyncExitStack() as stack:
        yield LocalEmbedder(start_checked, stack)


class LocalEmbedder:
    """Embeds English with all-MiniLM-L6-v2, which was trained on English alone."""

    name = "local:all-MiniLM-L6-v2"

    def __init__(self, start: Start, stack: AsyncExitStack) -> None:
        self._start = start
        self._stack = stack  # holds the process
        self._child: ModelProcess | None = None
        self._starting = asyncio.Lock()

    def can_embed(self, text: str) -> bool:
        return detect_language(text) == "en"

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        # One by one: when the caller gives up, no queued texts are left.
        return [await (await self._ensure_running()).embed(text, urgent=urgent) for text in texts]

    async def _ensure_running(self) -> "ModelProcess":
        async with self._starting:
            if self._child is None or self._child.ended:
                await self._stack.aclose()
                self._child = await self._stack.enter_async_context(self._start())
            return self._child


@asynccontextmanager
async def open_process(folder: Path, timeout_seconds: float) -> AsyncIterator["ModelProcess"]:
    """Open a process with the model loaded; raises EmbedderError if it does not start."""
    process = await start_model(folder)
    child = ModelProcess(process, timeout_seconds)
    listening = asyncio.create_task(child.listen())
    try:
        await child.wait_until_started()
        yield child
    finally:
        child.kill()
        await listening
        await end_process(process)


async def start_model(folder: Path) -> Process:
    """Start a process that loads the model; it ends when its input does."""
    walls = Walls(readable=[str(folder), *PROCESSORS])
    try:
        return await start_process(Order(MODULE, walls, [str(folder)], ONE_THREAD))
    except OSError as error:
        raise EmbedderError(
            N_("The local model did not start: {reason}.", reason=str(error)), retryable=True
        ) from None


class ModelProcess:
    """A running embedding process; made by `open_process`."""

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
        """Return the vector of `text`; raises EmbedderError if the process ends or is too slow."""
        number = next(self._numbers)
        self._waiting[number] = _create_future()
        self._requests.write(encode_request(number, text, urgent=urgent))
        return await self._wait_for_answer(number, self._timeout_seconds)

    async def _wait_for_answer(self, number: int, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                # `listen` reports a broken pipe.
                with suppress(ConnectionError):
                    await self._requests.drain()
                return await self._waiting[number]
        except TimeoutError:
            self.kill()
            raise EmbedderError(
                N_("The local model did not answer in time ({seconds} s).", seconds=seconds),
                retryable=True,
            ) from None
        finally:
            self._waiting.pop(number, None)

    async def listen(self) -> None:
        """Deliver replies to their callers until the process ends."""
        with suppress(asyncio.IncompleteReadError):
            while True:
                number, kind, size = REPLY.unpack(await self._replies.readexactly(REPLY.size))
                if size > LARGEST:
                    self.kill()
                    break
                self._deliver(number, kind, await self._replies.readexactly(size))
        self.ended = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(EmbedderError(N_("The local model stopped."), retryable=True))

    def _deliver(self, number: int, kind: int, content: bytes) -> None:
        answer = self._waiting.get(number)
        if answer is None or answer.done():  # its caller has given up
            return
        if kind == FAILURE:
            answer.set_exception(
                EmbedderError(
                    N_(
                        "The local model did not start: {reason}.",
                        reason=content.decode("utf-8", "replace"),
                    )
                )
            )
        else:
            answer.set_result(content)

    def kill(self) -> None:
        """Kill the process, which holds nothing that could be lost."""
        self.ended = True
        kill_process(self._process)


def _create_future() -> asyncio.Future[bytes]:
    return asyncio.get_running_loop().create_future()
