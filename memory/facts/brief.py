"""The brief: what of all items goes into a prompt, the most useful first, within a budget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from indexer.scopes import Visibility
from indexer.text.llm_tokens import count_llm_tokens
from memory.fact import DAY, Fact
from memory.facts.reader import LONG_TERM, SHORT_TERM, FactReader

HEAD = "[Memory Brief]"
LONG_HEAD = f"Long-term (top {LONG_TERM}):"
SHORT_HEAD = f"Short-term (top {SHORT_TERM}):"
RELEVANT = 12  # items that a question may bring up before those that are merely important
LONGEST_LINE = 300  # characters


@dataclass(frozen=True, slots=True)
class Brief:
    """Items as the model reads them; both empty where nothing is known or nothing fits."""

    text: str = ""
    fact_ids: tuple[str, ...] = ()  # ids of what was considered, whether or not there was room


async def build_brief(
    items: FactReader, visibility: Visibility, question: str, *, now: datetime, budget: int
) -> Brief:
    """What is known that bears on `question`, then what matters most; at most `budget` tokens."""
    lasting, passing = await _select_facts(items, visibility, question, now)
    text = render_brief(lasting, passing, now=now, budget=budget)
    return Brief(text, tuple(item.id for item in (*lasting, *passing)))


async def _select_facts(
    items: FactReader, visibility: Visibility, question: str, now: datetime
) -> tuple[list[Fact], list[Fact]]:
    """The long-term and the short-term items of a brief, as far as there is room."""
    hits = await items.search(visibility, question, now=now, limit=RELEVANT)
    related = [hit.fact for hit in hits]
    lasting = await items.list_top(visibility, "long_term", now)
    passing = await items.list_top(visibility, "short_term", now)
    return (
        _pick_facts(related, lasting, "long_term", LONG_TERM),
        _pick_facts(related, passing, "short_term", SHORT_TERM),
    )


def _pick_facts(
    related: Sequence[Fact], best: Sequence[Fact], retention: str, most: int
) -> list[Fact]:
    fitting = [item for item in related if item.value.retention == retention]
    return list({item.id: item for item in (*fitting, *best)}.values())[:most]


def render_brief(
    lasting: Sequence[Fact], passing: Sequence[Fact], *, now: datetime, budget: int
) -> str:
    """The brief as the model reads it; empty where nothing is known or nothing fits."""
    lines = [HEAD]
    room = budget - count_llm_tokens(HEAD)
    for head, items in ((LONG_HEAD, lasting), (SHORT_HEAD, passing)):
        fitting = list(
            _take_fitting([render_line(item, now) for item in items], room - count_llm_tokens(head))
        )
        if fitting:
            lines += [head, *fitting]
            room -= sum(count_llm_tokens(line) + 1 for line in (head, *fitting))
    return "\n".join(lines) if len(lines) > 1 else ""


def _take_fitting(lines: Sequence[str], room: int) -> Iterator[str]:
    for line in lines:
        room -= count_llm_tokens(line) + 1
        if room < 0:
            return
        yield line


def render_line(item: Fact, now: datetime) -> str:
    says = item.value
    text = says.text if len(says.text) <= LONGEST_LINE else says.text[:LONGEST_LINE] + "…"
    if says.retention == "long_term" or says.expires_at is None:
        return f"- {text} [{says.type}, importance:{says.importance}]"
    return f"- {text} [{says.type}, expires: {format_time_left(says.expires_at - now.timestamp())}]"


def format_time_left(seconds: float) -> str:
    """`2h`, `3d`: how long there is still, rounded down, but never nothing."""
    for length, unit in ((DAY, "d"), (3600, "h")):
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return f"{max(1, int(seconds // 60))}m"
