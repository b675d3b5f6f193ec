"""Hold back what other programs want remembered (MCP) until the owner has agreed to it."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.llm import Tool
from bot.messages import UserError, _
from bot.messages.marked_text import show_hidden
from bot.services.services import Services
from bot.tools.arguments import Arguments, parse_text
from bot.tools.context import ToolContext, ToolEffects, TrustedWitness
from bot.tools.memory import build_memory_tools, build_stores
from indexer.scopes import ADMIN, Visibility
from memory.vault.program_writes import ProgramWrite, ProgramWrites

# These write no text of the program's.
DELETING = frozenset({"memory_forget", "memory_core_delete"})
NO_WORDS = "quote"  # of a person: a program has none


def hold_back(tool: Tool, writes: ProgramWrites, context: ToolContext) -> Tool:
    """Return a tool that stores each call until the owner has agreed to it."""

    async def run(arguments: Arguments) -> str:
        for name in _list_required(tool):
            parse_text(arguments, name)
        given = {name: value for name, value in arguments.items() if name != NO_WORDS}
        write = ProgramWrite(tool.name, given, context.chat, context.scope)
        number = await writes.add(write, context.now)
        return (
            f"OK: number {number} waits for the owner, who"  # not translated: for the program
            " sees it with /programs or `multis programs`. Nothing is remembered before."
        )

    return replace(tool, run=run)


def _list_required(tool: Tool) -> list[str]:
    required = tool.parameters.get("required")
    names = required if isinstance(required, list) else []
    return [str(name) for name in names if name != NO_WORDS]


async def approve(
    services: Services, visibility: Visibility, numbers: Sequence[int], now: datetime
) -> list[str]:
    """Do what waits under these numbers, as whoever sees that; returns a sentence for each."""
    taken = await services.owner_memory.program_writes.take(numbers)
    return [await _apply(services, visibility, write, now) for write in taken]


async def _apply(
    services: Services, visibility: Visibility, write: ProgramWrite, now: datetime
) -> str:
    context = _build_context(visibility, write, now)
    core = services.owner_memory.vault.core if write.scope == ADMIN else None
    tools = build_memory_tools(build_stores(services, core), context)
    try:
        tool = next(each for each in tools if each.name == write.tool)
        await tool.run(write.arguments)
    except (UserError, StopIteration) as error:
        return _("{what} was not possible: {reason}", what=describe(write), reason=str(error))
    return "\n".join(context.effects.sentences) or _("I already have that.")


def _build_context(visibility: Visibility, write: ProgramWrite, now: datetime) -> ToolContext:
    return ToolContext(
        visibility=visibility,
        scope=write.scope,
        chat=write.chat,
        now=now,
        nonce=secrets.token_hex(6),
        witness=TrustedWitness(),
        effects=ToolEffects(),
    )


def describe(write: ProgramWrite) -> str:
    """Describe a call to the owner on one line, with every character of every text in it."""
    texts = {name: show_hidden(text) for name, text in write.texts}
    main = texts.pop("content", None) or texts.pop("value", "")
    rest = "".join(f", {name}: {text}" for name, text in texts.items() if text)
    return f"{write.tool}: “{main}”{rest}"
