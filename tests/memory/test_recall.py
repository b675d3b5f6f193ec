"""One ranking out of three: by places, as the specification says, and no worse for long talks."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.retrieval.collections import Collection, load_collection
from bench.retrieval.measures import recall
from indexer.documents import Chunk, Hit
from indexer.ingest.sources import SyncSource
from indexer.ingest.sync import Sync, SyncReport
from indexer.scopes import ADMIN, KB, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import open_database
from indexer.store.rows import TranscriptTurn, TurnHit
from indexer.store.schema import INDEX
from memory.fact import Fact, FactValue
from memory.facts.reader import FactHit, FactReader
from memory.recall import Recall, merge_rankings
from memory.schema import MEMORY

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def passage(text: str) -> Hit:
    return Hit(Chunk(text, "a.md", text), "/a.md", "a.md", KB, "md", 0.5)


def fact(text: str) -> FactHit:
    return FactHit(Fact("i1", ADMIN, FactValue(text), 0, 0), 0.4)


def turn(text: str, number: str = "1") -> TurnHit:
    return TurnHit(TranscriptTurn(number, "Ann", text), "talk", "/talk", ADMIN, 0.3, {})


@pytest.mark.spec("S3-27")
def test_the_first_of_one_list_scores_one_sixty_first() -> None:
    (found,) = merge_rankings([passage("a")], [], [])
    assert found.score == pytest.approx(1 / 61)
    assert found.relevance == 0.5


@pytest.mark.spec("S3-4", "S3-26", "S3-27")
def test_the_first_of_two_lists_scores_twice_that() -> None:
    found = merge_rankings([passage("b"), passage("a")], [fact("a"), fact("c")], [])
    assert [each.text for each in found] == ["a", "b", "c"]
    assert found[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert merge_rankings([passage("a")], [fact("a")], [])[0].score == pytest.approx(2 / 61)


def test_the_same_words_in_two_messages_are_two_turns() -> None:
    assert len(merge_rankings([], [], [turn("yes", "1"), turn("yes", "2")])) == 2


def test_scores_of_different_stores_are_not_compared() -> None:
    strong = [passage(f"p{n}") for n in range(3)]
    found = merge_rankings(strong, [fact("weak")], [])
    assert [each.text for each in found][:2] == ["p0", "weak"]


@pytest.mark.spec("S0-10", "S0-24", "S3-24")
@pytest.mark.parametrize("name", ["locomo-26", "locomo-30"])
async def test_synced_conversations_are_found_again(tmp_path: Path, data: Path, name: str) -> None:
    collection = load_collection(data / "retrieval" / name)
    transcript(tmp_path / f"{name}.jsonl", collection)
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY) as database:
        sync = Sync(database, lambda: NOW)
        source = SyncSource(f"{tmp_path}/*.jsonl", "transcript")
        assert await sync.run([source]) == SyncReport(indexed=1)
        assert await sync.run([source]) == SyncReport(unchanged=1)
        search = Recall(Store(database, RankingSettings()), FactReader(database)).search
        scores = []
        for question in collection.questions:
            found = await search(Visibility.only(ADMIN), question.text, limit=10, now=NOW)
            ids = [each.ids[0] for each in found]
            scores.append(recall(ids, set(question.relevant), 10))
            assert await search(Visibility.only(KB), question.text, limit=10, now=NOW) == []
    assert sum(scores) / len(scores) >= 0.7


def transcript(path: Path, collection: Collection) -> None:
    lines = (
        {
            "id": entry.id,
            "speaker": entry.speaker,
            "text": entry.text,
            "timestamp": entry.date,
            "session": entry.session,
        }
        for entry in collection.entries
    )
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
