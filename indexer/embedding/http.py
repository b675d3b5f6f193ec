"""Embeds with a server: through Ollama's API or the OpenAI-compatible one."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any, Literal, cast

import httpx
from anyio import fail_after
from msgspec import Struct

from indexer.cancellable import SECONDS, UNPACKED, read_json, read_unpacked, run_cancellable
from indexer.embedding.embedder import EmbedderError, EmbedderSettings
from indexer.i18n import N_, Sentence
from indexer.text.languages import detect_language

TOGETHER = 16  # texts in one request
LONGEST = 8000  # characters of a text: fewer tokens than the limits of the servers
MOST_DIMENSIONS = 16_384  # of a vector, which is kept for each passage; models have up to 8,192
PROBE_SECONDS = 1.0
# Models of Ollama's library that were trained on English alone.
ENGLISH = ("all-minilm", "mxbai-embed-large", "nomic-embed-text", "snowflake-arctic-embed")

Answer = Mapping[str, Any]  # JSON as a server wrote it: checked by using it


class Dialect(Struct, frozen=True):
    """The requests and answers of one kind of server."""

    kind: str
    server: str | Sentence  # its name in a sentence
    base_url: str
    model: str  # the default
    path: str
    unknown_model: Sentence  # has the placeholder {model}
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
    unknown_model=N_("Ollama does not have the model {model}. Run `ollama pull {model}`."),
    parse_vectors=_parse_ollama,
)
OPENAI = Dialect(
    kind="openai",
    server=N_("The embeddings server"),
    base_url="https://api.openai.com/v1",
    model="text-embedding-3-small",
    path="/embeddings",
    unknown_model=N_(
        "The embeddings server does not have the model {model}. "
        "Check embedder.model and embedder.base_url."
    ),
    parse_vectors=_parse_openai,
)


@asynccontextmanager
async def open_http_embedder(
    kind: Literal["ollama", "openai"],
    settings: EmbedderSettings,
    transport: httpx.AsyncBaseTransport | None = None,
) -> AsyncIterator["HttpEmbedder"]:
    """Open a client; the first request is sent when something is embedded."""
    dialect = OLLAMA if kind == "ollama" else OPENAI
    key = settings.api_key.strip().encode()
    headers: dict[bytes, bytes] = {
        name.encode(): value.encode() for name, value in UNPACKED.items()
    }
    if key:
        headers[b"Authorization"] = b"Bearer " + key
    async with httpx.AsyncClient(
        headers=headers,
        timeout=settings.timeout_seconds,
        trust_env=kind != "ollama",  # a company's proxy cannot reach Ollama on this machine
        transport=transport,
    ) as client:
        yield HttpEmbedder(client, dialect, settings)


async def has_ollama_model(settings: EmbedderSettings) -> bool:
    """Return whether an Ollama with the model answers within a second."""
    model, address = settings.model or OLLAMA.model, _build_url(settings, OLLAMA) + "/api/tags"
    try:
        async with (
            httpx.AsyncClient(timeout=PROBE_SECONDS, trust_env=False, headers=UNPACKED) as client,
            client.stream("GET", address) as answer,
        ):
            pieces = read_unpacked(answer.raise_for_status())
            listed = cast("Answer", await read_json(pieces, seconds=PROBE_SECONDS))
        names = [str(each["name"]) for each in listed["models"]]
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
        return False
    return any(name in (model, f"{model}:latest") for name in names)


class HttpEmbedder:
    """Embeds with one model of one server."""

    def __init__(
        self, client: httpx.AsyncClient, dialect: Dialect, settings: EmbedderSettings
    ) -> None:
        self._client = client
        self._dialect = dialect
        self._model = settings.model or dialect.model
        self._address = _build_url(settings, dialect)
        self._timeout_seconds = settings.timeout_seconds
        self.name = f"{dialect.kind}:{self._model}"

    def can_embed(self, text: str) -> bool:
        return self._model.partition(":")[0] not in ENGLISH or detect_language(text) == "en"

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        vectors: list[bytes] = []
        for start in range(0, len(texts), TOGETHER):
            # Some servers refuse an empty text, others one that is too long.
            some = [text[:LONGEST] or " " for text in texts[start : start + TOGETHER]]
            vectors += await self._request_vectors(some)
        return vectors

    async def _request_vectors(self, texts: list[str]) -> list[bytes]:
        answer = await self._post({"model": self._model, "input": texts})
        try:
            return scale_to_unit(self._dialect.parse_vectors(answer), len(texts))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            raise EmbedderError(
                N_("{server} did not return a list of vectors.", server=self._dialect.server)
            ) from None

    async def _post(self, body: dict[str, object]) -> Answer:
        try:
            status, answer = await run_cancellable(partial(self._exchange, body))
        except (httpx.TimeoutException, TimeoutError):
            raise EmbedderError(
                N_(
                    "{server} did not answer in time ({seconds} s).",
                    server=self._dialect.server,
                    seconds=self._timeout_seconds,
                ),
                retryable=True,
            ) from None
        except (httpx.UnsupportedProtocol, httpx.InvalidURL):
            raise EmbedderError(
                N_("embedder.base_url is not a valid URL. Example: http://127.0.0.1:11434")
            ) from None
        except httpx.HTTPError:
            raise EmbedderError(
                N_("{server} cannot be reached. Is it running?", server=self._dialect.server),
                retryable=True,
            ) from None
        if status != httpx.codes.OK:
            raise self._build_error(status)
        return answer

    async def _exchange(self, body: dict[str, object]) -> tuple[int, Answer]:
        address = self._address + self._dialect.path
        # The client's own limit is for each piece of an answer, not for all of it.
        with fail_after(self._timeout_seconds + SECONDS):
            return await self._read(self._client.stream("POST", address, json=body))

    async def _read(
        self, asking: AbstractAsyncContextManager[httpx.Response]
    ) -> tuple[int, Answer]:
        """Return the status of an answer, and what it says: nothing where that is no JSON."""
        async with asking as answer:
            if answer.status_code != httpx.codes.OK:
                return answer.status_code, {}
            try:
                return answer.status_code, cast("Answer", await read_json(read_unpacked(answer)))
            except ValueError:
                return answer.status_code, {}

    def _build_error(self, status: int) -> EmbedderError:
        server = self._dialect.server
        if status in (401, 403):
            return EmbedderError(
                N_("{server} rejected the key in embedder.api_key.", server=server)
            )
        if status == 404:
            return EmbedderError(self._dialect.unknown_model.fill(model=self._model))
        if status == 429:
            return EmbedderError(
                N_("{server} receives too many requests.", server=server), retryable=True
            )
        if status >= 500:
            failed = N_(
                "{server} failed (HTTP status {status}).", server=server, status=str(status)
            )
            return EmbedderError(failed, retryable=True)
        return EmbedderError(
            N_(
                "{server} rejected the request (HTTP status {status}).",
                server=server,
                status=str(status),
            )
        )


def scale_to_unit(rows: list[object], count: int) -> list[bytes]:
    """Scale vectors to length one, as little-endian float32.

    Raises ValueError or TypeError unless `rows` are `count` vectors of at most `MOST_DIMENSIONS`.
    """
    import numpy as np

    if any(isinstance(row, list) and len(row) > MOST_DIMENSIONS for row in rows):
        raise ValueError("too long to keep for each passage")
    with np.errstate(
        over="ignore"
    ):  # a number that is too large becomes infinite and is refused below
        matrix = np.array(rows, "<f4")
    if matrix.ndim != 2 or len(matrix) != count:
        raise ValueError("not one vector per text")
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise ValueError("a vector without a direction")
    return [row.tobytes() for row in (matrix / lengths).astype("<f4")]


def _build_url(settings: EmbedderSettings, dialect: Dialect) -> str:
    return (settings.base_url or dialect.base_url).rstrip("/")
