import asyncio
import json
import struct
from collections.abc import AsyncIterator, Callable
from typing import Literal

import httpx
import pytest

from indexer.cancellable import MOST_BYTES
from indexer.embedding.embedder import EmbedderError, EmbedderSettings
from indexer.embedding.http import HttpEmbedder, open_http_embedder
from tests.hostile.packed import PACKED, pack_twice

Answer = Callable[[httpx.Request], httpx.Response]
Kind = Literal["ollama", "openai"]
CANARY = "canary-4711"


async def embed(
    kind: Kind, answer: Answer, texts: list[str], settings: EmbedderSettings | None = None
) -> list[tuple[float, ...]]:
    settings = settings or EmbedderSettings(kind)
    async with open_http_embedder(kind, settings, httpx.MockTransport(answer)) as embedder:
        return [struct.unpack("<2f", vector) for vector in await embedder.embed(texts)]


async def failure(kind: Kind, answer: Answer) -> EmbedderError:
    settings = EmbedderSettings(kind, api_key=CANARY, timeout_seconds=7)
    with pytest.raises(EmbedderError) as caught:
        await embed(kind, answer, [CANARY], settings)
    assert CANARY not in str(caught.value)
    return caught.value


async def test_ollama_is_asked_in_its_own_words() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert str(request.url) == "http://127.0.0.1:11434/api/embed"
        assert json.loads(request.content) == {"model": "all-minilm", "input": ["a", "b"]}
        return httpx.Response(200, json={"embeddings": [[2, 0], [0, 5]]})

    assert await embed("ollama", answer, ["a", "b"]) == [(1, 0), (0, 1)]


async def test_an_openai_server_may_answer_in_any_order() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert str(request.url) == "https://example.org/v1/embeddings"
        assert request.headers["Authorization"] == f"Bearer {CANARY}"
        asked = json.loads(request.content)
        assert asked["model"] == "m"
        places = [int(text) for text in asked["input"]]
        data = [{"index": place, "embedding": [1, place]} for place in reversed(places)]
        return httpx.Response(200, json={"data": data})

    settings = EmbedderSettings(
        "openai", model="m", base_url="https://example.org/v1/", api_key=f"{CANARY}\n"
    )
    vectors = await embed("openai", answer, [str(place) for place in range(12)], settings)
    assert [round(y / x) for x, y in vectors] == list(range(12))


async def test_many_texts_go_in_several_requests_and_long_ones_are_cut() -> None:
    sizes: list[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        texts = json.loads(request.content)["input"]
        assert all(0 < len(text) <= 8000 for text in texts)
        sizes.append(len(texts))
        return httpx.Response(200, json={"embeddings": [[1, 0]] * len(texts)})

    assert len(await embed("ollama", answer, ["", "x" * 100_000] * 20)) == 40
    assert sizes == [16, 16, 8]


@pytest.mark.parametrize(
    ("status", "sentence", "retryable"),
    [
        (301, "rejected the request (HTTP status 301)", False),
        (400, "rejected the request (HTTP status 400)", False),
        (401, "rejected the key in embedder.api_key", False),
        (403, "rejected the key in embedder.api_key", False),
        (404, "Run `ollama pull all-minilm`", False),
        (429, "receives too many requests", True),
        (500, "failed (HTTP status 500)", True),
        (503, "failed (HTTP status 503)", True),
    ],
)
async def test_a_refusal_is_a_sentence(status: int, sentence: str, retryable: bool) -> None:
    error = await failure("ollama", lambda _: httpx.Response(status, text=CANARY))
    assert sentence in str(error)
    assert error.retryable == retryable


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("ollama", "not json"),
        ("ollama", "[]"),
        ("ollama", "{}"),
        ("ollama", '{"embeddings": null}'),
        ("ollama", '{"embeddings": []}'),
        ("ollama", '{"embeddings": [[]]}'),
        ("ollama", '{"embeddings": [[1, 2], [3, 4]]}'),
        ("ollama", '{"embeddings": [["a", "b"]]}'),
        ("ollama", f'{{"embeddings": [[{"1, " * 20_000}1]]}}'),
        ("ollama", '{"embeddings": [[0, 0]]}'),
        ("ollama", '{"embeddings": [[NaN, 1]]}'),
        ("ollama", '{"embeddings": [[1e300, 1e300]]}'),
        ("ollama", '{"embeddings": [[1' + "0" * 400 + ", 1]]}"),
        ("ollama", "[" * 200_000),
        ("openai", '{"data": ' + "[" * 200_000),
        ("openai", '{"data": [{"index": 1, "embedding": [1, 2]}]}'),
        ("openai", '{"data": [{"embedding": [1, 2]}]}'),
        ("openai", '{"data": [7]}'),
        ("openai", '{"data": [{"index": 0, "embedding": "AACAPw=="}]}'),
    ],
)
async def test_nonsense_is_a_sentence(kind: Kind, body: str) -> None:
    error = await failure(kind, lambda _: httpx.Response(200, text=body))
    assert "did not return a list of vectors" in str(error)


