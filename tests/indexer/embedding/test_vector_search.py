import asyncio
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from indexer.embedding.embedder import EmbedderError
from indexer.embedding.vector_search import SemanticSearch, open_semantic_search
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.query import SearchFilter
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store import signs
from indexer.store.corpus import PASSAGES
from indexer.store.engine.session import Session
from tests.indexer.embedding.meaning import embed, open_semantic_index
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index, conversation
from tests.indexer.fake_embedder import FakeEmbedder, vector_of

ALICE = Scope.of_chat("console:alice")


@pytest.mark.spec("S2-33", "S3-1", "S3-21")
async def test_what_means_the_same_is_found_without_a_word_in_common(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    await index.add("a.txt", "The kitten sleeps.", "The boiler broke.", "A voyage.")
    await index.said(*conversation("Ann: our kitten", session="1"))
    await index.said(*conversation("Bob: my boiler", session="2"), file="b.jsonl")
    await embed(index, path)
    assert await index.found("purring") == []
    store, _ = meant
    assert (await store.found("purring"))[0] == "The kitten sleeps."
    assert (await store.recalled("purring"))[0] == "1.0"


async def test_nothing_of_a_foreign_scope_comes_out_however_near_it_is(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    for scope in (KB, ADMIN, ALICE):
        await index.add(f"{scope.label}.txt", f"kitten of {scope.label}", scope=scope)
        said = conversation(f"Ann: kitten of {scope.label}", session=scope.label)
        await index.said(*said, scope=scope, file=f"{scope.label}.jsonl")
    await embed(index, path)
    store, _ = meant
    for seen in ({KB}, {KB, ALICE}, {ADMIN}, set[Scope]()):
        visibility = Visibility.only(*seen)
        hits = await store.search("purring", visibility, 50)
        turns = await store.store.search_transcripts(visibility, "purring", limit=50)
        assert {hit.scope for hit in hits} == {turn.scope for turn in turns} == seen


async def test_foreign_rows_take_no_place_among_the_nearest(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    await index.add("a.txt", *(f"purring kitten cat {n}" for n in range(400)), scope=ADMIN)
    await index.add("b.txt", "a kitten on a voyage")
    await embed(index, path)
    store, _ = meant
    assert await store.found("purring", PUBLIC) == ["a kitten on a voyage"]


@pytest.mark.spec("S3-23", "S3-40")
async def test_a_model_that_fails_leaves_the_words(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch], model: FakeEmbedder
) -> None:
    await index.add("a.txt", "The kitten.", "The purring engine.")
    await embed(index, path)
    store, _ = meant
    model.failure = EmbedderError("Ollama cannot be reached.", retryable=True)
    assert await store.search("purring") == await index.search("purring")
    model.failure = None
    assert len(await store.found("purring")) == 2


async def test_a_slow_model_holds_up_one_question_and_only_for_its_patience(
    index: Index, path: Path, model: FakeEmbedder
) -> None:
    await index.add("a.txt", "The kitten.", "The purring engine.")
    await embed(index, path)
    model.hold = asyncio.Event()
    async with open_semantic_index(index, path, model, patience=0.01) as (store, _):
        assert await store.found("purring") == ["The purring engine."]
        assert await store.found("cat purring") == ["The purring engine."]
        assert model.urgent == ["purring"]
        model.hold.set()
        await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()}, timeout=0.1)
        assert len(await store.found("purring")) == 2


async def test_a_question_the_model_does_not_understand_is_not_put_to_it(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch], model: FakeEmbedder
) -> None:
    await index.add("a.txt", "Der Kessel für Öl.", "The boiler.")
    await embed(index, path)
    store, _ = meant
    assert await store.search("Öl") == await index.search("Öl")
    assert model.urgent == []


