"""Offer the memory tools to other programs (MCP, on stdin and stdout)."""

import argparse
import asyncio
import secrets
from importlib.util import find_spec

from bot.access import policy
from bot.cli import identity, session
from bot.cli.identity import Identity
from bot.llm import Tool
from bot.messages import UserError
from bot.services.services import Services
from bot.tools.context import ToolContext, ToolEffects, TrustedWitness
from bot.tools.conversations import ConversationReach, build_conversation_tool
from bot.tools.documents import DocumentReach, build_document_tools
from bot.tools.memory import build_memory_tools, build_stores
from bot.tools.numbered_passages import NumberedPassages
from bot.tools.program_writes import DELETING, hold_back
from bot.tools.search import build_search_tool
from indexer.extras import format_install_hint
from indexer.i18n import _, join_sentences

READING = (
    "search_documents",
    "list_documents",
    "read_document",
    "count",
    "search_conversations",
    "memory_search",
    "memory_query",
    "memory_core_get",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--write",
        action="store_true",
        help=_("let the other program delete, and propose what to remember"),
    )
    identity.add_arguments(parser, group=True)


def run(arguments: argparse.Namespace) -> int:
    if find_spec("mcp") is None:
        raise UserError(
            join_sentences(
                _("`multis mcp` needs the package mcp, which is not installed."),
                format_install_hint("mcp"),
            )
        )
    asyncio.run(_serve(arguments))
    return 0


async def _serve(arguments: argparse.Namespace) -> None:
    from bot.tools.mcp_server import serve

    async with session.open_as_reader(arguments, lasting=True) as (who, services):
        await serve(lambda: list_tools(who, services, write=arguments.write))


def list_tools(who: Identity, services: Services, *, write: bool) -> list[Tool]:
    """Return the tools for one call, limited to what `who` may see.

    Without `write`, only those that read.
    """
    context = _build_context(who, services)
    owner = who.is_owner
    visibility, nonce, found = context.visibility, context.nonce, NumberedPassages()
    search = build_search_tool(services.store, visibility, found, now=context.now, nonce=nonce)
    reach = DocumentReach(services.store, services.outlines, visibility, found, nonce)
    stores = build_stores(services, services.owner_memory.vault.core if owner else None)
    said = ConversationReach(services.conversations, visibility, found, context.now, nonce)
    reading = (search, *build_document_tools(reach), build_conversation_tool(said))
    tools = (*reading, *build_memory_tools(stores, context))
    if not write:
        return [tool for tool in tools if tool.name in READING]
    waiting = services.owner_memory.program_writes
    return [
        tool if tool.name in (*READING, *DELETING) else hold_back(tool, waiting, context)
        for tool in tools
    ]


def _build_context(who: Identity, services: Services) -> ToolContext:
    message = who.message("")
    return ToolContext(
        visibility=policy.decide_recall(message, who.access),
        scope=policy.decide_memory_scope(message, who.access),
        chat=who.chat.key,
        now=services.clock(),
        nonce=secrets.token_hex(6),
        witness=TrustedWitness(),
        effects=ToolEffects(),
    )
