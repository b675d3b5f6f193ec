"""Words and meaning together, with a model whose sense of things the test decides."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from indexer.scopes import ADMIN, KB
from indexer.search.query import SearchFilter
from indexer.search.ranking import RankingSettings
from indexer.search.retriever import QueryVector
from indexer.search.store import Store
from indexer.store.corpus import Corpus
from indexer.store.engine.session import Session
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index, conversation


class Sense(Struct):
    """Rows by number, as near as the test says; it knows nothing of scopes, on purpose."""

    cosines_of: Mapping[int, float]
    model: str = "sense"
    asked: list[list[int]] = field(default_factory=list)

    async def embed_question(self, corpus: Corpus, question: str) -> QueryVector | None:
        return QueryVector(corpus, b"")

    def load_cosines(
        self,
        db: Session,
        query_vector: QueryVector,
        within: SearchFilter,
        rows: Sequence[int],
        count: int,
    ) -> Mapping[int, float]:
        self.asked.append(list(rows))
        return self.cosines_of


def with_sense(index: Index, sense: Sense, settings: RankingSettings | None = None) -> Index:
    store = Store(index.database, settings or RankingSettings(), meaning=sense)
    return replace(index, store=store)


async def fill(index: Index) -> None:
    """Rows 1 to 3; only the first two have the word."""
    await index.add("1.txt", "boiler and some other things")
    await index.add("2.txt", "boiler boiler boiler")
    await index.add("3.txt", "a heating system")


async def test_a_passage_without_the_words_is_found_by_its_meaning(index: Index) -> None:
    await fill(index)
    both = with_sense(index, Sense({3: 0.9, 1: 0.3, 2: 0.3}))
    assert "a heating system" in await both.found("boiler")
    assert "a heating system" not in await index.found("boiler")


async def test_a_question_without_a_known_word_is_answered_by_meaning(index: Index) -> None:
    await fill(index)
    both = with_sense(index, Sense({3: 0.9}))
    assert await both.found("radiator") == ["a heating system"]


async def test_the_shown_score_is_the_fused_one(index: Index) -> None:
    await fill(index)
    both = with_sense(index, Sense({1: 0.4, 2: 0.8, 3: 0.2}))
    first, *others = await both.search("boiler")
    assert first.chunk.text == "boiler boiler boiler"
    assert first.score == pytest.approx(1.0)
    assert first.explain["meaning"] == pytest.approx(0.45)
    for hit in others:
        assert hit.score == pytest.approx(sum(hit.explain.values()))
        assert 0 < hit.score < 1


async def test_rows_that_have_no_vector_yet_are_ranked_by_words_alone(index: Index) -> None:
    await fill(index)
    both = with_sense(index, Sense({1: 0.5}))
    hits = {hit.chunk.text: hit for hit in await both.search("boiler")}
    assert hits["boiler boiler boiler"].score == pytest.approx(1.0)
    assert "meaning" in hits["boiler and some other things"].explain


async def test_a_model_that_does_not_serve_leaves_the_order_of_words(index: Index) -> None:
    await fill(index)
    sense = Sense({})
    assert await with_sense(index, sense).search("boiler") == await index.search("boiler")
    assert sense.asked == [[2, 1]]


async def test_what_means_the_same_but_belongs_to_another_is_not_shown(index: Index) -> None:
    await fill(index)
    await index.add("secret.txt", "the canary of the owner", scope=ADMIN)
    both = with_sense(index, Sense({4: 1.0, 3: 0.2}))
    assert "the canary of the owner" in await both.found("boiler", EVERYTHING)
    assert "canary" not in repr(await both.search("boiler", PUBLIC))


async def test_reciprocal_ranks_are_there_for_who_wants_the_specifications_fusion(
    index: Index,
) -> None:
    await fill(index)
    both = with_sense(index, Sense({3: 0.9, 1: 0.3}), RankingSettings(fusion="rrf"))
    hits = {hit.chunk.text: hit.explain for hit in await both.search("boiler")}
    one = 61 / 2
    assert hits["boiler and some other things"] == {
        "words": pytest.approx(one / 62),
        "meaning": pytest.approx(one / 62),
    }
    assert hits["boiler boiler boiler"] == {"words": pytest.approx(0.5), "meaning": 0.0}
    assert hits["a heating system"] == {"words": 0.0, "meaning": pytest.approx(0.5)}


async def test_turns_are_found_by_meaning_too(index: Index) -> None:
    await index.said(*conversation("Ann: the boiler", "Bob: so warm", session="1"), scope=KB)
    both = with_sense(index, Sense({2: 0.9}))
    hits = await both.store.search_transcripts(PUBLIC, "boiler")
    assert {hit.turn.text for hit in hits} == {"the boiler", "so warm"}
    assert any(hit.explain.get("meaning") for hit in hits)


@pytest.mark.spec("S4-46", "S4-47")
async def test_the_specifications_mode_ranks_by_words_whatever_the_embedder(index: Index) -> None:
    await fill(index)
    settings = RankingSettings(mode="specification")
    sense = Sense({1: 0.1, 2: 0.9, 3: 0.95})
    by_both = await with_sense(index, sense, settings).search("boiler")
    alone = Store(index.database, settings)
    assert by_both == await alone.search(EVERYTHING, "boiler", now=NOW)
    assert not sense.asked
