"""Measures how well multis knows when it has no answer: `python -m bench.answerable [--write]`.

Of each collection only half of the documents is indexed, and, as a newcomer has few documents, a
second time only its first `FEW` topics. Questions about what is indexed should be answered; those
about the rest, and questions of another collection, should not. A threshold is chosen on every
second question, so that both errors are equal, and measured on the others.

With `--model DIR` the ranker is that model's hybrid one, and only questions in a language that the
model supports count: the others are searched, and judged, by words.
"""

import argparse
import asyncio
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from bench.retrieval.collections import Collection, Entry, Question, load_collection
from bench.retrieval.systems import NOW, PATIENCE, open_indexed
from bot.answering.by_meaning.confidence import compute_confidence
from indexer.documents import LEXICAL
from indexer.embedding.embedder import Embedder
from indexer.embedding.minilm.client import open_local_embedder
from indexer.scopes import KB, Visibility
from indexer.search.ranking import RankingSettings

# So many neighbouring texts are about one topic, which is left out as a whole.
TOPICS = {"xquad-en": 5, "xquad-de": 5, "xquad-zh": 5, "cmrc2018-dev": 3}
FOREIGN = {"xquad-en": "cranfield", "cranfield": "xquad-en"}
MOST = 250  # questions of each kind per collection
FEW = 3  # topics of a small collection
THRESHOLDS = Path(__file__).parent.parent / "bot" / "answering" / "thresholds.json"


class JudgedQuestion(Struct, frozen=True):
    collection: str
    answered: bool  # whether the indexed documents contain the answer
    confidence: float


class Errors(Struct, frozen=True):
    """Error rates at a threshold."""

    refused: float  # of those with an answer
    accepted: float  # of those without


def main() -> None:
    options = _parse_options()
    ranker, judged = asyncio.run(_ask_all(options.data, options.model))
    least = find_balanced_threshold(judged[::2])
    rest = judged[1::2]
    print(f"threshold {least:.3f} for the ranker {ranker!r}, from {len(judged[::2])} questions")
    for name in sorted({each.collection for each in rest}):
        _print(name, [each for each in rest if each.collection == name], least)
    _print("all", rest, least)
    if options.write:
        _write(ranker, least, compute_errors(rest, least))


async def _ask_all(data: Path, folder: Path | None) -> tuple[str, list[JudgedQuestion]]:
    """Return the ranker and the judged questions of all collections."""
    splits = [split for name in (*TOPICS, "cranfield") for split in _split_in_parts(data, name)]
    if folder is None:
        return LEXICAL, [each for split in splits for each in await _ask(split, LEXICAL, None)]
    async with open_local_embedder(folder, PATIENCE) as model:
        ranker = f"hybrid:{model.name}"
        return ranker, [each for split in splits for each in await _ask(split, ranker, model)]


def find_balanced_threshold(judged: Sequence[JudgedQuestion]) -> float:
    """Find the threshold at which the larger of the two errors is smallest."""

    def compute_worse(least: float) -> float:
        found = compute_errors(judged, least)
        return max(found.refused, found.accepted)

    return min(sorted({each.confidence for each in judged}), key=compute_worse)


def compute_errors(judged: Sequence[JudgedQuestion], least: float) -> Errors:
    held = [each.confidence for each in judged if each.answered]
    none = [each.confidence for each in judged if not each.answered]
    return Errors(
        sum(value < least for value in held) / max(1, len(held)),
        sum(value >= least for value in none) / max(1, len(none)),
    )


class Split(Struct, frozen=True):
    """A collection of which a part is indexed, with the questions that this part answers or not."""

    indexed: Collection
    answered: Sequence[Question]
    unanswered: Sequence[Question]


def _split_in_parts(folder: Path, name: str) -> Iterator[Split]:
    whole = load_collection(folder / name)
    together = TOPICS.get(name, len(whole.entries))
    topics = [number // together for number in range(len(whole.entries))]
    half = [entry for entry, topic in zip(whole.entries, topics, strict=True) if topic % 2 == 0]
    yield _split_collection(folder, whole, half)
    if name in TOPICS:
        few = [entry for entry, topic in zip(whole.entries, topics, strict=True) if topic < FEW]
        small = replace(whole, name=f"{name}, {len(few)}")
        yield _split_collection(folder, small, few)


def _split_collection(folder: Path, whole: Collection, kept: Sequence[Entry]) -> Split:
    name = whole.name.partition(",")[0]
    ids = {entry.id for entry in kept}
    inside = [each for each in whole.questions if each.relevant <= ids]
    outside = [each for each in whole.questions if not each.relevant & ids]
    others = _sample(outside, MOST)
    if name in FOREIGN:
        others += _sample(
            load_collection(folder / FOREIGN[name]).questions, MOST - len(others) or 100
        )
    return Split(replace(whole, entries=list(kept)), _sample(inside, MOST), others)


def _sample(questions: Sequence[Question], most: int) -> list[Question]:
    """Sample `most` of the questions, evenly from beginning to end."""
    step = max(1, len(questions) // most)
    return list(questions[::step][:most])


async def _ask(split: Split, ranker: str, model: Embedder | None) -> list[JudgedQuestion]:
    judged = []
    async with open_indexed(split.indexed, RankingSettings(), model) as store:
        for question, answered in _label_questions(split):
            hits = await store.search(Visibility.only(KB), question.text, limit=5, now=NOW)
            if ranker == (hits[0].ranker if hits else LEXICAL):
                worth = compute_confidence(question.text, hits, ranker)
                judged.append(JudgedQuestion(split.indexed.name, answered, worth))
    return judged


def _label_questions(split: Split) -> Iterator[tuple[Question, bool]]:
    yield from ((question, True) for question in split.answered)
    yield from ((question, False) for question in split.unanswered)


def _print(name: str, judged: Sequence[JudgedQuestion], least: float) -> None:
    found = compute_errors(judged, least)
    held = sum(each.answered for each in judged)
    print(
        f"{name:<14} {held:>4} answered, wrongly refused {found.refused:6.1%}"
        f"   {len(judged) - held:>4} unanswered, wrongly accepted {found.accepted:6.1%}"
    )


def _write(ranker: str, least: float, found: Errors) -> None:
    measured = json.loads(THRESHOLDS.read_text(encoding="utf-8"))
    measured[ranker] = {
        **measured.get(ranker, {}),
        "least": round(least, 3),
        "refused": round(found.refused, 3),
        "accepted": round(found.accepted, 3),
    }
    THRESHOLDS.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    default = Path(os.environ.get("MULTIS_DATA", ".")) / "retrieval"
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--model", type=Path, help="folder of the model whose ranker is measured")
    parser.add_argument("--write", action="store_true", help=f"write {THRESHOLDS.name}")
    return parser.parse_args()


if __name__ == "__main__":
    main()
