"""Facts are embedded like passages and found by their meaning, by those who may see them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.embedding.backfill import open_backfill
from indexer.embedding.vector_search import open_semantic_search
from indexer.scopes import ADMIN, Scope, Visibility
from indexer.store.corpus import INDEXED
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.facts.schema import FACTS_CORPUS
from tests.indexer.fake_embedder import FakeEmbedder
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START

ANNS = Scope.of_chat(ANN)
CORPORA = (*INDEXED, FACTS_CORPUS)
KITTEN = "A kitten sleeps on the sofa"


@pytest.fixture
async def by_meaning(world: World, tmp_path: Path) -> AsyncIterator[FactReader]:
    ledger = FactLedger(world.database)
    await ledger.upsert(ANNS, FactValue(KITTEN), Provenance(), START)
    await ledger.upsert(ANNS, FactValue("The rent is 700 pounds"), Provenance(), START)
    await ledger.upsert(ADMIN, FactValue("A kitten of the owner"), Provenance(), START)
    async with (
        open_backfill(world.database, FakeEmbedder(), CORPORA) as backfill,
        open_semantic_search(world.database.reader, FakeEmbedder(), corpora=CORPORA) as meaning,
    ):
        await backfill.catch_up()
        await meaning.wait_until_loaded()
        yield FactReader(world.database, meaning=meaning)


async def find(reader: FactReader, visibility: Visibility, question: str) -> list[str]:
    hits = await reader.search(visibility, question, now=START)
    assert all(0 <= hit.score <= 1 for hit in hits)
    return [hit.fact.value.content for hit in hits]


async def test_a_fact_is_found_by_other_words(by_meaning: FactReader) -> None:
    anns = Visibility.only(ANNS)
    assert await find(by_meaning, anns, "cat") == [KITTEN]
    assert (await find(by_meaning, anns, "rent"))[0] == "The rent is 700 pounds"


async def test_meaning_shows_nobody_what_they_may_not_see(by_meaning: FactReader) -> None:
    assert await find(by_meaning, Visibility.only(ADMIN), "cat") == ["A kitten of the owner"]
    assert await find(by_meaning, Visibility(), "cat") == []
    assert await find(by_meaning, Visibility.only(Scope.of_chat("telegram:9")), "cat") == []


async def test_a_deleted_fact_is_not_found(world: World, by_meaning: FactReader) -> None:
    anns = Visibility.only(ANNS)
    (hit,) = await by_meaning.search(anns, "cat", now=START)
    await FactLedger(world.database).delete(ANNS, [hit.fact.id], START)
    assert KITTEN not in await find(by_meaning, anns, "cat")
