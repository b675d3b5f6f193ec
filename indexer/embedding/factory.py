"""Which embedder: a model on this machine, an Ollama, an OpenAI-compatible endpoint, or none.

It is a matter of settings; `auto` takes what is there without asking anything of the owner, and
never sends a text off this machine.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from indexer.embedding.embedder import Embedder, EmbedderSettings, NoEmbedder

MODEL_FOLDER = "all-MiniLM-L6-v2"


@asynccontextmanager
async def open_embedder(settings: EmbedderSettings, models: Path) -> AsyncIterator[Embedder]:
    """What `settings` ask for; `models` is the home folder's place for downloaded models.

    A model that is missing or a server that is away is not noticed here but when something is
    embedded: neither may keep the daemon from starting.
    """
    folder = find_model_folder(settings, models)
    kind = settings.kind if settings.kind != "auto" else await _detect_kind(settings, folder)
    if kind == "local":
        from indexer.embedding.minilm.client import open_local_embedder

        async with open_local_embedder(folder, settings.timeout_seconds) as local:
            yield local
    elif kind == "none":
        yield NoEmbedder()
    else:
        from indexer.embedding.http import open_http_embedder

        async with open_http_embedder(kind, settings) as remote:
            yield remote


def find_model_folder(settings: EmbedderSettings, models: Path) -> Path:
    """Where the local model is or would be."""
    return Path(settings.path).expanduser() if settings.path else models / MODEL_FOLDER


def is_installed(folder: Path) -> bool:
    """Whether a local model is there; that it is the right one is checked when it is loaded."""
    return (folder / "model.safetensors").is_file()


async def _detect_kind(
    settings: EmbedderSettings, folder: Path
) -> Literal["local", "ollama", "none"]:
    if is_installed(folder):
        return "local"
    from indexer.embedding.http import has_ollama_model

    return "ollama" if await has_ollama_model(settings) else "none"
