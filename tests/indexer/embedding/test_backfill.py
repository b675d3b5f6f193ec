import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.embedding.backfill import BATCH, PAUSE, Backfill, open_backfill
from indexer.embedding.embedder import EmbedderError
from indexer.i18n import N_, Sentence, use_language
from indexer.scopes import ADMIN
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from tests.catalog.made_up import a_language
from tests.indexer.factories import Index, conversation
from tests.indexer.fake_embedder import FakeEmbedder, vector_of

# Embeds until it is killed; a line for each batch that is asked for.
CHILD = """
import asyncio, sys
from pathlib import Path
from tests.indexer.embedding.test_backfill import embed_slowly

asyncio.run(embed_slowly(Path(sys.argv[1])))
"""


@pytest.fixture
async def embedding(index: Index, path: Path, model: FakeEmbedder) -> AsyncIterator[Backfill]:
    async with open_backfill(index.database, model) as opened:
        yield opened


async def vectors(index: Index, table: str = "chunks") -> dict[str, bytes]:
    """Text -> vector, of all rows of a table that have one."""
    async with index.database.transaction() as db:
        rows = await db.execute_fetchall(
            f"SELECT content, vector FROM vectors JOIN {table} ON {table}.id = row"  # noqa: S608 - names of the schema
            " WHERE corpus = ?",
            (table,),
        )
    return {row["content"]: row["vector"] for row in rows}


class _Slow(FakeEmbedder):
    async def embed(self, texts: object, *, urgent: bool = False) -> list[bytes]:
        print(flush=True)  # noqa: T201 - the parent counts the lines
        assert isinstance(texts, list)
        return await super().embed(texts, urgent=urgent)


async def embed_slowly(path: Path) -> None:
    async with (
        open_database(path, INDEX) as database,
        open_backfill(database, _Slow()) as embedding,
    ):
        await embedding.catch_up()
        await asyncio.Event().wait()


