"""Vectors from a server: Ollama's own interface, or the one OpenAI gave to everyone."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

import httpx

from indexer.embedding.embedder import EmbedderError, EmbedderSettings
from indexer.text.languages import detect_language

TOGETHER = 16  # texts in one request
LONGEST = 8000  # characters of a text: fewer tokens than the servers take at most
PROBE_SECONDS = 1.0
# Models of Ollama's library that were trained on English alone.
ENGLISH = ("all-minilm", "mxbai-embed-large", "nomic-embed-text", "snowflake-arctic-embed")

Answer = Mapping[str, Any]  # JSON as a server wrote it: checked by using it


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one kind of server is asked, and how its answer is read."""

    kind: str
    server: str  # as a person knows it
    base_url: str
    model: str  # where the settings name none
    path: str
    unknown_model: str  # the sentence for a model it does not have
    parse_vectors: Callable[[Answer], list[object]]


def _parse_ollama(answer: Answer) -> list[object]:
    return list(answer["embeddings"])


def _parse_openai(answer: Answer) -> list[object]:
    by_place = {each["index"]: each["embedding"] for each in answer["data"]}
    return [by_place[place] for place in range(len(by_place))]


OLLAMA = Dialect(
    kind="ollama",
    server="Ollama",
    base_url="http://127.0.0.1:11434",
    model="all-minilm",
    path="/api/embed",
    unknown_model="Ollama does not have the model {model}. Run `ollama pull {model}`.",
    parse_vectors=_parse_ollama,
)
OPENAI = Dialect(
    kind="openai",
    server="The embeddings server",
    base_url="https://api.openai.com/v1",
    model="text-embedding-3-small",
    path="/embeddings",
    unknown_model="The embeddings server does not know the model {model}. "
    "Check embedder.model and embedder.base_url.",
    parse_vectors=_parse_openai,
)


@asynccontextmanager
async def open_http_embedder(
    kind: Literal["ollama", "openai"],
    settings: EmbedderSettings,
    transport: httpx.AsyncBaseTransport | None = None,
) -> AsyncIterator["HttpEmbedder"]:
    """The server is asked for the first time when something is embedded."""
    dialect = OLLAMA if kind == "ollama" else OPENAI
    key = settings.api_key.strip().encode()
    headers = {b"Authorization": b"Bearer " + key} if key else {}
    async with httpx.AsyncClient(
        headers=headers,
        timeout=settings.timeout_seconds,
        trust_env=kind != "ollama",  # a company's proxy does not know this machine's Ollama
        transport=transport,
    ) as client:
        yield HttpEmbedder(client, dialect, settings)


async def has_ollama_model(settings: EmbedderSettings) -> bool:
    """Whether an Ollama answers that has the model; says no within a second."""
    model = settings.model or OLLAMA.model
    try:
        async with httpx.AsyncClient(timeout=PROBE_SECONDS, trust_env=False) as client:
            answer = await client.get(_build_url(settings, OLLAMA) + "/api/tags")
            names = [str(each["name"]) for each in answer.raise_for_status().json()["models"]]
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
        return False
    return any(name in (model, f"{model}:latest") for name in names)


class HttpEmbedder:
    """One model of one server."""

    def __init__(
        self, client: httpx.AsyncClient, dialect: Dialect, settings: EmbedderSettings
    ) -> None:
        self._client = client
        self._dialect = dialect
        self._model = settings.model or dialect.model
        self._address = _build_url(settings, dialect)
        self._timeout_seconds = settings.timeout_seconds
        self.name = f"{dialect.kind}:{self._model}"
        self.dimensions = 0

    def can_embed(self, text: str) -> bool:
        return self._model.partition(":")[0] not in ENGLISH or detect_language(text) == "en"

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        vectors: list[bytes] = []
        for start in range(0, len(texts), TOGETHER):
            # A blank is refused by some servers, an overlong text by others.
            some = [text[:LONGEST] or " " for text in texts[start : start + TOGETHER]]
            vectors += await self._request_vectors(some)
        return vectors

    async def _request_vectors(self, texts: list[str]) -> list[bytes]:
        answer = await self._post({"model": self._model, "input": texts})
        try:
            vectors = scale_to_unit(self._dialect.parse_vectors(answer.json()), len(texts))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise EmbedderError(
                f"{self._dialect.server} answered with something that is not a list of vectors."
            ) from None
        self.dimensions = len(vectors[0]) // 4
        return vectors

    async def _post(self, body: dict[str, object]) -> httpx.Response:
        try:
            answer = await self._client.post(self._address + self._dialect.path, json=body)
        except httpx.TimeoutException:
            raise EmbedderError(
                f"{self._dialect.server} did not answer within {self._timeout_seconds:g} seconds.",
                retryable=True,
            ) from None
        except (httpx.UnsupportedProtocol, httpx.InvalidURL):
            raise EmbedderError(
                "embedder.base_url is not an address such as http://127.0.0.1:11434."
            ) from None
        except httpx.HTTPError:
            raise EmbedderError(
                f"{self._dialect.server} cannot be reached. Is it running?", retryable=True
            ) from None
        if answer.status_code != httpx.codes.OK:
            raise self._build_error(answer.status_code)
        return answer

    def _build_error(self, status: int) -> EmbedderError:
        server = self._dialect.server
        if status in (401, 403):
            return EmbedderError(f"{server} does not accept the key in embedder.api_key.")
        if status == 404:
            return EmbedderError(self._dialect.unknown_model.format(model=self._model))
        if status == 429:
            return EmbedderError(f"{server} asks for a pause.", retryable=True)
        if status >= 500:
            return EmbedderError(f"{server} is in trouble (error {status}).", retryable=True)
        return EmbedderError(f"{server} did not accept the request (error {status}).")


def scale_to_unit(rows: list[object], count: int) -> list[bytes]:
    """Little-endian float32 of length one; raises ValueError or TypeError for anything else."""
    import numpy as np

    with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused below
        matrix = np.array(rows, "<f4")
    if matrix.ndim != 2 or len(matrix) != count:
        raise ValueError("not one vector per text")
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise ValueError("a vector without a direction")
    return [row.tobytes() for row in (matrix / lengths).astype("<f4")]


def _build_url(settings: EmbedderSettings, dialect: Dialect) -> str:
    return (settings.base_url or dialect.base_url).rstrip("/")
