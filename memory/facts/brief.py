"""The memory brief: the facts that go into a prompt, the most useful first, within a budget.

As many as fit, each with the day it was said, and when it holds. What bears on the question comes
first and what is over comes last.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from indexer.scopes import Visibility
from indexer.text.llm_tokens import count_llm_tokens
from memory.fact import DAY, Fact, Retention
from memory.facts.reader import FactReader

HEAD = "[Memory Brief]"
LONG_HEAD = "Long-term:"
SHORT_HEAD = "Short-term:"
SHORTEST_LINE = 12  # tokens: so many more facts than fit need not be loaded
MOST = 300  # facts of either kind
RELEVANT = 40  # facts related to the question that precede those that are merely important
LONGEST_LINE = 300  # characters


class Brief(Struct, frozen=True):
    """Facts as the model reads them; `text` is empty where nothing is known or nothing fits."""

    text: str = ""
    fact_ids: tuple[str, ...] = ()  # of the facts considered, whether or not there was room


async def build_brief(
    reader: FactReader, visibility: Visibility, question: str, *, now: datetime, budget: int
) -> Brief:
    """Write facts related to `question`, then the most important; at most `budget` tokens."""
    if not await reader.has_facts(visibility):
        return Brief()
    most = min(MOST, 1 + budget // SHORTEST_LINE)
    lasting, passing = await _select_facts(reader, visibility, question, now, most)
    text = render_brief(lasting, passing, now=now, budget=budget)
    return Brief(text, tuple(fact.id for fact in (*lasting, *passing)))


async def _select_facts(
    reader: FactReader, visibility: Visibility, question: str, now: datetime, most: int
) -> tuple[list[Fact], list[Fact]]:
    """Return the long-term and the short-term facts of a brief."""
    hits = await reader.search(visibility, question, now=now, limit=RELEVANT)
    related = [hit.fact for hit in hits]

    async def pick(retention: Retention) -> list[Fact]:
        best = await reader.list_top(visibility, retention, now, most)
        best.sort(key=lambda fact: fact.value.validity.is_over(now))
        fitting = [fact for fact in related if fact.value.retention == retention]
        return list({fact.id: fact for fact in (*fitting, *best)}.values())[:most]

    return await pick("long_term"), await pick("short_term")


def render_brief(
    lasting: Sequence[Fact], passing: Sequence[Fact], *, now: datetime, budget: int
) -> str:
    """Return the brief as the model reads it; empty if there are no facts or none fits."""
    lines = [HEAD]
    room = budget - count_llm_tokens(HEAD)
    for head, facts in ((LONG_HEAD, lasting), (SHORT_HEAD, passing)):
        fitting = list(
            _take_fitting([render_line(fact, now) for fact in facts], room - count_llm_tokens(head))
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


def render_line(fact: Fact, now: datetime) -> str:
    value = fact.value
    text = value.text if len(value.text) <= LONGEST_LINE else value.text[:LONGEST_LINE] + "…"
    times = "".join(f", {each}" for each in list_times(fact, now))
    if value.retention == "long_term" or value.expires_at is None:
        return f"- {text} [{value.type}, importance:{value.importance}{times}]"
    left = format_time_left(value.expires_at - now.timestamp())
    return f"- {text} [{value.type}, expires: {left}{times}]"


def list_times(fact: Fact, now: datetime) -> Iterator[str]:
    """Yield when it was said and when it holds, for a model; dates in the time zone of `now`."""
    said = datetime.fromtimestamp(fact.said_at, now.tzinfo or UTC)
    yield f"said {said:%Y-%m-%d}" + (" in these words" if fact.is_quote else "")
    validity = fact.value.validity
    if validity.occurs:
        yield f"on {validity.occurs}"
    if validity.since:
        yield f"from {validity.since}"
    if validity.until:
        ended = " (over)" if validity.is_over(now) else ""
        yield f"until {validity.until[:10]}{ended}"


def format_time_left(seconds: float) -> str:
    """Return `2h` or `3d`, rounded down, but at least `1m`."""
    for length, unit in ((DAY, "d"), (3600, "h")):
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return f"{max(1, int(seconds // 60))}m"
