"""The tools for core memory: only offered where the owner alone reads the answer."""

from dataclasses import dataclass
from functools import partial

from bot.llm import Tool
from bot.tools.arguments import TEXT, Arguments, build_enum, build_parameters, describe, parse_text
from bot.tools.context import QUOTE, ToolContext
from memory.vault.core_memory import SECTIONS, CoreMemory

SECTION = describe(
    build_enum(*SECTIONS),
    "user: lasting facts about the person; agent: how the assistant should be",
)
KEY = describe(TEXT, "a short name, such as city")

GET = partial(
    Tool,
    "memory_core_get",
    "The core memory: what always holds of the user and of the assistant, as YAML.",
    build_parameters([]),
)
UPDATE = partial(
    Tool,
    "memory_core_update",
    "Create or change a key of core memory, for preferences and facts that always hold.",
    build_parameters(
        ["section", "key", "value", "quote"],
        section=SECTION,
        key=KEY,
        value=describe(TEXT, "what holds"),
        quote=QUOTE,
    ),
)
DELETE = partial(
    Tool,
    "memory_core_delete",
    "Take a key out of core memory, when the user says that it no longer holds.",
    build_parameters(["section", "key", "quote"], section=SECTION, key=KEY, quote=QUOTE),
)


def build_core_tools(core: CoreMemory, reach: ToolContext) -> tuple[Tool, ...]:
    run = _CoreActions(core, reach)
    return GET(run.get), UPDATE(run.update), DELETE(run.delete)


@dataclass(frozen=True, slots=True)
class _CoreActions:
    """What each tool does; lives as long as the turn."""

    core: CoreMemory
    reach: ToolContext

    async def get(self, _: Arguments) -> str:
        return await self.core.get()

    async def update(self, arguments: Arguments) -> str:
        section, key = parse_text(arguments, "section"), parse_text(arguments, "key")
        value, quote = parse_text(arguments, "value"), parse_text(arguments, "quote", "")
        borne = self.reach.witness.ground(value, quote)
        told = await self.core.update(section, key, borne.text)
        self.reach.effects.add(f"Core memory: {key} is now “{borne.text}”")
        return told

    async def delete(self, arguments: Arguments) -> str:
        section, key = parse_text(arguments, "section"), parse_text(arguments, "key")
        self.reach.witness.check_forget_request(parse_text(arguments, "quote", ""))
        told = await self.core.delete(section, key)
        self.reach.effects.add(f"Core memory: {key} is gone")
        return told
