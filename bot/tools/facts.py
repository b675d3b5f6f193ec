"""The model's tools for facts: remember, look up, delete and restore; the notes follow."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from msgspec import Struct

from bot.llm import Tool
from bot.messages import UserError, _
from bot.rendering.fences import fence_within, keep_beginning
from bot.tools.arguments import (
    COUNT,
    NUMBER,
    TEXT,
    TEXTS,
    Arguments,
    build_enum,
    build_parameters,
    describe,
    parse_choice,
    parse_count,
    parse_number,
    parse_query,
    parse_text,
    parse_texts,
)
from bot.tools.context import QUOTE, REQUEST, ToolContext
from bot.tools.lasting_words import LastingWords
from memory.capture.user_quotes import QuotedText
from memory.chat.memory import ChatMemory
from memory.fact import (
    TYPES,
    Fact,
    FactType,
    FactValue,
    Retention,
    parse_importance,
)
from memory.facts.brief import list_times
from memory.facts.ledger import UpsertResult
from memory.facts.reader import FactFilter, FactReader
from memory.facts.service import FactService

RESULTS = 10
MOST = 50
BUDGET = 3000  # tokens of one result
LONGEST_DAYS = 3650
LISTED = 10_000  # facts that one batch delete considers

RETENTIONS: tuple[Retention, ...] = ("long_term", "short_term")
KINDS: tuple[FactType, ...] = tuple(TYPES)
SCOPE = describe(build_enum(*RETENTIONS), "long_term stays, short_term expires")
TYPE = describe(build_enum(*KINDS), "; ".join(f"{name}: {what}" for name, what in TYPES.items()))
TAGS = describe(TEXTS, "words to group facts by")
MANY = f"how many, {RESULTS} if not given"  # not translated: for the model
ACTIONS = ("delete", "batch_delete", "restore")

UPSERT = partial(
    Tool,
    "memory_upsert",
    "Remember one fact about the user's life or work that they"  # not translated: for the model
    " have just told. The same"
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
        expires_in_days=describe(NUMBER, "when a short_term fact is over; 0.5 is twelve hours"),
    ),
)
QUERY = partial(
    Tool,
    "memory_query",
    "Look up single facts that were remembered, with their ids.",  # not translated: for the model
    build_parameters(
        ["query"],
        query=describe(TEXT, "what to look for"),
        scope=SCOPE,
        type=TYPE,
        tags=TAGS,
        top_k=describe(COUNT, MANY),
    ),
)
FORGET = partial(
    Tool,
    "memory_forget",
    "Forget single facts when the user asks for it: by id, or all"  # not translated: for the model
    " of a scope, type or tag."
    " They can be brought back for 30 days.",
    build_parameters(
        ["action", "quote"],
        action=build_enum(*ACTIONS),
        id=describe(TEXT, "of the fact, as memory_query tells it"),
        quote=REQUEST,
        scope=SCOPE,
        type=TYPE,
        tags=TAGS,
    ),
)


def build_fact_tools(
    reader: FactReader, service: FactService, memory: ChatMemory, context: ToolContext
) -> tuple[Tool, ...]:
    """Build the tools of one turn; `memory` is that of the chat and scope in `context`."""
    run = _FactActions(reader, service, memory, context)
    return UPSERT(run.upsert), QUERY(run.query), FORGET(run.forget)


class _FactActions(Struct, frozen=True):
    """The actions of the tools; lives as long as the turn."""

    reader: FactReader
    service: FactService
    memory: ChatMemory
    context: ToolContext

    async def upsert(self, arguments: Arguments) -> str:
        context, words = self.context, LastingWords(self.service, self.memory, self.context)
        quoted = await words.ground(
            parse_text(arguments, "content"), parse_text(arguments, "quote", "")
        )
        provenance = words.build_provenance(quoted)
        value = _parse_value(arguments, quoted, context)
        outcome = await self.service.upsert(self.memory, value, provenance, context.now)
        if outcome.kind != "restated":
            context.effects.add(_format_effect(outcome))
        return f"OK: {outcome.kind}, id {outcome.fact.id}"

    async def query(self, arguments: Arguments) -> str:
        context, query = self.context, parse_query(arguments, "query")
        limit = parse_count(arguments, "top_k", RESULTS, MOST)
        found = await self.reader.search(
            context.visibility, query, now=context.now, limit=limit, where=_parse_filter(arguments)
        )
        context.effects.given += [hit.fact.value.text for hit in found]
        lines = "\n".join(_format_line(hit.fact, context.now.astimezone()) for hit in found)
        return (
            fence_within("memory", lines, context.nonce, BUDGET, keep_beginning)
            or "No fact has these words."  # not translated: read by the model
        )

    async def forget(self, arguments: Arguments) -> str:
        quote, action = (
            parse_text(arguments, "quote", ""),
            parse_choice(arguments, "action", ACTIONS, "delete"),
        )
        if action == "restore":
            return await self._restore(arguments, quote)
        self.context.witness.check_forget_request(quote)
        by_filter = action == "batch_delete"
        wanted = await self._matching(arguments) if by_filter else [parse_text(arguments, "id")]
        gone = await self.service.delete(
            self.memory, wanted, self.context.now, self.context.only_of
        )
        for fact in gone:
            sentence = _("Forgotten: “{text}” (/undo)", text=fact.value.text)
            self.context.effects.add(sentence, _("Forgot a fact"))
        return _report("forgotten", gone)

    async def _restore(self, arguments: Arguments, quote: str) -> str:
        wanted = [parse_text(arguments, "id")]
        await self._check_restorable(wanted, quote)
        back = await self.service.restore(
            self.memory, wanted, self.context.now, self.context.only_of
        )
        for fact in back:
            sentence = _("Restored: “{text}” (/undo)", text=fact.value.text)
            self.context.effects.add(sentence, _("Restored a fact"))
        return _report("restored", back)

    async def _check_restorable(self, wanted: Sequence[str], quote: str) -> None:
        """Raise a `UserError` for a fact that the person does not name.

        What this answer has deleted itself may come back by any words of theirs.
        """
        context = self.context
        context.witness.check_quote(quote)
        deleted = await self.reader.list_deleted(context.visibility, context.now, limit=-1)
        for fact in deleted:
            if fact.id in wanted and fact.deleted_at != int(context.now.timestamp()):
                context.witness.check_named(fact.value.text, quote)

    async def _matching(self, arguments: Arguments) -> list[str]:
        where, context = _parse_filter(arguments), self.context
        if where == FactFilter():
            raise UserError(
                "Specify a scope, type or tags; a tool may not"  # not translated: for the model
                " select everything."
            )  # not translated: read by the model
        listed = await self.reader.list_facts(context.visibility, now=context.now, limit=LISTED)
        own = (each for each in listed if each.scope == context.scope)
        return [each.id for each in own if _is_match(each.value, where)]


def _format_effect(outcome: UpsertResult) -> str:
    text = outcome.fact.value.text
    if outcome.was:
        return _("Noted: “{text}” (was: “{was}”)", text=text, was=outcome.was)
    return _("Noted: “{text}”", text=text)


def _parse_value(arguments: Arguments, quoted: QuotedText, context: ToolContext) -> FactValue:
    def ground(label: str) -> str:
        return context.witness.ground_label(label, quoted.quote)

    ends = _parse_end(arguments, context.now)
    return FactValue(
        content=quoted.text,
        title=ground(parse_text(arguments, "title", "")),
        type=parse_choice(arguments, "type", KINDS, "note"),
        retention=parse_choice(
            arguments, "scope", RETENTIONS, "short_term" if ends else "long_term"
        ),
        importance=parse_importance(parse_number(arguments, "importance", 5)),
        tags=tuple(filter(None, map(ground, parse_texts(arguments, "tags")))),
        key=ground(parse_text(arguments, "dedup_key", "")),
        expires_at=ends,
    )


def _parse_end(arguments: Arguments, now: datetime) -> int | None:
    """Return when the fact is over, in epoch seconds; None where no time is given."""
    if "expires_in_days" not in arguments:
        return None
    days = parse_number(arguments, "expires_in_days")
    if not 0 < days <= LONGEST_DAYS:
        raise UserError(f"Give expires_in_days as a number from 0 to {LONGEST_DAYS}, above 0.")
    if arguments.get("scope") == "long_term":
        raise UserError(
            "A long_term fact stays: leave expires_in_days out,"  # not translated: for the model
            " or give scope as short_term."
        )
    return int((now + timedelta(days=days)).timestamp())


def _parse_filter(arguments: Arguments) -> FactFilter:
    return FactFilter(
        parse_choice(arguments, "type", KINDS, "note") if "type" in arguments else None,
        parse_choice(arguments, "scope", RETENTIONS, "long_term") if "scope" in arguments else None,
        parse_texts(arguments, "tags"),
    )


def _format_line(fact: Fact, now: datetime) -> str:
    value = fact.value
    tags = f", tags: {', '.join(value.tags)}" if value.tags else ""
    times = ", ".join(list_times(fact, now))
    return (
        f"- {value.text} [id {fact.id}, {value.type}, importance: {value.importance}{tags},"
        f" {times}]"
    )


def _is_match(value: FactValue, where: FactFilter) -> bool:
    return (
        where.type in (None, value.type)
        and where.retention in (None, value.retention)
        and set(where.tags) <= set(value.tags)
    )


def _report(done: str, facts: list[Fact]) -> str:
    """Return the result of a tool for the model."""
    if not facts:
        because = (
            "There is no such fact. memory_query lists the ids."  # not translated: for the model
        )
        raise UserError(because)
    return f"OK: {done}, {len(facts)} fact(s)"
