"""Opens the configured embedder: a local model, Ollama, an OpenAI-compatible endpoint, or none.

`auto` uses what is available without further settings, and never sends a text off this machine.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from indexer.embedding.embedder import Embedder, EmbedderSettings, NoEmbedder
from indexer.paths import expand_path

MODEL_FOLDER = "all-MiniLM-L6-v2"


@asynccontextmanager
async def open_embedder(settings: EmbedderSettings, models: Path) -> AsyncIterator[Embedder]:
    """Open the embedder that `settings` name; `models` is the home's folder of downloaded models.

    A missing model or an unreachable server is noticed only when something is embedded: neither
    may keep the daemon from starting.
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
    """Return the folder where the local model is or would be."""
    return expand_path(settings.path) if settings.path else models / MODEL_FOLDER


def is_installed(folder: Path) -> bool:
    """Return whether a local model exists; its files are checked when it is loaded."""
    return (folder / "model.safetensors").is_file()


async def _detect_kind(
    settings: EmbedderSettings, folder: Path
) -> Literal["local", "ollama", "none"]:
    if is_installed(folder):
        return "local"
    from indexer.embedding.http import has_ollama_model

    return "ollama" if await has_ollama_model(settings) else "none"
