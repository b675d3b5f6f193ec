"""That the search is as good as it was: real collections, real questions, the whole path.

`bench.retrieval` measures it; here are floors a little below, so that a change which makes it
worse is noticed at once.
"""

from pathlib import Path

import pytest

from bench.retrieval.collections import Collection, load_collection
from bench.retrieval.measures import Measures, measure
from indexer.documents import Chunk
from indexer.scopes import KB
from indexer.search import stored_index
from indexer.store.corpus import PASSAGES
from indexer.store.rows import TranscriptTurn
from indexer.store.segments.keeper import SegmentKeeper
from tests.indexer.factories import NOW, PUBLIC, Index, document

DEPTH = 10


async def index_collection(index: Index, collection: Collection) -> None:
    chunks = [Chunk(entry.id, entry.title, entry.text) for entry in collection.entries]
    await index.writer.put_document(KB, document("all"), chunks, NOW)


async def rank(index: Index, question: str) -> list[str]:
    hits = await index.store.search(PUBLIC, question, limit=DEPTH, now=NOW)
    return [hit.chunk.chunk_id for hit in hits]


async def measure_quality(index: Index, collection: Collection, questions: int) -> Measures:
    asked = collection.questions[:questions]
    rankings = [await rank(index, each.text) for each in asked]
    return measure(rankings, [each.relevant for each in asked])


async def test_abstracts_are_found_by_segments_as_well_as_by_fts5(
    index: Index, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cranfield = load_collection(data / "retrieval" / "cranfield")
    await index_collection(index, cranfield)
    with monkeypatch.context() as patch:
        patch.setattr(stored_index, "LONGEST_TAIL", -1)
        by_fts5 = [await rank(index, question.text) for question in cranfield.questions]
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    assert [await rank(index, question.text) for question in cranfield.questions] == by_fts5
    found = await measure_quality(index, cranfield, 225)
    assert found.ndcg10 >= 0.385
    assert found.recall10 >= 0.40


async def test_chinese_paragraphs_are_found(index: Index, data: Path) -> None:
    collection = load_collection(data / "retrieval" / "xquad-zh")
    await index_collection(index, collection)
    assert (await measure_quality(index, collection, 150)).recall10 >= 0.98


async def test_german_paragraphs_are_found(index: Index, data: Path) -> None:
    collection = load_collection(data / "retrieval" / "xquad-de")
    await index_collection(index, collection)
    assert (await measure_quality(index, collection, 150)).recall10 >= 0.965


async def test_turns_of_a_long_conversation_are_found(index: Index, data: Path) -> None:
    collection = load_collection(data / "retrieval" / "locomo-26")
    await index.said(
        *(
            TranscriptTurn(each.id, each.speaker, each.text, each.date, each.session, each.position)
            for each in collection.entries
        )
    )
    rankings = []
    for question in collection.questions:
        hits = await index.store.search_transcripts(PUBLIC, question.text, limit=DEPTH)
        rankings.append([hit.turn.message_id for hit in hits])
    found = measure(rankings, [question.relevant for question in collection.questions])
    assert found.recall10 >= 0.78
    assert found.ndcg10 >= 0.575
