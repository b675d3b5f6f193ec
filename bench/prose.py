"""Measures answers without a model over prose: `python -m bench.prose [--errors]`.

Collections of questions about articles, which others wrote, in three languages. Each question is
asked twice: where the text that answers it is there, and where that text alone is taken out, so
that its neighbours, which are about the same, are near misses. An answer without a word of doubt
from the right text is *sure*, from another one *wrong*; a text taken out may be repeated by
another, so not each of those is. `--errors` lists them.
"""

import argparse
import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from bench.retrieval.collections import Collection, Question, load_collection
from bench.retrieval.systems import NOW, open_indexed
from bot.answering.extracts.extract import find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.scopes import KB, Visibility
from indexer.search.context import EXTRACTED
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store

NAMES = ("xquad-en", "xquad-de", "xquad-zh")
PARTS = 5  # in which the texts are taken out, one after the other: as many as an article has


class Found(Struct, frozen=True):
    """The grade of an answer, and whether what it quotes first is from the right text."""

    question: str
    grade: Grade
    right: bool
    text: str


def main() -> None:
    options = _parse_options()
    for name in options.collections:
        collection = load_collection(options.data / name)
        there, out = asyncio.run(measure_collection(collection))
        print(format_counts(name, there, out))
        if options.errors:
            surely = [each for each in (*there, *out) if _is_sure(each) and not each.right]
            print("\n".join(f"  {each.question} | {each.text}" for each in surely))


async def measure_collection(collection: Collection) -> tuple[list[Found], list[Found]]:
    """Ask each question with the text that answers it there, and with it taken out."""
    there = [each async for each in _ask(collection, collection.questions)]
    out: list[Found] = []
    for part in range(PARTS):
        kept = [each for at, each in enumerate(collection.entries) if at % PARTS != part]
        ids = {each.id for each in kept}
        asked = [each for each in collection.questions if ids.isdisjoint(each.relevant)]
        out += [each async for each in _ask(replace(collection, entries=kept), asked)]
    return there, out


async def _ask(collection: Collection, questions: Sequence[Question]) -> AsyncIterator[Found]:
    async with open_indexed(collection, RankingSettings()) as store:
        for question in questions:
            yield await _find(store, question)


async def _find(store: Store, question: Question) -> Found:
    asked = parse_question(question.text)
    hits = await store.search(Visibility.only(KB), asked.searched, limit=EXTRACTED, now=NOW)
    found = find_answer(asked, hits)
    first = hits[found.numbers[0] - 1].chunk.chunk_id if found.numbers else ""
    return Found(question.text, found.grade, first in question.relevant, found.text)


def format_counts(name: str, there: Sequence[Found], out: Sequence[Found]) -> str:
    """Format one line for a collection: shares of its questions."""
    counts = Counter((each.grade, each.right) for each in there)
    sure, wrong = counts[Grade.ANSWERS, True], counts[Grade.ANSWERS, False]
    hedged = counts[Grade.MAYBE, True]
    taken_out = sum(map(_is_sure, out))
    return (
        f"{name}: of {len(there)} sure {sure / len(there):.3f}, hedged {hedged / len(there):.3f}, "
        f"wrong {wrong / len(there):.3f}; of {len(out)} taken out wrong {taken_out / len(out):.3f}"
    )


def _is_sure(found: Found) -> bool:
    return found.grade is Grade.ANSWERS


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collections", nargs="*", default=NAMES, help="as xquad-en")
    default = Path(os.environ.get("MULTIS_DATA", ".")) / "retrieval"
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--errors", action="store_true", help="list what was surely wrong")
    return parser.parse_args()


if __name__ == "__main__":
    main()
