from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from indexer.embedding.embedder import EmbedderError, EmbedderSettings
from indexer.embedding.factory import find_model_folder, open_embedder

NOBODY = "http://127.0.0.1:9"  # the discard port: nothing listens there


@pytest.fixture
async def ollama() -> AsyncIterator[str]:
    """A server on loopback that has one model and says where everything points."""

    async def tags(_: web.Request) -> web.Response:
        return web.json_response({"models": [{"name": "all-minilm:latest"}]})

    async def embed(request: web.Request) -> web.Response:
        asked = await request.json()
        return web.json_response({"embeddings": [[3.0, 4.0]] * len(asked["input"])})

    application = web.Application()
    application.router.add_get("/api/tags", tags)
    application.router.add_post("/api/embed", embed)
    async with TestServer(application) as server:
        yield str(server.make_url("")).rstrip("/")


async def open_and_name(settings: EmbedderSettings, models: Path) -> str:
    async with open_embedder(settings, models) as embedder:
        return embedder.name


@pytest.mark.spec("S3-18", "S3-20")
async def test_auto_takes_the_local_model_where_it_is_installed(tmp_path: Path) -> None:
    folder = tmp_path / "all-MiniLM-L6-v2"
    folder.mkdir()
    (folder / "model.safetensors").touch()
    settings = EmbedderSettings(base_url=NOBODY)
    assert await open_and_name(settings, tmp_path) == "local:all-MiniLM-L6-v2"


@pytest.mark.spec("S3-20", "S3-39")
async def test_auto_falls_back_to_ollama_if_it_has_the_model(tmp_path: Path, ollama: str) -> None:
    assert await open_and_name(EmbedderSettings(base_url=ollama), tmp_path) == "ollama:all-minilm"
    other = EmbedderSettings(base_url=ollama, model="bge-m3")
    assert await open_and_name(other, tmp_path) == "none"


@pytest.mark.spec("S3-40")
async def test_auto_is_none_where_nothing_is_there(tmp_path: Path) -> None:
    assert await open_and_name(EmbedderSettings(base_url=NOBODY), tmp_path) == "none"


async def test_none_serves_no_text_and_says_what_to_do(tmp_path: Path) -> None:
    async with open_embedder(EmbedderSettings("none"), tmp_path) as embedder:
        assert not embedder.can_embed("Who designed the engine?")
        with pytest.raises(EmbedderError, match="multis semantic install"):
            await embedder.embed(["wings"])


async def test_what_is_named_is_opened_even_where_it_is_missing(tmp_path: Path) -> None:
    for kind, name in (("local", "local:all-MiniLM-L6-v2"), ("ollama", "ollama:all-minilm")):
        settings = EmbedderSettings(kind, base_url=NOBODY)  # type: ignore[arg-type]  # a literal
        async with open_embedder(settings, tmp_path) as embedder:
            assert embedder.name == name
            with pytest.raises(EmbedderError):
                await embedder.embed(["wings"], urgent=True)


async def test_a_server_on_loopback_gives_unit_vectors(tmp_path: Path, ollama: str) -> None:
    async with open_embedder(EmbedderSettings("ollama", base_url=ollama), tmp_path) as embedder:
        vectors = await embedder.embed(["wings"] * 40)
        assert vectors == [bytes.fromhex("9a99193fcdcc4c3f")] * 40  # 0.6 and 0.8


def test_the_models_folder_is_the_homes_unless_it_is_named(tmp_path: Path) -> None:
    assert find_model_folder(EmbedderSettings(), tmp_path) == tmp_path / "all-MiniLM-L6-v2"
    assert find_model_folder(EmbedderSettings(path="/srv/model"), tmp_path) == Path("/srv/model")


def test_the_key_is_not_shown() -> None:
    assert "canary" not in repr(EmbedderSettings(api_key="canary"))
