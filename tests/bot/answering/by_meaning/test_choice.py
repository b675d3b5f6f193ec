"""Which answers a model of meaning looks at, and what it is given to look at."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.answering.by_meaning.choice import choose_by_meaning
from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.embedding.backfill import open_backfill
from indexer.embedding.embedder import EmbedderError
from indexer.embedding.vector_search import SemanticSearch
from indexer.scopes import ADMIN, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from tests.indexer.embedding.meaning import open_semantic_index
from tests.indexer.factories import EVERYTHING, PUBLIC, Index
from tests.indexer.fake_embedder import FakeEmbedder

MEASURED = "local:all-MiniLM-L6-v2"
QUESTION = "When do the members of the club feed the purring pet?"
HENS = "On Monday the members of the club feed the hens."
KITTEN = "On Friday the members of the club feed the kitten."
SECRET = "On Sunday the members of the secret club feed the kitten."
Opened = tuple[Index, SemanticSearch]


@pytest.fixture
def model() -> FakeEmbedder:
    return FakeEmbedder(name=MEASURED)


@pytest.fixture
async def opened(tmp_path: Path, model: FakeEmbedder) -> AsyncIterator[Opened]:
    path = tmp_path / "multis.db"
    async with open_database(path, INDEX) as database:
        index = Index(database, Store(database, RankingSettings()), Writer(database))
        async with open_semantic_index(index, path, model) as opened:
            yield opened


async def choose(opened: Opened, question: str, seen: Visibility = PUBLIC) -> tuple[Extracts, ...]:
    """Return what is found by words, and what is then chosen by meaning."""
    index, semantic = opened
    hits = await index.search(question, seen)
    asked = parse_question(question)
    found = find_answer(asked, hits)
    return found, await choose_by_meaning(semantic, asked, found, hits)


async def fill(opened: Opened, model: FakeEmbedder, *texts: str) -> None:
    index, _semantic = opened
    for number, text in enumerate(texts):
        await index.add(f"/{number}.md", text)
    await index.add("/secret.md", SECRET, scope=ADMIN)
    async with open_backfill(index.database, model) as embedding:
        await embedding.catch_up()


async def test_what_means_the_same_is_quoted_alone(opened: Opened, model: FakeEmbedder) -> None:
    await fill(opened, model, HENS, KITTEN)
    by_words, by_meaning = await choose(opened, QUESTION)
    assert HENS in by_words.text
    assert KITTEN in by_words.text
    assert by_meaning.text == f"- {KITTEN} [{by_meaning.numbers[0]}]"
    assert by_meaning.grade is by_words.grade is Grade.MAYBE


async def test_the_model_is_given_nothing_that_the_reader_may_not_see(
    opened: Opened, model: FakeEmbedder
) -> None:
    await fill(opened, model, HENS, KITTEN)
    await choose(opened, QUESTION)
    assert any("kitten" in text for text in model.urgent)
    assert not any("secret" in text for text in model.urgent)
    _found, owners = await choose(opened, QUESTION, EVERYTHING)
    assert any("secret" in text for text in model.urgent)
    assert "secret" in owners.text


async def test_a_model_that_fails_leaves_what_words_found(
    opened: Opened, model: FakeEmbedder
) -> None:
    await fill(opened, model, HENS, KITTEN)
    index, semantic = opened
    hits, asked = await index.search(QUESTION, PUBLIC), parse_question(QUESTION)
    found = find_answer(asked, hits)
    model.failure = EmbedderError("The local model stopped.", retryable=True)
    assert await choose_by_meaning(semantic, asked, found, hits) is found


async def test_a_model_that_nobody_measured_chooses_nothing(
    opened: Opened, model: FakeEmbedder
) -> None:
    model.name = "fake:1"
    await fill(opened, model, HENS, KITTEN)
    by_words, by_meaning = await choose(opened, QUESTION)
    assert by_meaning is by_words


async def test_what_answers_is_not_looked_at(opened: Opened, model: FakeEmbedder) -> None:
    await fill(opened, model, HENS, KITTEN)
    by_words, by_meaning = await choose(opened, "When do the members feed the hens?")
    assert by_words.grade is Grade.ANSWERS
    assert by_meaning is by_words
    assert model.urgent == ["When do the members feed the hens?"]


async def test_pieces_in_another_language_are_not_compared(
    opened: Opened, model: FakeEmbedder
) -> None:
    """Of the German rule on the kitten the model knows nothing."""
    german = "Am Freitag füttern die Mitglieder des Clubs die Katze von Ann Brenner zweimal."
    await fill(opened, model, german)
    by_words, by_meaning = await choose(opened, "When does Ann Brenner feed the purring pet?")
    assert german in by_words.text
    assert by_meaning is by_words
