"""Texts to vectors: a model on this machine, an Ollama, an OpenAI-compatible endpoint, or none.

Which one is a matter of settings; `auto` takes what is there without asking anything of the
owner, and never sends a text off this machine.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from indexer.bounds import Seconds
from indexer.errors import UserError

MODEL_FOLDER = "all-MiniLM-L6-v2"


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """`auto`: the local model if it is installed, else an Ollama on this machine, else none."""

    kind: Literal["auto", "local", "ollama", "openai", "none"] = "auto"
    path: str = ""  # folder of the local model; empty: where `multis semantic install` puts it
    model: str = ""  # of Ollama ("all-minilm" if empty) or of the endpoint
    base_url: str = ""  # empty: Ollama on this machine, or OpenAI's own endpoint
    api_key: str = field(default="", repr=False)
    timeout_seconds: Seconds = 30.0  # for one request


class EmbedderError(UserError):
    """No vectors this time; search goes on by words. `retryable`: later it may work."""

    def __init__(self, sentence: str, *, retryable: bool = False) -> None:
        super().__init__(sentence)
        self.retryable = retryable


class Embedder(Protocol):
    """Vectors of the same `name` may be compared, others not."""

    @property
    def name(self) -> str:
        """Where the model runs and which it is: "local:all-MiniLM-L6-v2"; "none" has none."""

    @property
    def dimensions(self) -> int:
        """Numbers in a vector; 0 until it is known."""

    def serves(self, text: str) -> bool:
        """Whether the model understands the language of `text`; asked of queries and chunks."""

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        """One unit vector per text, as little-endian float32; raises EmbedderError.

        `urgent`, for a question someone waits for, goes ahead of all that is not.
        """


class NoEmbedder:
    """Search by words alone."""

    name = "none"
    dimensions = 0

    def serves(self, text: str) -> bool:
        return False

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        raise EmbedderError("No embedding model is set up. Run `multis semantic install`.")


@asynccontextmanager
async def open_embedder(settings: EmbedderSettings, models: Path) -> AsyncIterator[Embedder]:
    """What `settings` ask for; `models` is the home folder's place for downloaded models.

    A model that is missing or a server that is away is not noticed here but when something is
    embedded: neither may keep the daemon from starting.
    """
    folder = model_folder(settings, models)
    kind = settings.kind if settings.kind != "auto" else await _what_is_there(settings, folder)
    if kind == "local":
        from indexer.minilm.local import open_local

        async with open_local(folder, settings.timeout_seconds) as local:
            yield local
    elif kind == "none":
        yield NoEmbedder()
    else:
        from indexer.embedder_http import open_http

        async with open_http(kind, settings) as remote:
            yield remote


def model_folder(settings: EmbedderSettings, models: Path) -> Path:
    """Where the local model is or would be."""
    return Path(settings.path).expanduser() if settings.path else models / MODEL_FOLDER


def is_installed(folder: Path) -> bool:
    """Whether a local model is there; that it is the right one is checked when it is loaded."""
    return (folder / "model.safetensors").is_file()


async def _what_is_there(
    settings: EmbedderSettings, folder: Path
) -> Literal["local", "ollama", "none"]:
    if is_installed(folder):
        return "local"
    from indexer.embedder_http import ollama_has

    return "ollama" if await ollama_has(settings) else "none"
