"""The tools for single facts: remember, look up, forget for now; the notes follow."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from bot.llm import Tool
from bot.messages import UserError
from bot.rendering.fences import fence_within, keep_beginning
from bot.tools.arguments import (
    NUMBER,
    TEXT,
    TEXTS,
    Arguments,
    build_enum,
    build_parameters,
    describe,
    parse_choice,
    parse_number,
    parse_text,
    parse_texts,
)
from bot.tools.context import QUOTE, ToolContext
from memory.chat.memory import ChatMemory
from memory.fact import TYPES, Fact, FactType, FactValue, Provenance, Retention
from memory.facts.reader import FactFilter, FactReader
from memory.facts.service import FactService

RESULTS = 10
MOST = 50
BUDGET = 3000  # tokens of one result
LISTED = 10_000  # items that one batch looks at

RETENTIONS: tuple[Retention, ...] = ("long_term", "short_term")
KINDS: tuple[FactType, ...] = tuple(TYPES)
SCOPE = describe(build_enum(*RETENTIONS), "long_term stays, short_term expires")
TYPE = describe(build_enum(*KINDS), "; ".join(f"{name}: {what}" for name, what in TYPES.items()))
TAGS = describe(TEXTS, "words to group facts by")
ACTIONS = ("delete", "batch_delete", "restore")

UPSERT = partial(
    Tool,
    "memory_upsert",
    "Remember one fact about the user's life or work that they have just told. The same"
    " dedup_key replaces what was known.",
    build_parameters(
        ["content", "quote"],
        title=describe(TEXT, "a few words"),
        content=describe(TEXT, "the fact, in the user's own words"),
        quote=QUOTE,
        type=TYPE,
        scope=SCOPE,
        importance=describe(NUMBER, "1 to 10, 5 if not given"),
        tags=TAGS,
        dedup_key=describe(TEXT, "the topic, such as user.city"),
        expires_in_days=describe(NUMBER, "for short_term: when it is over"),
    ),
)
QUERY = partial(
    Tool,
    "memory_query",
    "Look up single facts that were remembered, with their ids.",
    build_parameters(
        ["query"],
        query=describe(TEXT, "what to look for"),
        scope=SCOPE,
        type=TYPE,
        tags=TAGS,
        top_k=describe(NUMBER, f"how many, {RESULTS} if not given"),
    ),
)
FORGET = partial(
    Tool,
    "memory_forget",
    "Forget single facts when the user asks for it: by id, or all of a scope, type or tag."
    " They can be brought back for 30 days.",
    build_parameters(
        ["action", "quote"],
        action=build_enum(*ACTIONS),
        id=describe(TEXT, "of the fact, as memory_query tells it"),
        quote=QUOTE,
        scope=SCOPE,
        type=TYPE,
        tags=TAGS,
    ),
)


def build_fact_tools(
    items: FactReader, facts: FactService, memory: ChatMemory, reach: ToolContext
) -> tuple[Tool, ...]:
    """`memory` is that of the chat and the scope which `reach` names."""
    run = _FactActions(items, facts, memory, reach)
    return UPSERT(run.upsert), QUERY(run.query), FORGET(run.forget)


@dataclass(frozen=True, slots=True)
class _FactActions:
    """What each tool does; lives as long as the turn."""

    items: FactReader
    facts: FactService
    memory: ChatMemory
    reach: ToolContext

    async def upsert(self, arguments: Arguments) -> str:
        reach = self.reach
        borne = reach.witness.ground(
            parse_text(arguments, "content"), parse_text(arguments, "quote", "")
        )
        ground = Provenance("tool", reach.chat, borne.turn, borne.said, borne.author)
        statement = _parse_value(arguments, borne.text, reach)
        outcome = await self.facts.upsert(self.memory, statement, ground, reach.now)
        if outcome.kind != "restated":
            was = f" (was: “{outcome.was}”)" if outcome.was else ""
            reach.effects.add(f"Noted: “{outcome.fact.value.text}”{was}")
        return f"OK: {outcome.kind}, id {outcome.fact.id}"

    async def query(self, arguments: Arguments) -> str:
        reach, query = self.reach, parse_text(arguments, "query")
        limit = parse_number(arguments, "top_k", RESULTS, MOST)
        found = await self.items.search(
            reach.visibility, query, now=reach.now, limit=limit, where=_parse_filter(arguments)
        )
        lines = "\n".join(_format_line(hit.fact) for hit in found)
        return (
            fence_within("memory", lines, reach.nonce, BUDGET, keep_beginning)
            or "No item has these words."
        )

    async def forget(self, arguments: Arguments) -> str:
        quote, action = (
            parse_text(arguments, "quote", ""),
            parse_choice(arguments, "action", ACTIONS, "delete"),
        )
        if action == "restore":
            return await self._restore(arguments, quote)
        self.reach.witness.check_forget_request(quote)
        by_filter = action == "batch_delete"
        wanted = await self._matching(arguments) if by_filter else [parse_text(arguments, "id")]
        gone = await self.facts.delete(self.memory, wanted, self.reach.now)
        return _report(self.reach, "Forgotten", gone)

    async def _restore(self, arguments: Arguments, quote: str) -> str:
        self.reach.witness.check_quote(quote)
        wanted = [parse_text(arguments, "id")]
        back = await self.facts.restore(self.memory, wanted, self.reach.now)
        return _report(self.reach, "Back again", back)

    async def _matching(self, arguments: Arguments) -> list[str]:
        where, reach = _parse_filter(arguments), self.reach
        if where == FactFilter():
            raise UserError("Name a scope, a type or tags: everything at once is not for a tool.")
        listed = await self.items.list_facts(reach.visibility, now=reach.now, limit=LISTED)
        own = (each for each in listed if each.scope == reach.scope)
        return [each.id for each in own if _is_match(each.value, where)]


def _parse_value(arguments: Arguments, content: str, reach: ToolContext) -> FactValue:
    days = (
        parse_number(arguments, "expires_in_days", 1, 3650)
        if "expires_in_days" in arguments
        else None
    )
    expires = int((reach.now + timedelta(days=days)).timestamp()) if days else None
    return FactValue(
        content=content,
        title=parse_text(arguments, "title", ""),
        type=parse_choice(arguments, "type", KINDS, "note"),
        retention=parse_choice(arguments, "scope", RETENTIONS, "long_term"),
        importance=parse_number(arguments, "importance", 5, 10),
        tags=parse_texts(arguments, "tags"),
        key=parse_text(arguments, "dedup_key", ""),
        expires_at=expires,
    )


def _parse_filter(arguments: Arguments) -> FactFilter:
    return FactFilter(
        parse_choice(arguments, "type", KINDS, "note") if "type" in arguments else None,
        parse_choice(arguments, "scope", RETENTIONS, "long_term") if "scope" in arguments else None,
        parse_texts(arguments, "tags"),
    )


def _format_line(item: Fact) -> str:
    says = item.value
    tags = f", tags: {', '.join(says.tags)}" if says.tags else ""
    return f"- {says.text} [id {item.id}, {says.type}, importance: {says.importance}{tags}]"


def _is_match(says: FactValue, where: FactFilter) -> bool:
    return (
        where.type in (None, says.type)
        and where.retention in (None, says.retention)
        and set(where.tags) <= set(says.tags)
    )


def _report(reach: ToolContext, what: str, items: list[Fact]) -> str:
    if not items:
        raise UserError("There is no such fact. memory_query tells the ids.")
    for item in items:
        reach.effects.add(f"{what}: “{item.value.text}” (/undo)", f"{what} a fact")
    return f"OK: {what.lower()}, {len(items)} item(s)"
