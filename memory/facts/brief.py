"""The brief: what of all items goes into a prompt, the most useful first, within a budget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from indexer.scopes import Visibility
from indexer.text.llm_tokens import tokens
from memory.fact import DAY, Item
from memory.facts.reader import LONG_TERM, SHORT_TERM, Items

HEAD = "[Memory Brief]"
LONG_HEAD = f"Long-term (top {LONG_TERM}):"
SHORT_HEAD = f"Short-term (top {SHORT_TERM}):"
RELEVANT = 12  # items that a question may bring up before those that are merely important
LONGEST_LINE = 300  # characters


@dataclass(frozen=True, slots=True)
class Brief:
    """Items as the model reads them; both empty where nothing is known or nothing fits."""

    text: str = ""
    items: tuple[str, ...] = ()  # ids of what was considered, whether or not there was room


async def brief(
    items: Items, visibility: Visibility, question: str, *, now: datetime, budget: int
) -> Brief:
    """What is known that bears on `question`, then what matters most; at most `budget` tokens."""
    lasting, passing = await _considered(items, visibility, question, now)
    text = text_of(lasting, passing, now=now, budget=budget)
    return Brief(text, tuple(item.id for item in (*lasting, *passing)))


async def _considered(
    items: Items, visibility: Visibility, question: str, now: datetime
) -> tuple[list[Item], list[Item]]:
    """The long-term and the short-term items of a brief, as far as there is room."""
    hits = await items.search(visibility, question, now=now, limit=RELEVANT)
    related = [hit.item for hit in hits]
    lasting = await items.brief(visibility, "long_term", now)
    passing = await items.brief(visibility, "short_term", now)
    return (
        _chosen(related, lasting, "long_term", LONG_TERM),
        _chosen(related, passing, "short_term", SHORT_TERM),
    )


def _chosen(related: Sequence[Item], best: Sequence[Item], retention: str, most: int) -> list[Item]:
    fitting = [item for item in related if item.statement.retention == retention]
    return list({item.id: item for item in (*fitting, *best)}.values())[:most]


def text_of(lasting: Sequence[Item], passing: Sequence[Item], *, now: datetime, budget: int) -> str:
    """The brief as the model reads it; empty where nothing is known or nothing fits."""
    lines = [HEAD]
    room = budget - tokens(HEAD)
    for head, items in ((LONG_HEAD, lasting), (SHORT_HEAD, passing)):
        fitting = list(_fitting([line_of(item, now) for item in items], room - tokens(head)))
        if fitting:
            lines += [head, *fitting]
            room -= sum(tokens(line) + 1 for line in (head, *fitting))
    return "\n".join(lines) if len(lines) > 1 else ""


def _fitting(lines: Sequence[str], room: int) -> Iterator[str]:
    for line in lines:
        room -= tokens(line) + 1
        if room < 0:
            return
        yield line


def line_of(item: Item, now: datetime) -> str:
    says = item.statement
    text = says.text if len(says.text) <= LONGEST_LINE else says.text[:LONGEST_LINE] + "…"
    if says.retention == "long_term" or says.expires_at is None:
        return f"- {text} [{says.type}, importance:{says.importance}]"
    return f"- {text} [{says.type}, expires: {until(says.expires_at - now.timestamp())}]"


def until(seconds: float) -> str:
    """`2h`, `3d`: how long there is still, rounded down, but never nothing."""
    for length, unit in ((DAY, "d"), (3600, "h")):
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return f"{max(1, int(seconds // 60))}m"
