import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from indexer.minilm.encoder import Encoder, load_encoder
from indexer.minilm.frames import REPLY, VECTOR, request
from indexer.minilm.worker import Worker, send


@pytest.fixture
def encoder(small_model: Path) -> Encoder:
    return load_encoder(small_model, "numpy")


@contextmanager
def pipe() -> Iterator[tuple[FileIO, FileIO]]:
    reading, writing = os.pipe()
    with FileIO(reading, "rb") as source, FileIO(writing, "wb") as target:
        yield source, target


@contextmanager
def serving(encoder: Encoder, *frames: bytes) -> Iterator[Callable[[], tuple[int, bytes]]]:
    """A worker that finds `frames` waiting when it starts; gives a function that reads a reply."""
    with ExitStack() as stack:
        (requests, asking), (reading, replies) = (stack.enter_context(pipe()) for _ in range(2))
        send(asking, b"".join(frames))
        worker = Worker(encoder, requests, replies)

        def serve() -> None:
            with suppress(EOFError):
                worker.serve()

        def answer() -> tuple[int, bytes]:
            number, kind, size = REPLY.unpack(reading.read(REPLY.size))
            assert kind == VECTOR
            return number, reading.read(size)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield answer
        finally:
            asking.close()
            thread.join()


def test_an_urgent_text_passes_the_one_under_way_and_those_that_wait(encoder: Encoder) -> None:
    waiting = [request(number, "the wing", urgent=False) for number in (1, 2, 3)]
    urgent = [request(number, "engine", urgent=True) for number in (4, 5)]
    with serving(encoder, *waiting, *urgent) as answer:
        assert [answer()[0] for _ in range(5)] == [4, 5, 1, 2, 3]


def test_a_text_that_was_passed_has_the_vector_it_would_have_had(encoder: Encoder) -> None:
    frames = [request(1, "the wing overheated", urgent=False), request(2, "engine", urgent=True)]
    with serving(encoder, *frames) as answer:
        vectors = dict(answer() for _ in range(2))
    assert vectors[1] == encoder.encode("the wing overheated").astype("<f4").tobytes()
    assert vectors[2] == encoder.encode("engine").astype("<f4").tobytes()


def test_any_text_comes_through_and_has_a_vector(encoder: Encoder) -> None:
    texts = ["", "\x00", "\ud800 half a pair", "鳥🎉", "word " * 20_000]
    for text in texts:  # one by one: a pipe holds 64 kB, and nobody would read meanwhile
        with serving(encoder, request(9, text[:10_000], urgent=True)) as answer:
            number, vector = answer()
        assert number == 9
        assert np.linalg.norm(np.frombuffer(vector, "<f4")) == pytest.approx(1, abs=1e-5)
