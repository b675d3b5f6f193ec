"""`multis mcp`, spoken to by the SDK's own client: it sees what it was started for, and no more."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.bot.cli.shell import Shell

if TYPE_CHECKING:
    from mcp.client import ClientSession

mcp_client = pytest.importorskip("mcp.client", reason="the extra mcp is not installed")
stdio = pytest.importorskip("mcp.client.stdio", reason="the extra mcp is not installed")

CANARY = "canary-2207"
DOCUMENTS = {"search_documents", "list_documents", "read_document", "count"}
READING = {*DOCUMENTS, "search_conversations", "memory_search", "memory_query"}


@pytest.fixture
def multis(tmp_path: Path) -> Shell:
    shell = Shell(tmp_path / "home")
    write(tmp_path / "home" / "vault" / "Memory.md", f"The safe opens with {CANARY} and a spoon.")
    write(tmp_path / "house.md", "# House\n\nThe boiler stands in the cellar of the house.\n")
    assert shell("memory", "sync").returncode == 0
    assert shell("index", str(tmp_path / "house.md"), "--scope", "kb").returncode == 0
    return shell


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class Session:
    def __init__(self, client: "ClientSession") -> None:
        self._client = client

    async def tools(self) -> set[str]:
        return {tool.name for tool in (await self._client.list_tools()).tools}

    async def call(self, name: str, **arguments: object) -> tuple[str, bool]:
        """The text of the result, and whether it is an error."""
        result = await self._client.call_tool(name, arguments)
        (content,) = result.content
        assert content.type == "text"
        return content.text, bool(result.is_error)


@asynccontextmanager
async def served(shell: Shell, *arguments: str) -> AsyncIterator[Session]:
    environ = {k: v for k, v in os.environ.items() if not k.startswith("MULTIS_")}
    server = stdio.StdioServerParameters(
        command=sys.executable,
        args=["-m", "bot", "mcp", *arguments],
        env={**environ, "MULTIS_HOME": str(shell.home)},
    )
    async with (
        stdio.stdio_client(server) as (incoming, outgoing),
        mcp_client.ClientSession(incoming, outgoing) as client,
    ):
        await client.initialize()
        yield Session(client)


async def test_the_owners_server_searches_everything_of_theirs(multis: Shell) -> None:
    async with served(multis) as session:
        assert await session.tools() == {*READING, "memory_core_get"}
        told, failed = await session.call("memory_search", query="what opens the safe")
        assert CANARY in told
        assert not failed
        assert "boiler" in (await session.call("search_documents", query="boiler"))[0]
        assert await session.call("memory_core_get") == ("user: {}\nagent: {}\n", False)


@pytest.mark.parametrize("who", [["--as", "telegram:8"], ["--group", "family"]])
async def test_another_ones_server_sees_what_they_see(multis: Shell, who: list[str]) -> None:
    async with served(multis, *who) as session:
        assert await session.tools() == READING
        for arguments in ({}, {"visibility": "everything"}, {"scope": "admin", "as": "owner"}):
            told, _ = await session.call("memory_search", query=f"safe {CANARY}", **arguments)
            assert CANARY not in told
        assert "boiler" in (await session.call("memory_search", query="boiler"))[0]
        told, failed = await session.call("memory_core_get")
        assert (told, failed) == ("There is no such tool.", True)


async def test_it_writes_only_where_the_owner_lets_it(multis: Shell) -> None:
    async with served(multis) as session:
        told, failed = await session.call("memory_save", content="The gate is green.", quote="x")
        assert (told, failed) == ("There is no such tool.", True)
    async with served(multis, "--write") as session:
        told, failed = await session.call("memory_save", content="The gate is green.", source="it")
        assert told.startswith("OK: number 1 waits for the owner")
        assert not failed
        await session.call("memory_upsert", content="The roof is red.", tags=["roof"])
        await session.call("memory_core_update", section="user", key="a", value="b")
        assert await session.call("memory_save", content=" ") == ("Give content as a text.", True)
        assert "green" not in (await session.call("memory_search", query="gate"))[0]
        assert await session.call("memory_core_get") == ("user: {}\nagent: {}\n", False)
    listed = multis("programs").stdout.splitlines()
    assert listed == [
        "1. memory_save: “The gate is green.”, source: it",
        "2. memory_upsert: “The roof is red.”, tags: roof",
        "3. memory_core_update: “b”, section: user, key: a",
    ]
    assert multis("programs", "--discard", "2").returncode == 0
    assert "green" in multis("programs", "--approve", "1", "3").stdout
    assert multis("programs").stdout == "No program wants anything remembered.\n"
    async with served(multis) as session:
        assert "green" in (await session.call("memory_search", query="gate"))[0]
        assert await session.call("memory_core_get") == ("user:\n  a: b\nagent: {}\n", False)
        assert "roof" not in (await session.call("memory_search", query="roof red"))[0]


async def test_a_mistake_is_told_and_the_server_goes_on(multis: Shell) -> None:
    async with served(multis) as session:
        assert await session.call("memory_search") == ("Give query as a text.", True)
        assert (await session.call("memory_search", query="boiler"))[1] is False
