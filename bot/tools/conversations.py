"""The model's tool that searches what was said, by words and by dates."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import partial

from msgspec import Struct

from bot.llm import Tool
from bot.messages import UserError
from bot.rendering.fences import fence_within, keep_beginning
from bot.tools.arguments import TEXT, Arguments, build_parameters, describe, parse_query, parse_text
from bot.tools.numbered_passages import NumberedPassages
from indexer.scopes import Visibility
from indexer.store.rows import TranscriptTurn, TurnHit
from indexer.text.dates.period import Period
from memory.conversations.recorder import ASSISTANT, is_forwarded
from memory.conversations.search import AskedTurns, ConversationSearch, Span, build_span, find_time

RESULTS = 20
BUDGET = 3000  # tokens of one result
LONGEST = 1000  # characters of a turn
FIRST = date(1970, 1, 1)

SEARCH = partial(
    Tool,
    "search_conversations",
    "Search what was said in earlier conversations, by words, by the days on which it was said, or"
    " by both. Give it no number: it is no passage.",
    build_parameters(
        [],
        words=describe(TEXT, "words that were said; without them, all that was said at that time"),
        **{
            "from": describe(TEXT, "the first day, such as 2026-11-20"),
            "to": describe(TEXT, "the last day; the same day for a single one"),
        },
    ),
)


class ConversationReach(Struct, frozen=True):
    """The reach of the tool in one turn, fixed before the model is asked."""

    conversations: ConversationSearch
    visibility: Visibility
    found: NumberedPassages
    now: datetime
    nonce: str


def build_conversation_tool(reach: ConversationReach) -> Tool:
    """Build the search of the conversations that may be seen, whatever the model asks."""

    async def run(arguments: Arguments) -> str:
        words = parse_query(arguments, "words", "")
        span = _parse_span(arguments, reach.now.astimezone())
        if not words and span is None:
            raise UserError("Give words, or the days from and to, such as 2026-11-20.")
        hits = await reach.conversations.search(
            reach.visibility, AskedTurns(words, span), limit=RESULTS
        )
        ordered = sorted(hits, key=lambda each: each.turn.said_at) if not words else hits
        # What people said stands for itself; what the model said before proves nothing.
        reach.found.note("\n".join(each.turn.text for each in ordered if _is_persons(each)))
        return _format_result(ordered, reach.nonce)

    return SEARCH(run)


def _parse_span(arguments: Arguments, now: datetime) -> Span | None:
    first, last = _parse_day(arguments, "from"), _parse_day(arguments, "to")
    if first is None and last is None:
        return None
    first, last = first or FIRST, last or now.date()
    return build_span(Period(min(first, last), max(first, last)), now)


def _parse_day(arguments: Arguments, name: str) -> date | None:
    text = parse_text(arguments, name, "")
    if not text:
        return None
    try:
        found = date.fromisoformat(text[:10])
    except ValueError:
        raise UserError(f"Give {name} as a date, such as 2026-11-20.") from None
    return min(max(found, FIRST), date(9998, 1, 1))


def _is_persons(hit: TurnHit) -> bool:
    return hit.turn.speaker != ASSISTANT and not is_forwarded(hit.turn)


def _format_result(hits: Sequence[TurnHit], nonce: str) -> str:
    text = "\n".join(map(_format_turn, hits))
    listed = fence_within("conversation", text, nonce, BUDGET, keep_beginning)
    return listed or "Nothing that was said fits."


def _format_turn(hit: TurnHit) -> str:
    text = " ".join(hit.turn.text.split())
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return f"({_format_time(hit.turn)}) {hit.turn.speaker.lower()}: {shown}"


def _format_time(turn: TranscriptTurn) -> str:
    said_at = find_time(turn)
    return f"{said_at.astimezone():%Y-%m-%d %H:%M}" if said_at else turn.said_at
