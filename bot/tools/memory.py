"""The model's memory tools: search everything, save a text, facts and core memory.

The turn decides what a call may read and where it writes before the model is asked. A write needs
a witness: the person's own words.
"""

import hashlib
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from bot.llm import Tool
from bot.messages import UserError, _
from bot.rendering.fences import fence_within, keep_beginning
from bot.services.services import Services
from bot.tools.arguments import (
    COUNT,
    TEXT,
    Arguments,
    build_parameters,
    describe,
    parse_count,
    parse_query,
    parse_text,
)
from bot.tools.context import QUOTE, ToolContext
from bot.tools.core_memory import build_core_tools
from bot.tools.facts import build_fact_tools
from bot.tools.lasting_words import LastingWords
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
MANY = f"how many results, {RESULTS} if not given"  # not translated: for the model
MANUAL = "manual"  # the source of a text that names none
BETWEEN = "\n\n---\n\n"


class Stores(Struct, frozen=True):
    """The services behind the tools; `core` only where the owner alone reads the answer."""

    recall: Recall
    facts: FactService
    memories: ChatMemories
    writer: Writer
    core: CoreMemory | None = None


SEARCH = partial(
    Tool,
    "memory_search",
    "Search everything that is remembered: notes, facts,"  # not translated: for the model
    " documents and recorded conversations."
    " Use it before you answer a question that needs something from earlier.",
    build_parameters(
        ["query"],
        query=describe(TEXT, "what to look for"),
        topK=describe(COUNT, MANY),
    ),
)
SAVE = partial(
    Tool,
    "memory_save",
    "Save a text to long-term memory, for what happened and may"  # not translated: for the model
    " matter later. Lasting"
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
        recall=services.owner_memory.build_recall(services.store),
        facts=services.facts,
        memories=services.memories,
        writer=services.writer,
        core=core,
    )


def build_memory_tools(stores: Stores, context: ToolContext) -> tuple[Tool, ...]:
    """Build the tools for one turn."""
    memory = stores.memories.get(context.chat, context.scope)
    words = LastingWords(stores.facts, memory, context)
    core = build_core_tools(stores.core, words) if stores.core else ()
    facts = build_fact_tools(stores.recall.facts, stores.facts, memory, context)
    run = _MemoryActions(stores.recall, stores.writer, words, context)
    return (SEARCH(run.search), SAVE(run.save), *facts, *core)


class _MemoryActions(Struct, frozen=True):
    """The actions of the tools; lives as long as the turn."""

    recall: Recall
    writer: Writer
    words: LastingWords
    context: ToolContext

    async def search(self, arguments: Arguments) -> str:
        context, limit = self.context, parse_count(arguments, "topK", RESULTS, MOST)
        query = parse_query(arguments, "query")
        found = await self.recall.search(context.visibility, query, limit=limit, now=context.now)
        context.effects.given += [hit.text for hit in found if not hit.by_model]
        text = fence_within(
            "memory", BETWEEN.join(map(_format_hit, found)), context.nonce, BUDGET, keep_beginning
        )
        return text or "No relevant memories found."  # not translated: read by the model

    async def save(self, arguments: Arguments) -> str:
        content, source = (
            parse_text(arguments, "content", ""),
            parse_text(arguments, "source", MANUAL),
        )
        if not content:
            raise UserError("No content to save.")  # not translated: read by the model
        context = self.context
        quoted = await self.words.ground(content, parse_text(arguments, "quote", ""))
        source = context.witness.ground_label(source, quoted.quote) or MANUAL
        chunks = list(split_saved_text(context.scope, source, quoted.text))
        for chunk in chunks:
            await self.writer.add_memory(context.scope, chunk, context.now)
        context.effects.add(_("Saved: “{text}”", text=quoted.text))
        count = len(chunks)
        return f"Saved {count} chunk(s) from source '{source}'."  # not translated: for the model


def _format_hit(found: RecallHit) -> str:
    when = f" ({found.said_at})" if found.said_at else ""
    messages = f" [message {', '.join(found.ids)}]" if found.ids else ""
    return f"[{found.source}]{when}{messages}\n{found.text}"


def split_saved_text(scope: Scope, source: str, content: str) -> Iterator[Chunk]:
    """Split into chunks of some 400 tokens; the same text saved again replaces itself."""
    for part in split_text(content, MEMORY):
        identity = "\0".join((scope.label, source, part.text))
        name = hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()[:16]
        yield Chunk(f"saved:{name}", source, part.text, metadata={"source": source})
