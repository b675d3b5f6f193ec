"""Both engines find the same, with the same scores, whatever is written and asked."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from indexer.documents import Hit
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES, TURNS
from indexer.store.database import Database, open_database
from indexer.store.schema import INDEX
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.writer import Writer
from tests.indexer.factories import NOW, Index, chances, conversation
from tests.postgresql.databases import Databases

SCOPES = (KB, ADMIN, Scope.of_chat("telegram:1"), Scope.of_chat("telegram:2"))
READERS = (
    Visibility.unrestricted(),
    Visibility.only(KB),
    Visibility.only(*SCOPES[:3]),
    Visibility.only(SCOPES[3]),
)
WORDS = "boiler rent lease cat warm Häuser Versicherung 茶园 茅台的股价 v2.0 the of 1,700".split()  # noqa: SIM905 - a word a line would be long
STEPS, ASKED = 60, 250


def build_index(database: Database) -> Index:
    return Index(database, Store(database, RankingSettings()), Writer(database))


def draw_text(chance: Random) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(3, 30)))


async def change(index: Index, chance: Random) -> None:
    """Do one of the things that people do; the same with the same chances."""
    scope, name = chance.choice(SCOPES), f"{chance.randint(0, 12)}"
    action = chance.random()
    if action < 0.6:
        texts = [draw_text(chance) for _ in range(chance.randint(1, 4))]
        await index.add(f"{scope.label}-{name}.txt", *texts, scope=scope)
    elif action < 0.8:
        said = conversation(*(f"Ann: {draw_text(chance)}" for _ in range(3)))
        await index.said(*said, scope=scope, file=f"{scope.label}-{name}.jsonl")
    elif action < 0.9:
        state = await index.writer.find_file(f"{scope.label}-{name}.txt")
        if state:
            await index.writer.remove(state.id)
    else:
        for corpus in (PASSAGES, TURNS):
            await SegmentKeeper(index.database, corpus).settle(1)


def tell(hits: list[Hit]) -> list[tuple[str, float]]:
    return [(hit.chunk.chunk_id, hit.score) for hit in hits]


@pytest.mark.parametrize("seed", range(2))
async def test_both_engines_find_the_same(databases: Databases, tmp_path: Path, seed: int) -> None:
    async with databases.open() as theirs, open_database(tmp_path / "m.db", INDEX) as ours:
        indexes = build_index(ours), build_index(theirs)
        for each in indexes:
            chance = chances(seed)
            for _ in range(STEPS):
                await change(each, chance)
        chance, found = chances(seed + 100), 0
        for _ in range(ASKED):
            question = " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))
            seen = chance.choice(READERS)
            hits = [await each.store.search(seen, question, now=NOW) for each in indexes]
            turns = [await each.store.search_transcripts(seen, question) for each in indexes]
            assert tell(hits[0]) == tell(hits[1]), question
            assert turns[0] == turns[1], question
            found += bool(hits[0]) + bool(turns[0])
        assert found > ASKED


async def test_segments_are_intact_and_are_made_again(databases: Databases) -> None:
    async with databases.open() as database:
        index = build_index(database)
        await index.add("a.txt", "The boiler is warm.", "The rent is 900.")
        keeper = SegmentKeeper(database, PASSAGES)
        await keeper.settle(1)
        assert await keeper.is_intact()
        await database.change(lambda db: db.execute("DELETE FROM postings WHERE term = 'boiler'"))
        assert not await keeper.is_intact()
        await keeper.rebuild()
        assert await keeper.is_intact()
        assert await index.found("boiler") == ["The boiler is warm."]


async def test_two_that_write_at_once_wait_for_each_other(databases: Databases) -> None:
    """What began earlier commits earlier: nobody sees a row below one that they have seen."""
    async with databases.open_twice() as (database, other):
        indexes = build_index(database), build_index(other)
        await asyncio.gather(
            *(
                each.add(f"{n}-{who}.txt", f"otter {n}")
                for n in range(20)
                for who, each in enumerate(indexes)
            )
        )
        for each in indexes:
            hits = await each.store.search(READERS[0], "otter", limit=100, now=NOW)
            documents = await each.store.list_documents(READERS[0])
            assert (len(hits), len(documents)) == (20, 40)
