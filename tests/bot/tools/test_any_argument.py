"""Whatever a model or another program gives a tool, it answers or says what is wrong with it."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from bot.cli.commands.mcp import list_tools
from bot.cli.identity import identify
from bot.llm import Tool
from bot.messages import UserError
from tests.scenarios.scene import ACCESS, a_scene

ODD: list[object] = [
    *(None, True, 0, -1, 10**400, -(10**400), 1e308, float("inf"), float("nan"), 2**63, "1e400"),
    *("", "\x00", "%", "9" * 5000, "0001-01-01", "-0001", "9999-12-31T23:59:59.999999+23:59"),
    *("2024-01-01T00:00:00+99:99", "\u0661", "\u3300" * 3000, "a " * 5000),
    *([], {}, [None], ["a"] * 1000, {"a": {}}),
]
USUAL = {"string": "x", "integer": 1, "number": 1, "array": ["x"]}


async def test_a_tool_takes_any_argument_or_says_what_is_wrong(tmp_path: Path) -> None:
    async with a_scene(tmp_path) as scene:
        for who in (None, "test:2"):
            for tool in list_tools(identify(who, None, ACCESS), scene.world.services, write=True):
                await try_all(tool)


async def try_all(tool: Tool) -> None:
    known = cast("Mapping[str, Mapping[str, Any]]", tool.parameters["properties"])
    needed = cast("list[str]", tool.parameters["required"])
    usual = {name: _choose_usual(known[name]) for name in needed}
    for name in known:
        for odd in ODD:
            with suppress(UserError):
                assert isinstance(await tool.run({**usual, name: odd}), str)


def _choose_usual(kind: Mapping[str, Any]) -> object:
    return next(iter(kind.get("enum", ())), USUAL[str(kind["type"])])


@pytest.mark.parametrize(
    ("tool", "field"),
    [("search_documents", "query"), ("memory_search", "query"), ("memory_query", "query")],
)
async def test_only_the_beginning_of_a_long_query_is_looked_for(
    tmp_path: Path, tool: str, field: str
) -> None:
    async with a_scene(tmp_path) as scene:
        owner = identify(None, None, ACCESS)
        tools = {each.name: each for each in list_tools(owner, scene.world.services, write=False)}
        filler = "lantern " * 1000
        assert "zanzibar" in await tools[tool].run({field: f"harbour password {filler}"})
        assert "zanzibar" not in await tools[tool].run({field: f"{filler} harbour password"})
