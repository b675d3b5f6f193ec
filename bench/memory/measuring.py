"""Everything that is measured of one half of the labelled sets, offline."""

from pathlib import Path

from msgspec import Struct

from bench.memory.changes import SETS, EndState, Mode, run_set
from bench.memory.dates import ResolvedSentence, load_dated_sentences, resolve_all
from bench.memory.facts import count_returned_facts, count_stored_plants
from bench.memory.found_again import (
    RecallResult,
    ask_for_facts,
    ask_for_turns,
    load_recall_questions,
)
from bench.memory.notes import JudgedNote, judge_notes, load_notes
from bench.memory.prompts import count_repeated_facts


class MemoryFigures(Struct, frozen=True):
    notes: list[JudgedNote]
    dates: list[ResolvedSentence]
    changes: dict[str, dict[Mode, list[EndState]]]  # by set of chains
    recall: list[RecallResult]
    repeated: tuple[int, int]  # facts of one prompt, and how often they stand there again
    planted: int  # texts of others stored, of 150
    returned: int  # forgotten facts that came back, of 10


async def measure_half(half: str, folder: Path) -> MemoryFigures:
    questions = load_recall_questions(half)
    return MemoryFigures(
        notes=judge_notes(load_notes(half)),
        dates=resolve_all(load_dated_sentences(half)),
        changes={name: await run_set(folder, half, name) for name in SETS},
        recall=[
            *await ask_for_facts(folder, questions),
            *await ask_for_turns(folder, questions),
        ],
        repeated=await count_repeated_facts(folder / "prompt"),
        planted=await count_stored_plants(folder / "planted"),
        returned=await count_returned_facts(folder / "back"),
    )
