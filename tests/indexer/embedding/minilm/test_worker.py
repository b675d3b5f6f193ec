import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from indexer.embedding.minilm.encoder import Encoder, load_encoder
from indexer.embedding.minilm.protocol import REPLY, VECTOR, encode_request
from indexer.embedding.minilm.worker import Worker, write_frame


@pytest.fixture
def encoder(small_model: Path) -> Encoder:
    return load_encoder(small_model, "numpy")


@contextmanager
def pipe() -> Iterator[tuple[FileIO, FileIO]]:
    reading, writing = os.pipe()
    with FileIO(reading, "rb") as source, FileIO(writing, "wb") as target:
        yield source, target


class Conversation:
    """Both ends of a worker's pipes; the worker starts with `start` and ends with the context."""

    def __init__(self, stack: ExitStack, encoder: Encoder) -> None:
        requests, self._asking = stack.enter_context(pipe())
        self._reading, replies = stack.enter_context(pipe())
        self._worker = Worker(encoder, requests, replies)
        self._thread = threading.Thread(target=self._serve)

    def ask(self, *frames: bytes) -> None:
        for frame in frames:
            write_frame(self._asking, frame)

    def start(self) -> None:
        self._thread.start()

    def answer(self) -> tuple[int, bytes]:
        number, kind, size = REPLY.unpack(self._reading.read(REPLY.size))
        assert kind == VECTOR
        return number, self._reading.read(size)

    def end(self) -> None:
        self._asking.close()
        self._thread.join()

    def _serve(self) -> None:
        with suppress(EOFError):
            self._worker.serve()


@pytest.fixture
def worker(encoder: Encoder) -> Iterator[Conversation]:
    with ExitStack() as stack:
        conversation = Conversation(stack, encoder)
        yield conversation
        conversation.end()


def test_an_urgent_text_passes_the_one_under_way_and_those_that_wait(
    worker: Conversation,
) -> None:
    worker.ask(*(encode_request(number, "the wing", urgent=False) for number in (1, 2, 3)))
    worker.ask(*(encode_request(number, "engine", urgent=True) for number in (4, 5)))
    worker.start()
    assert [worker.answer()[0] for _ in range(5)] == [4, 5, 1, 2, 3]


def test_a_text_that_was_passed_has_the_vector_it_would_have_had(
    worker: Conversation, encoder: Encoder
) -> None:
    texts = {1: "the wing overheated", 2: "engine"}
    worker.ask(encode_request(1, texts[1], urgent=False), encode_request(2, texts[2], urgent=True))
    worker.start()
    answers = dict(worker.answer() for _ in range(2))
    for number, text in texts.items():
        vector = np.frombuffer(answers[number], "<f4")
        np.testing.assert_allclose(vector, encoder.encode(text), atol=1e-6)


def test_any_text_comes_through_and_has_a_vector(worker: Conversation) -> None:
    worker.start()
    more_than_a_pipe_holds = "word " * 50_000
    for text in ("", "\x00", "\ud800 half a pair", more_than_a_pipe_holds, "鳥🎉"):
        worker.ask(encode_request(9, text, urgent=True))
        number, vector = worker.answer()
        assert number == 9
        assert np.linalg.norm(np.frombuffer(vector, "<f4")) == pytest.approx(1, abs=1e-5)
