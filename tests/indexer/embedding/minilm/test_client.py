import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from indexer.confinement.process import end_process
from indexer.embedding.embedder import EmbedderError
from indexer.embedding.minilm.client import (
    LocalEmbedder,
    open_local_embedder,
    open_process,
    start_model,
)
from indexer.embedding.minilm.encoder import load_encoder
from indexer.embedding.minilm.files import WEIGHTS

SECONDS = 30.0
LONG = "the engine overheated " * 100  # as many pieces as the model takes


def any_model(folder: Path) -> None:
    """Takes the model of the tests for a published one."""


def children() -> set[str]:
    """The ids of this process' living children, where the system tells."""
    listing = Path(f"/proc/self/task/{os.getpid()}/children")
    if not listing.exists():
        pytest.skip("this system does not list the children of a process")
    return set(listing.read_text().split())


def environment(child: str) -> str:
    return Path(f"/proc/{child}/environ").read_text()


@pytest.fixture
async def embedder(small_model: Path) -> AsyncIterator[LocalEmbedder]:
    async with open_local_embedder(small_model, SECONDS, any_model) as opened:
        yield opened


async def test_vectors_are_those_of_the_encoder_in_order(
    embedder: LocalEmbedder, small_model: Path
) -> None:
    encoder = load_encoder(small_model)
    texts = ["the wing", "", "\ud800", LONG]
    vectors = await embedder.embed(texts)
    # Near, not equal: with more threads, or other kernels, numpy adds up in another order.
    for vector, text in zip(vectors, texts, strict=True):
        np.testing.assert_allclose(np.frombuffer(vector, "<f4"), encoder.encode(text), atol=1e-6)
    assert await embedder.embed(texts, urgent=True) == vectors
    assert await embedder.embed([]) == []


async def test_numpy_computes_on_one_thread_in_the_process(small_model: Path) -> None:
    """So a vector does not depend on how many processors there are, or are free."""
    before = children()
    async with open_process(small_model, SECONDS):
        (child,) = children() - before
        assert "OMP_NUM_THREADS=1" in environment(child).split("\0")


async def test_a_question_passes_the_text_that_is_under_way(embedder: LocalEmbedder) -> None:
    await embedder.embed(["the wing"])
    passed = 0
    for _ in range(20):
        document = asyncio.create_task(embedder.embed([LONG]))
        await asyncio.sleep(0)
        await embedder.embed(["wings?"], urgent=True)
        passed += not document.done()
        await document
    assert passed > 10  # all but those where this process was slower than a layer


async def test_what_a_cancelled_caller_asked_for_is_not_worked_off(
    embedder: LocalEmbedder,
) -> None:
    (expected,) = await embedder.embed(["wings"])
    documents = asyncio.create_task(embedder.embed([LONG] * 5000))
    await embedder.embed(["wings"], urgent=True)
    documents.cancel()
    async with asyncio.timeout(10):
        assert await embedder.embed(["wings"]) == [expected]


async def test_a_process_that_was_killed_is_replaced(embedder: LocalEmbedder) -> None:
    before = children()
    (expected,) = await embedder.embed(["wings"])
    (child,) = children() - before
    documents = asyncio.create_task(embedder.embed([LONG] * 50))
    await embedder.embed(["wings"], urgent=True)
    os.kill(int(child), signal.SIGKILL)
    with pytest.raises(EmbedderError, match="stopped") as caught:
        await documents
    assert caught.value.retryable
    assert await embedder.embed(["wings"]) == [expected]


async def test_a_process_that_hangs_is_given_up_and_replaced(small_model: Path) -> None:
    before = children()
    async with open_local_embedder(small_model, 1.0, any_model) as embedder:
        (expected,) = await embedder.embed(["wings"])
        (child,) = children() - before
        os.kill(int(child), signal.SIGSTOP)
        with pytest.raises(EmbedderError, match=r"did not answer in time \(1 s\)"):
            await embedder.embed(["wings"], urgent=True)
        assert await embedder.embed(["wings"]) == [expected]


async def test_no_process_is_started_before_it_is_needed_or_left_behind(small_model: Path) -> None:
    before = children()
    async with open_local_embedder(small_model, SECONDS, any_model) as embedder:
        assert children() == before
        await asyncio.gather(*(embedder.embed(["wings"], urgent=True) for _ in range(5)))
        assert len(children() - before) == 1
    assert children() == before


async def test_the_process_ends_by_itself_when_the_program_is_gone(small_model: Path) -> None:
    process = await start_model(small_model)
    assert process.stdin is not None
    process.stdin.close()
    assert await process.wait() == 0
    await end_process(process)


async def test_the_process_knows_no_secret(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MULTIS_LLM__API_KEY", "canary-4711")
    before = children()
    async with open_process(small_model, SECONDS):
        (child,) = children() - before
        assert "canary-4711" not in environment(child)


async def test_a_missing_model_is_named_with_what_to_do(tmp_path: Path) -> None:
    async with open_local_embedder(tmp_path, SECONDS) as embedder:
        with pytest.raises(EmbedderError, match=r"missing.*multis semantic install") as caught:
            await embedder.embed(["wings"])
    assert not caught.value.retryable


async def test_weights_other_than_the_published_are_refused(small_model: Path) -> None:
    async with open_local_embedder(small_model, SECONDS) as embedder:
        with pytest.raises(EmbedderError, match="not the published file"):
            await embedder.embed(["wings"])


async def test_weights_that_cannot_be_read_end_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / WEIGHTS).write_bytes(b"")
    async with open_local_embedder(tmp_path, SECONDS, any_model) as embedder:
        with pytest.raises(EmbedderError, match="local model"):
            await embedder.embed(["wings"])


def test_english_is_served_and_other_languages_are_not(embedder: LocalEmbedder) -> None:
    assert embedder.can_embed("Who designed the engine?")
    assert embedder.can_embed("GH-123 timeout")
    for other in ("Wer hat das gebaut und warum?", "谁设计了发动机?", "Кто это построил?", "ใคร"):
        assert not embedder.can_embed(other)
