"""The decisions of the model that captures, as lines of JSON: add, update, end or nothing. Pure.

A line names the fact that it is about by its id, and may only name facts that the model was shown.
Lines of an earlier form, `- note [3] {fact: topic}`, are read by `memory.capture.extraction`.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, get_args

from msgspec import Struct

from memory.fact import Fact
from memory.messages import replace_surrogates
from memory.text.grounding import UserSentence
from memory.text.words import fold_words

Deed = Literal["add", "update", "end"]
DEEDS: tuple[Deed, ...] = get_args(Deed)
LONGEST_LINE = 4000  # characters
IMPORTANCE = 5


class Decision(Struct, frozen=True):
    """One line of the model's answer. Nothing in it is checked yet."""

    deed: Deed
    note: str
    numbers: frozenset[int]  # of the person's lines that it rests on
    quote: str = ""
    fact: str = ""  # the id of the fact that is updated or ended
    type: str = ""
    topic: str = ""
    importance: int = IMPORTANCE
    passes: bool = False  # a task or an appointment, of no use after its date


def parse_decisions(answer: str) -> list[Decision] | None:
    """Parse the lines of an answer; None if none of them is a decision, nor says nothing."""
    found = [line for line in map(_parse_object, answer.splitlines()) if line is not None]
    if not found:
        return None
    return [each for line in found if (each := _parse_decision(line))]


def _parse_object(line: str) -> dict[object, object] | None:
    text = line.strip().rstrip(",").strip()
    if not text.startswith("{") or len(text) > LONGEST_LINE:
        return None
    try:
        item: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return item if isinstance(item, dict) and "do" in item else None


def _parse_decision(line: dict[object, object]) -> Decision | None:
    deed = next((each for each in DEEDS if each == line.get("do")), None)
    if deed is None:
        return None
    importance = line.get("importance")
    return Decision(
        deed,
        _read_text(line, "note"),
        frozenset(_read_numbers(line.get("own"))),
        _read_text(line, "quote"),
        _read_text(line, "fact"),
        _read_text(line, "type"),
        _read_text(line, "topic"),
        min(10, max(1, importance)) if isinstance(importance, int) else IMPORTANCE,
        line.get("passes") is True,
    )


def _read_text(line: dict[object, object], name: str) -> str:
    """Read a text; half an emoji, which no file can hold, and a NUL become "?"."""
    value = line.get(name)
    text = " ".join(value.split()) if isinstance(value, str) else ""
    return replace_surrogates(text).replace("\0", "?")


def _read_numbers(value: object) -> Iterator[int]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, int) and not isinstance(each, bool):
            yield each


def select_cited(decision: Decision, own: Sequence[UserSentence]) -> list[UserSentence]:
    """Return the person's sentences that a decision rests on; none if its quote is not theirs."""
    cited = [each for each in own if each.number in decision.numbers]
    if not decision.quote:
        return cited
    wanted = fold_words(decision.quote)
    return [each for each in cited if _holds(each.text, wanted)] if wanted else []


def _holds(text: str, wanted: str) -> bool:
    said = fold_words(text)
    return f" {wanted} " in f" {said} " or f" {said} " in f" {wanted} "


def encode_near(facts: Sequence[Fact]) -> list[dict[str, object]]:
    """Encode facts for the model, each with its id, its topic, when it was said and holds."""
    return [_encode_fact(each) for each in facts]


def _encode_fact(fact: Fact) -> dict[str, object]:
    fields: dict[str, object] = {"id": fact.id, "fact": fact.value.text, "topic": fact.value.key}
    fields["said"] = _format_day(fact.said_at)
    holds = fact.value.validity
    times = {"since": holds.since, "until": holds.until, "on": holds.occurs}
    return fields | {name: day for name, day in times.items() if day}


def _format_day(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d}"
