"""Where something was said or asked is found by its words and its meaning, and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from indexer.embedding.backfill import open_backfill
from indexer.embedding.vector_search import open_semantic_search
from indexer.scopes import Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import INDEXED, TURNS
from memory.conversations.search import ConversationSearch, parse_asked
from tests.indexer.fake_embedder import FakeEmbedder
from tests.memory.conftest import World
from tests.memory.conversations.telling import ANNS, NOW, said, tell

SEEN = Visibility.only(ANNS)
ANSWER = "I see."


@asynccontextmanager
async def by_meaning(world: World) -> AsyncIterator[ConversationSearch]:
    async with (
        open_backfill(world.database, FakeEmbedder(), INDEXED) as backfill,
        open_semantic_search(world.database.reader, FakeEmbedder(), corpora=(TURNS,)) as meaning,
    ):
        await backfill.catch_up()
        await meaning.wait_until_loaded()
        yield ConversationSearch(
            Store(world.database, RankingSettings(), meaning=meaning), world.database
        )


async def find(search: ConversationSearch, words: str, limit: int = 10) -> list[str]:
    hits = await search.find_mentions(SEEN, parse_asked(words, NOW), limit=limit)
    return [hit.turn.text for hit in hits]


async def test_a_question_is_found_by_its_words_before_all_that_is_only_near(world: World) -> None:
    await tell(world, said("Where do quokkas sleep?", 0))
    assert await find(world.conversations, "quokkas") == ["Where do quokkas sleep?"]


async def test_what_means_the_same_is_found_and_what_is_merely_nearest_is_not(world: World) -> None:
    await tell(world, said("The kitten sleeps.", 3), said("Is the landlord at home?", 2))
    async with by_meaning(world) as search:
        cat, lease = await find(search, "cat"), await find(search, "the lease")
        assert (cat[0], lease[0]) == ("The kitten sleeps.", "Is the landlord at home?")
        assert not {*cat} & {*lease} - {ANSWER}
        assert await find(search, "zyzzyva quux") == []


async def test_a_question_with_the_word_stands_before_what_means_the_same(world: World) -> None:
    await tell(
        world, said("Where is the cat?", 3), *(said(f"The kitten has {n} toys.", n) for n in (1, 2))
    )
    async with by_meaning(world) as search:
        found = await find(search, "cat")
    assert found[0] == "Where is the cat?"
    assert {*found} - {ANSWER} == {
        "Where is the cat?",
        "The kitten has 1 toys.",
        "The kitten has 2 toys.",
    }


async def test_meaning_finds_nothing_of_another_chat(world: World) -> None:
    await tell(world, said("My secret kitten is Quetzal.", 3), chat="telegram:2")
    async with by_meaning(world) as search:
        assert await find(search, "cat") == []
