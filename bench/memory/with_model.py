"""The configured model takes the notes: which state do its notes lead to, and how many are kept?"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.memory.changes import Chain, load_chains, run_chains_with_model
from bench.memory.notes import SAID_AT, LabelledNote, load_notes
from bot.llm import ModelMessage, Prompt
from memory.capture.capture import Summarize
from memory.capture.extraction import SYSTEM, UnreadableAnswerError, build_request, extract_notes
from memory.messages import Message

BUDGET = 12_000  # tokens


def build_note_prompts(labels: Sequence[LabelledNote]) -> list[Prompt]:
    """Build one capture for each thing that was said."""
    said = dict.fromkeys(label.said for label in labels)
    return [Prompt(SYSTEM, (ModelMessage("user", build_material(text)),)) for text in said]


def build_change_prompts(chains: Sequence[Chain]) -> list[Prompt]:
    """Build captures as large as those of the chains."""
    texts = [step.text for chain in chains for step in chain.messages]
    return [Prompt(SYSTEM, (ModelMessage("user", build_material(text)),)) for text in texts]


def build_material(said: str) -> str:
    return build_request([Message("user", said, SAID_AT)], "", BUDGET)


async def count_notes(labels: Sequence[LabelledNote], summarize: Summarize) -> Counter[str]:
    """Count the notes of a model by what capture makes of them."""
    counted: Counter[str] = Counter()
    for text in dict.fromkeys(label.said for label in labels):
        answer = await summarize(SYSTEM, build_material(text))
        counted.update(_judge_answer(answer, text))
    return counted


def _judge_answer(answer: str, said: str) -> Counter[str]:
    try:
        extracted = extract_notes(answer, [Message("user", said, SAID_AT)], "")
    except UnreadableAnswerError:
        return Counter(unreadable=1)
    quoted = sum(note.text in said for note in extracted.notes)
    worded = len(extracted.notes) - quoted
    silent = not (extracted.notes or extracted.dropped)
    return Counter(worded=worded, quoted=quoted, dropped=extracted.dropped, nothing=silent)


async def measure_with_model(half: str, folder: Path, summarize: Summarize) -> list[str]:
    """Return lines for the report."""
    states = await run_chains_with_model(folder, load_chains(half), summarize)
    counted = await count_notes(load_notes(half), summarize)
    right = sum(each.right for each in states)
    lost = sum(each.lost for each in states)
    return [
        f"right state after a change: {right} of {len(states)}; ended by an addition: {lost}",
        "notes: " + ", ".join(f"{name} {count}" for name, count in counted.most_common()),
    ]
