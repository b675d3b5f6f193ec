"""The answers of a scripted model to the prompt of a capture, which asks for decisions.

A good model adds what is new and names the fact that its note changes. A bad one names a fact
whenever it is shown one, also for an addition, and words its note falsely.
"""

import json
from collections.abc import Mapping, Sequence

from msgspec import Struct

from tests.memory.model import own_lines


class ScriptedNote(Struct, frozen=True):
    """The note of a message; `replaces` are texts of the fact that it changes or, alone, ends."""

    note: str
    topic: str = ""
    replaces: Sequence[str] = ()
    ends: bool = False


def decide(request: str, notes: Mapping[str, ScriptedNote]) -> str:
    """Answer a capture's request with a decision for each message that has a note."""
    known = _list_known_facts(request)
    lines = ((number, text, notes[text]) for number, text in own_lines(request) if text in notes)
    return "\n".join(json.dumps(_decide(*line, known)) for line in lines)


def _list_known_facts(request: str) -> list[dict[str, str]]:
    facts: list[dict[str, str]] = json.loads(request.partition("\n")[0]).get("known_facts", [])
    return facts


def _decide(
    number: int, text: str, scripted: ScriptedNote, known: Sequence[dict[str, str]]
) -> dict[str, object]:
    decision: dict[str, object] = {"do": "add", "note": scripted.note, "own": [number]}
    decision |= {"quote": text, "type": "fact", "topic": scripted.topic}
    meant = next((each["id"] for each in known if _holds(each["fact"], scripted.replaces)), "")
    if not meant:
        return decision
    return decision | {"do": "end" if scripted.ends else "update", "fact": meant}


def _holds(fact: str, texts: Sequence[str]) -> bool:
    return any(text.casefold() in fact.casefold() for text in texts)
