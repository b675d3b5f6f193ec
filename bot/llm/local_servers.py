"""Finds model servers on this machine: Ollama, LM Studio and llama.cpp, at their usual ports."""

import asyncio
import ipaddress
from collections.abc import Sequence
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct

from bot.llm.model import Endpoint
from indexer.cancellable import UNPACKED, read_json, read_unpacked

PATIENCE = 1.5  # seconds for one server; on this machine an answer takes milliseconds
# How the names of machines end that no public name server knows: reserved, or usual at home.
OWN_NETWORKS = ("arpa", "home", "internal", "lan", "local", "localhost")


class LocalServer(Struct, frozen=True):
    """A program that serves models, where it listens unless it is told otherwise."""

    program: str
    kind: Literal["ollama", "openai"]
    address: str


class LocalModel(Struct, frozen=True):
    """A model that a server on this machine offers."""

    program: str
    endpoint: Endpoint


SERVERS = (
    LocalServer("Ollama", "ollama", "http://127.0.0.1:11434/v1"),
    LocalServer("LM Studio", "openai", "http://127.0.0.1:1234/v1"),
    LocalServer("llama.cpp", "openai", "http://127.0.0.1:8080/v1"),
)


async def find_local_models(servers: Sequence[LocalServer] = SERVERS) -> tuple[LocalModel, ...]:
    """Return the models that write answers, in the order of `servers`; all are asked at once."""
    found = await asyncio.gather(*map(_list_models, servers))
    return tuple(model for models in found for model in models)


async def _list_models(server: LocalServer) -> list[LocalModel]:
    import httpx  # few commands need it

    try:
        # No proxy of the environment stands between this machine and itself.
        async with (
            asyncio.timeout(PATIENCE),
            httpx.AsyncClient(trust_env=False, headers=UNPACKED) as client,
            client.stream("GET", f"{server.address}/models") as reply,
        ):
            listed = await read_json(read_unpacked(reply.raise_for_status()))
    except (httpx.HTTPError, TimeoutError, ValueError):
        return []
    return [
        LocalModel(server.program, Endpoint(f"{server.kind}:{name}", server.address))
        for name in _read_names(listed)
    ]


def _read_names(listed: object) -> list[str]:
    """Read the names from a reply, which may be of some other program at that port."""
    data = listed.get("data") if isinstance(listed, dict) else None
    rows = data if isinstance(data, list) else []
    names = [each.get("id") for each in rows if isinstance(each, dict)]
    # A model for embeddings writes no answers.
    return [each for each in names if isinstance(each, str) and each and "embed" not in each]


def is_local(endpoint: Endpoint) -> bool:
    """Return whether the model runs on this machine, where an answer costs nothing."""
    if not endpoint.base_url:
        return endpoint.kind == "ollama"
    host = _find_host(endpoint)
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_near(endpoint: Endpoint) -> bool:
    """Return whether the model runs on this machine or in its network, as it has no public name."""
    if not endpoint.base_url:
        return endpoint.kind == "ollama"
    host = _find_host(endpoint)
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.rpartition(".")[2] in OWN_NETWORKS


def _find_host(endpoint: Endpoint) -> str:
    return (urlsplit(endpoint.base_url).hostname or "").rstrip(".")