async def test_a_passage_is_embedded_under_its_name(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    await index.add("a.txt", "The rent is 900.", title="Lease")
    await index.add("b.txt", "No title here.", scope=ADMIN, title=" ")
    await embedding.catch_up()
    assert model.asked == ["Lease. The rent is 900.", " . No title here."]
    assert (await vectors(index))["The rent is 900."] == vector_of("Lease. The rent is 900.")


async def test_a_turn_is_embedded_with_the_turns_beside_it_in_its_session(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    said = conversation("Ann: one", "Bob: two", "Ann: three", "Bob: four")
    await index.said(*said, *conversation("Ann: later", session="2"))
    await embedding.catch_up()
    assert model.asked == [
        " Ann: one  Bob: two",
        " Bob: two  Ann: one  Ann: three",
        " Ann: three  Bob: two  Bob: four",
        " Bob: four  Ann: three",
        " Ann: later",
    ]


async def test_only_what_is_new_or_changed_is_embedded_again(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    await index.add("a.txt", "The rent.", "The cat.")
    await embedding.catch_up()
    model.asked.clear()
    await embedding.catch_up()
    assert model.asked == []
    head = "Long enough that its id stays. " * 10
    await index.add("b.txt", head + "Before.", title="B")
    await embedding.catch_up()
    await index.add("b.txt", head + "After.", title="B")
    await embedding.catch_up()
    assert model.asked == [f"B. {head}Before.", f"B. {head}After."]
    assert set(await vectors(index)) == {"The rent.", "The cat.", head + "After."}


async def test_a_row_that_comes_to_light_below_the_last_one_is_embedded(
    index: Index, embedding: Backfill
) -> None:
    """As where another engine's transactions end in another order than they began."""
    await index.add("a.txt", "early")
    await index.add("b.txt", "late")
    await embedding.catch_up()
    async with index.database.transaction() as db:  # as if the first had ended after the second
        await db.execute("DELETE FROM vectors WHERE row = (SELECT min(id) FROM chunks)")
        await db.execute("UPDATE totals SET added = added + 1, removed = removed + 1")
    await embedding.catch_up()
    assert set(await vectors(index)) == {"early", "late"}


async def test_another_punctuation_is_another_text(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    head = "Long enough that its id stays. " * 10
    await index.add("a.txt", head + "Rent.", title="A")
    await embedding.catch_up()
    await index.add("a.txt", head + "Rent?", title="A")
    await embedding.catch_up()
    assert model.asked == [f"A. {head}Rent.", f"A. {head}Rent?"]


async def test_a_new_turn_changes_the_sense_of_the_one_before(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    said = conversation("Ann: one", "Bob: two", "Ann: three")
    await index.said(*said)
    await embedding.catch_up()
    model.asked.clear()
    await index.said(*said, *conversation("Bob: four", first=3))
    await embedding.catch_up()
    assert model.asked == [" Ann: three  Bob: two  Bob: four", " Bob: four  Ann: three"]


async def test_an_edited_or_withdrawn_turn_changes_the_sense_of_its_neighbours(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    await index.said(*conversation("Ann: one", "Bob: two", "Ann: three", "Bob: four"))
    await embedding.catch_up()
    model.asked.clear()
    said = conversation("Ann: one", "Bob: zwei", "Ann: three", "Bob: four")
    await index.said(*said)
    await embedding.catch_up()
    assert len(model.asked) == 3
    model.asked.clear()
    await index.said(*said[:3])
    await embedding.catch_up()
    assert model.asked == [" Ann: three  Bob: zwei"]


async def test_a_text_the_model_does_not_understand_is_looked_at_once(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    await index.add("a.txt", "Die Küche ist schön.", "The kitchen.")
    await embedding.catch_up()
    await embedding.catch_up()
    assert [text for text in model.asked if "K" in text] == []
    assert (await vectors(index))["Die Küche ist schön."] == b""
    assert (await embedding.read_progress()).done == 2


async def test_a_relabelled_passage_keeps_its_vector(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    file_id = await index.add("a.txt", "The rent.")
    await index.said(*conversation("Ann: one"))
    await embedding.catch_up()
    model.asked.clear()
    await index.writer.relabel(file_id, ADMIN)
    await embedding.catch_up()
    assert model.asked == []
    assert list(await vectors(index)) == ["The rent."]


async def test_what_is_rewritten_while_it_is_embedded_gets_the_vector_of_what_it_says_now(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    head = "Long enough that its id stays. " * 10
    await index.add("a.txt", head + "Rent.", title="A")
    model.hold = asyncio.Event()
    working = asyncio.create_task(embedding.catch_up())
    await model.reached.wait()
    await index.add("a.txt", head + "Cat.", title="A")
    model.hold.set()
    await working
    await embedding.catch_up()
    assert await vectors(index) == {head + "Cat.": vector_of(f"A. {head}Cat.")}


async def test_no_vector_outlives_what_is_removed_while_it_is_embedded(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    file_id = await index.add("a.txt", "The rent.")
    model.hold = asyncio.Event()
    working = asyncio.create_task(embedding.catch_up())
    await model.reached.wait()
    await index.writer.remove(file_id)
    model.hold.set()
    await working
    async with index.database.transaction() as db:
        assert list(await db.execute_fetchall("SELECT * FROM vectors")) == []


async def test_nobody_waits_for_the_database_while_the_model_thinks(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    await index.add("a.txt", "The rent.")
    model.hold = asyncio.Event()
    working = asyncio.create_task(embedding.catch_up())
    await model.reached.wait()
    await index.add("b.txt", "The cat.")
    assert await index.found("cat") == ["The cat."]
    model.hold.set()
    await working


async def test_another_model_starts_anew_and_the_old_vectors_go_at_the_end(
    index: Index, path: Path, embedding: Backfill
) -> None:
    await index.add("a.txt", *(f"Text {n}." for n in range(2 * BATCH)))
    await embedding.catch_up()
    other = FakeEmbedder("fake:2", hold=asyncio.Event())
    async with open_backfill(index.database, other) as anew:
        assert ((await anew.read_progress()).done, (await anew.read_progress()).total) == (
            0,
            2 * BATCH,
        )
        working = asyncio.create_task(anew.catch_up())
        await other.reached.wait()
        assert (await embedding.read_progress()).done == 2 * BATCH
        assert other.hold
        other.hold.set()
        await working
        assert (await anew.read_progress()).done == 2 * BATCH
        assert (await embedding.read_progress()).done == 0


async def test_one_text_that_is_refused_does_not_hold_up_the_others(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    model.refused = "boiler"
    await index.add("a.txt", "The rent.", "The boiler.", "The cat.")
    await embedding.catch_up()
    found = await vectors(index)
    assert found.pop("The boiler.") == b""
    assert all(found.values())


async def test_a_key_that_is_refused_marks_nothing_as_done(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    model.failure = EmbedderError("The key is not accepted.")
    await index.add("a.txt", "The rent.", "The cat.")
    with pytest.raises(EmbedderError):
        await embedding.catch_up()
    assert await vectors(index) == {}
    model.failure = None
    await embedding.catch_up()
    assert len(await vectors(index)) == 2


class _EnoughError(Exception):
    """Ends a loop that has no end."""


async def test_a_model_that_is_away_is_asked_less_and_less_often(
    index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    pauses: list[float] = []
    reasons: list[str | Sentence] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        reasons.append((await embedding.read_progress()).trouble)
        if len(pauses) == 3:
            model.failure = None
        if len(pauses) == 5:
            raise _EnoughError

    model.failure = EmbedderError("Ollama cannot be reached.", retryable=True)
    await index.add("a.txt", "The rent.")
    with pytest.raises(_EnoughError):
        await embedding.follow(sleep)
    assert pauses == [2 * PAUSE, 4 * PAUSE, 8 * PAUSE, PAUSE, PAUSE]
    assert reasons == ["Ollama cannot be reached."] * 3 + ["", ""]
    assert len(await vectors(index)) == 1


async def test_why_it_waits_is_shown_in_the_readers_language(
    tmp_path: Path, index: Index, embedding: Backfill, model: FakeEmbedder
) -> None:
    async def stop(_: float) -> None:
        raise _EnoughError

    model.failure = EmbedderError(N_("{server} is away.", server="Ollama"), retryable=True)
    await index.add("a.txt", "The rent.")
    with pytest.raises(_EnoughError):
        await embedding.follow(stop)
    german = a_language(tmp_path, other={"{server} is away.": "{server} ist weg."}).load("de")
    with use_language(german):
        assert str((await embedding.read_progress()).trouble) == "Ollama ist weg."
    assert str((await embedding.read_progress()).trouble) == "Ollama is away."


async def test_it_goes_on_where_it_was_killed(index: Index, path: Path) -> None:
    await index.add("a.txt", *(f"Text {n}." for n in range(6 * BATCH)))
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    for _ in range(3):
        assert await child.stdout.readline()
    child.kill()
    await child.communicate()
    before = await vectors(index)
    assert len(before) >= 2 * BATCH
    model = FakeEmbedder()
    async with open_backfill(index.database, model) as embedding:
        await embedding.catch_up()
    assert len(model.asked) == 6 * BATCH - len(before)
    after = await vectors(index)
    assert after == {text: vector_of(f"Part {n}. {text}") for n, text in enumerate(after)}
    assert len(after) == 6 * BATCH