async def test_an_answer_without_end_is_read_up_to_a_limit() -> None:
    sent = 0

    async def write() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 4 * MOST_BYTES:
            sent += 1 << 16
            yield bytes(1 << 16)

    error = await failure("ollama", lambda _: httpx.Response(200, content=write()))
    assert "did not return a list of vectors" in str(error)
    assert sent < 2 * MOST_BYTES


@pytest.mark.parametrize(
    ("raised", "sentence", "retryable"),
    [
        (httpx.ReadTimeout("slow"), "did not answer in time (7 s)", True),
        (httpx.ConnectError("refused"), "cannot be reached. Is it running?", True),
        (httpx.RemoteProtocolError("cut off"), "cannot be reached. Is it running?", True),
        (httpx.DecodingError("gzip"), "cannot be reached. Is it running?", True),
    ],
)
async def test_a_server_that_is_away_is_a_sentence(
    raised: httpx.HTTPError, sentence: str, retryable: bool
) -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        raise raised

    error = await failure("ollama", answer)
    assert sentence in str(error)
    assert error.retryable == retryable


@pytest.mark.parametrize("address", ["localhost:11434", "http://a:b", "ftp://example.org"])
async def test_an_address_that_is_none_is_named(address: str) -> None:
    settings = EmbedderSettings("ollama", base_url=address)
    async with open_http_embedder("ollama", settings) as embedder:
        with pytest.raises(EmbedderError, match=r"embedder\.base_url is not a valid URL"):
            await embedder.embed(["wings"])


async def test_a_question_does_not_wait_for_the_documents() -> None:
    released = asyncio.Event()

    async def answer(request: httpx.Request) -> httpx.Response:
        texts = json.loads(request.content)["input"]
        if texts == ["document"]:
            await released.wait()
        return httpx.Response(200, json={"embeddings": [[1, 0]] * len(texts)})

    settings = EmbedderSettings("ollama")
    async with open_http_embedder("ollama", settings, httpx.MockTransport(answer)) as embedder:
        documents = asyncio.create_task(embedder.embed(["document"]))
        await asyncio.sleep(0)
        assert len(await embedder.embed(["question"], urgent=True)) == 1
        assert not documents.done()
        released.set()
        await documents


@pytest.mark.parametrize(
    ("model", "served"),
    [("", False), ("all-minilm:33m", False), ("bge-m3", True), ("text-embedding-3-small", True)],
)
async def test_only_a_model_of_many_languages_serves_german(model: str, served: bool) -> None:
    async with open_http_embedder("ollama", EmbedderSettings("ollama", model=model)) as embedder:
        assert isinstance(embedder, HttpEmbedder)
        assert embedder.can_embed("Who designed the engine?")
        assert embedder.can_embed("Wer hat das gebaut und warum?") == served


@pytest.mark.parametrize("kind", ["ollama", "openai"])
async def test_what_comes_packed_is_not_unpacked(kind: Kind) -> None:
    body = b'{"embeddings": [[1, 2]], "data": [{"index": 0, "embedding": [1, 2]}]}'
    packed = httpx.Response(200, headers=PACKED, stream=httpx.ByteStream(pack_twice(body)))
    error = await failure(kind, lambda _: packed)
    assert "cannot be reached" in str(error)