async def test_what_has_no_vector_yet_is_found_by_its_words(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    await index.add("a.txt", "The kitten.", "The boiler.")
    await embed(index, path)
    await index.add("b.txt", "The engine.", "Die Katze für alle, purring.")
    store, _ = meant
    assert "The engine." in await store.found("engine kitten")
    assert "Die Katze für alle, purring." in await store.found("purring")


@pytest.mark.spec("S3-26")
async def test_the_nearest_come_with_the_exact_cosines_of_the_rows_asked_about(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    await index.add("a.txt", "boiler", "cat", "purring cat kitten", "cat dog", title="T")
    await embed(index, path)
    _, semantic = meant
    near = await semantic.embed_question(PASSAGES, "purring kitten")
    assert near is not None
    found = await index.database.reader.run(
        lambda db: semantic.load_cosines(db, near, SearchFilter(EVERYTHING), [1], 2)
    )
    meaning = np.frombuffer(vector_of("purring kitten"), "<f4")
    for row, text in ((1, "T. boiler"), (3, "T. purring cat kitten")):
        exact = float(np.frombuffer(vector_of(text), "<f4") @ meaning)
        assert found[row] == pytest.approx(exact)
    assert len(found) == 3
    assert min(found, key=found.__getitem__) == 1


async def test_reciprocal_ranks_where_the_settings_ask_for_them(
    index: Index, path: Path, model: FakeEmbedder
) -> None:
    await index.add("a.txt", "The purring kitten.", "The purring engine.", "The cat.")
    await embed(index, path)
    async with open_semantic_index(index, path, model, RankingSettings(fusion="rrf")) as (store, _):
        hits = await store.search("purring")
        assert hits[0].chunk.text == "The purring kitten."
        assert hits[0].score == pytest.approx(1.0)
        assert len(hits) == 3


async def test_a_hit_tells_what_its_score_is_made_of(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    await index.add("a.txt", "The purring kitten.", "The cat.")
    await embed(index, path)
    store, _ = meant
    first, second = await store.search("purring")
    assert first.ranker == second.ranker == "hybrid:fake:1"
    (by_words,) = await index.search("purring")
    assert (first.bm25, second.bm25) == (by_words.bm25, 0)
    assert by_words.score == by_words.bm25 / (1 + by_words.bm25)
    assert (by_words.ranker, by_words.cosine) == ("lexical", None)
    for each in (first, second):
        assert each.cosine is not None
        assert -1 <= each.cosine <= 1
        assert sum(each.explain.values()) == pytest.approx(each.score)
    await store.store.record_access(EVERYTHING, [second], "purring", NOW)
    assert (await store.search("purring"))[1].explain["use"] > 0


async def test_closing_while_it_loads_or_waits_leaves_nothing_running(
    index: Index, path: Path, model: FakeEmbedder
) -> None:
    await index.add("a.txt", "The kitten.")
    await embed(index, path)
    before = asyncio.all_tasks()
    model.hold = asyncio.Event()
    async with open_semantic_search(index.database.reader, model, 0.01) as semantic:
        store = Store(index.database, RankingSettings(), meaning=semantic)
        await store.search(EVERYTHING, "purring", now=NOW)
    assert asyncio.all_tasks() == before


async def test_a_search_is_one_trip_to_the_reader(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch], monkeypatch: pytest.MonkeyPatch
) -> None:
    await index.add("a.txt", "The kitten.", "The purring engine.")
    await embed(index, path)
    store, _ = meant
    run, trips = index.database.reader.run, list[object]()

    async def count(work: Callable[[Session], object]) -> object:
        trips.append(work)
        return await run(work)

    monkeypatch.setattr(index.database.reader, "run", count)
    assert len(await store.found("purring")) == 2
    assert len(trips) == 1


async def test_the_first_search_finds_by_meaning_what_is_stored_as_signs(
    index: Index, path: Path, model: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that answers once does not wait until the vectors are loaded."""
    monkeypatch.setattr(signs, "BLOCK", 2)
    monkeypatch.setattr(SemanticSearch, "start", lambda _: None)
    await index.add("a.txt", "The kitten.", "The boiler.", "A voyage.")
    await embed(index, path)
    async with open_semantic_index(index, path, model) as (fresh, _):
        assert (await fresh.found("purring"))[0] == "The kitten."
        assert (await fresh.found("trip"))[0] == "A voyage."


async def test_a_question_is_compared_with_texts_in_their_order(
    meant: tuple[Index, SemanticSearch], model: FakeEmbedder
) -> None:
    _, semantic = meant
    texts = ["The boiler is warm.", "The kitten sleeps.", "The boiler is warm."]
    warm, kitten, again = await semantic.compare("Which cat was purring?", texts)
    assert kitten > 0.5 > warm
    assert again == pytest.approx(warm)
    assert model.urgent == ["Which cat was purring?", *texts]


async def test_nothing_is_compared_in_a_language_the_model_does_not_know(
    meant: tuple[Index, SemanticSearch], model: FakeEmbedder
) -> None:
    _, semantic = meant
    assert await semantic.compare("Schläft die Katze im Körbchen?", ["The kitten sleeps."]) == []
    assert model.urgent == []


async def test_a_model_that_fails_compares_nothing(
    meant: tuple[Index, SemanticSearch], model: FakeEmbedder
) -> None:
    _, semantic = meant
    model.failure = EmbedderError("The local model stopped.", retryable=True)
    assert await semantic.compare("Which cat was purring?", ["The kitten sleeps."]) == []


async def test_a_model_that_is_late_is_not_waited_for(index: Index, model: FakeEmbedder) -> None:
    model.hold = asyncio.Event()
    async with open_semantic_search(index.database.reader, model, comparing=0.01) as semantic:
        assert await semantic.compare("Which cat was purring?", ["The kitten sleeps."]) == []
        model.hold.set()
        assert await semantic.compare("Which cat was purring?", ["The kitten sleeps."]) != []
