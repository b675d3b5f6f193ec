"""The tools for core memory: only offered where the owner alone reads the answer."""

from bot.llm import Tool
from bot.tool_arguments import TEXT, Arguments, described, one_of, parameters, text
from bot.tool_reach import QUOTE, Reach
from memory.core import SECTIONS, CoreMemory

SECTION = described(
    one_of(*SECTIONS), "user: lasting facts about the person; agent: how the assistant should be"
)
KEY = described(TEXT, "a short name, such as city")


def core_tools(core: CoreMemory, reach: Reach) -> tuple[Tool, ...]:
    return _get(core), _update(core, reach), _delete(core, reach)


def _get(core: CoreMemory) -> Tool:
    async def run(_: Arguments) -> str:
        return await core.get()

    return Tool(
        "memory_core_get",
        "The core memory: what always holds of the user and of the assistant, as YAML.",
        parameters([]),
        run,
    )


def _update(core: CoreMemory, reach: Reach) -> Tool:
    async def run(arguments: Arguments) -> str:
        section, key = text(arguments, "section"), text(arguments, "key")
        borne = reach.witness.bear(text(arguments, "value"), text(arguments, "quote", ""))
        told = await core.update(section, key, borne.text)
        reach.deeds.add(f"Core memory: {key} is now “{borne.text}”")
        return told

    return Tool(
        "memory_core_update",
        "Create or change a key of core memory, for preferences and facts that always hold.",
        parameters(
            ["section", "key", "value", "quote"],
            section=SECTION,
            key=KEY,
            value=described(TEXT, "what holds"),
            quote=QUOTE,
        ),
        run,
    )


def _delete(core: CoreMemory, reach: Reach) -> Tool:
    async def run(arguments: Arguments) -> str:
        section, key = text(arguments, "section"), text(arguments, "key")
        reach.witness.ask_to_forget(text(arguments, "quote", ""))
        told = await core.delete(section, key)
        reach.deeds.add(f"Core memory: {key} is gone")
        return told

    return Tool(
        "memory_core_delete",
        "Take a key out of core memory, when the user says that it no longer holds.",
        parameters(["section", "key", "quote"], section=SECTION, key=KEY, quote=QUOTE),
        run,
    )
