"""The memory tools: search everything, save a text; with the item and core tools, all of them.

What a call may see and where it writes is decided by the turn before the model is asked. A write
needs a witness: the person's own words.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bot.llm import Tool
from bot.messages import UserError
from bot.rendering.fences import fence_within, keep_beginning
from bot.services.services import Services
from bot.tools.arguments import (
    NUMBER,
    TEXT,
    Arguments,
    build_parameters,
    describe,
    parse_number,
    parse_text,
)
from bot.tools.context import QUOTE, ToolContext
from bot.tools.core_memory import build_core_tools
from bot.tools.facts import build_fact_tools
from indexer.documents import Chunk
from indexer.ingest.chunker import MEMORY, split_text
from indexer.scopes import Scope
from indexer.store.writer import Writer
from memory.chat.memory import ChatMemories
from memory.facts.service import FactService
from memory.recall import Recall, RecallHit
from memory.vault.core_memory import CoreMemory

RESULTS = 10
MOST = 50
BUDGET = 3000  # tokens of one result
BETWEEN = "\n\n---\n\n"


@dataclass(frozen=True, slots=True)
class Stores:
    """What the tools work on; `core` only where the owner alone reads the answer."""

    recall: Recall
    facts: FactService
    memories: ChatMemories
    writer: Writer
    core: CoreMemory | None = None


SEARCH = partial(
    Tool,
    "memory_search",
    "Search everything that is remembered: notes, facts, documents and recorded conversations."
    " Use it before you answer a question that needs something from earlier.",
    build_parameters(
        ["query"],
        query=describe(TEXT, "what to look for"),
        topK=describe(NUMBER, f"how many results, {RESULTS} if not given"),
    ),
)
SAVE = partial(
    Tool,
    "memory_save",
    "Save a text to long-term memory, for what happened and may matter later. Lasting"
    " preferences belong in core memory, single facts in memory_upsert.",
    build_parameters(
        ["content", "quote"],
        content=describe(TEXT, "the text to save"),
        quote=QUOTE,
        source=describe(TEXT, "where it comes from; manual if not given"),
    ),
)


def build_stores(services: Services, core: CoreMemory | None) -> Stores:
    return Stores(
        recall=services.owner_memory.recall(services.store),
        facts=services.facts,
        memories=services.memories,
        writer=services.writer,
        core=core,
    )


def build_memory_tools(stores: Stores, reach: ToolContext) -> tuple[Tool, ...]:
    """The tools for one turn."""
    core = build_core_tools(stores.core, reach) if stores.core else ()
    memory = stores.memories.get(reach.chat, reach.scope)
    items = build_fact_tools(stores.recall.facts, stores.facts, memory, reach)
    run = _MemoryActions(stores.recall, stores.writer, reach)
    return (SEARCH(run.search), SAVE(run.save), *items, *core)


@dataclass(frozen=True, slots=True)
class _MemoryActions:
    """What each tool does; lives as long as the turn."""

    recall: Recall
    writer: Writer
    reach: ToolContext

    async def search(self, arguments: Arguments) -> str:
        reach, limit = self.reach, parse_number(arguments, "topK", RESULTS, MOST)
        query = parse_text(arguments, "query")
        found = await self.recall.search(reach.visibility, query, limit=limit, now=reach.now)
        told = fence_within(
            "memory", BETWEEN.join(map(_format_hit, found)), reach.nonce, BUDGET, keep_beginning
        )
        return told or "No relevant memories found."

    async def save(self, arguments: Arguments) -> str:
        content, source = (
            parse_text(arguments, "content", ""),
            parse_text(arguments, "source", "manual"),
        )
        if not content:
            raise UserError("No content to save.")
        reach = self.reach
        borne = reach.witness.ground(content, parse_text(arguments, "quote", ""))
        chunks = list(split_saved_text(reach.scope, source, borne.text))
        for chunk in chunks:
            await self.writer.add_memory(reach.scope, chunk, reach.now)
        reach.effects.add(f"Saved: “{borne.text}”")
        return f"Saved {len(chunks)} chunk(s) from source '{source}'."


def _format_hit(found: RecallHit) -> str:
    when = f" ({found.said_at})" if found.said_at else ""
    messages = f" [message {', '.join(found.ids)}]" if found.ids else ""
    return f"[{found.source}]{when}{messages}\n{found.text}"


def split_saved_text(scope: Scope, source: str, content: str) -> Iterator[Chunk]:
    """Parts of some 400 tokens; the same text saved again replaces itself."""
    for part in split_text(content, MEMORY):
        told = "\0".join((scope.label, source, part.text))
        name = hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]
        yield Chunk(f"saved:{name}", source, part.text, metadata={"source": source})
