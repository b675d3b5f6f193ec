"""The memory brief: the facts that go into a prompt, the most useful first, within a budget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from indexer.scopes import Visibility
from indexer.text.llm_tokens import count_llm_tokens
from memory.fact import DAY, Fact
from memory.facts.reader import LONG_TERM, SHORT_TERM, FactReader

HEAD = "[Memory Brief]"
LONG_HEAD = f"Long-term (top {LONG_TERM}):"  # not translated: a part of the prompt
SHORT_HEAD = f"Short-term (top {SHORT_TERM}):"  # not translated: a part of the prompt
RELEVANT = 12  # facts related to the question that precede those that are merely important
LONGEST_LINE = 300  # characters


@dataclass(frozen=True, slots=True)
class Brief:
    """Facts as the model reads them; `text` is empty where nothing is known or nothing fits."""

    text: str = ""
    fact_ids: tuple[str, ...] = ()  # of the facts considered, whether or not there was room


async def build_brief(
    reader: FactReader, visibility: Visibility, question: str, *, now: datetime, budget: int
) -> Brief:
    """Write facts related to `question`, then the most important; at most `budget` tokens."""
    lasting, passing = await _select_facts(reader, visibility, question, now)
    text = render_brief(lasting, passing, now=now, budget=budget)
    return Brief(text, tuple(fact.id for fact in (*lasting, *passing)))


async def _select_facts(
    reader: FactReader, visibility: Visibility, question: str, now: datetime
) -> tuple[list[Fact], list[Fact]]:
    """Return the long-term and the short-term facts of a brief."""
    hits = await reader.search(visibility, question, now=now, limit=RELEVANT)
    related = [hit.fact for hit in hits]
    lasting = await reader.list_top(visibility, "long_term", now)
    passing = await reader.list_top(visibility, "short_term", now)
    return (
        _pick_facts(related, lasting, "long_term", LONG_TERM),
        _pick_facts(related, passing, "short_term", SHORT_TERM),
    )


def _pick_facts(
    related: Sequence[Fact], best: Sequence[Fact], retention: str, most: int
) -> list[Fact]:
    fitting = [fact for fact in related if fact.value.retention == retention]
    return list({fact.id: fact for fact in (*fitting, *best)}.values())[:most]


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
    if value.retention == "long_term" or value.expires_at is None:
        return f"- {text} [{value.type}, importance:{value.importance}]"
    return (
        f"- {text} [{value.type}, expires: {format_time_left(value.expires_at - now.timestamp())}]"
    )


def format_time_left(seconds: float) -> str:
    """Return `2h` or `3d`, rounded down, but at least `1m`."""
    for length, unit in ((DAY, "d"), (3600, "h")):
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return f"{max(1, int(seconds // 60))}m"
