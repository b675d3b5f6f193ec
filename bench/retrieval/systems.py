"""The systems that are compared; each indexes a collection and ranks it for each question."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import Stemmer

from bench.retrieval.collections import Collection, Entry
from bench.retrieval.specification import SpecificationIndex, format_match
from indexer.documents import Chunk
from indexer.embedding.backfill import open_backfill
from indexer.embedding.embedder import Embedder
from indexer.embedding.vector_search import open_semantic_search
from indexer.scopes import KB, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import open_database
from indexer.store.rows import TranscriptTurn
from indexer.store.schema import INDEX
from indexer.store.writer import NewDocument, Writer

DEPTH = 50  # length of the rankings
PATIENCE = 60.0  # seconds: a busy machine must not turn a hybrid search into one by words
NOW = datetime(2026, 1, 1, tzinfo=UTC)
Rankings = list[list[str]]


def rank_with_specification(collection: Collection) -> Rankings:
    """Rank raw texts, each as one chunk, turns preceded by their speaker."""
    index = SpecificationIndex()
    index.add(
        (entry.id, collection.name, entry.title, _format_entry(entry), "[]", "kb")
        for entry in collection.entries
    )
    return [index.search(format_match(question.text), DEPTH) for question in collection.questions]


def _format_entry(entry: Entry) -> str:
    return f"{entry.speaker}: {entry.text}" if entry.speaker else entry.text


async def rank_with_ours(
    collection: Collection, settings: RankingSettings, model: Embedder | None = None
) -> Rankings:
    """Rank with the product's own writer and store, by meaning too if there is a model."""
    async with open_indexed(collection, settings, model) as store:
        return [await _ask(store, collection, each.text) for each in collection.questions]


@asynccontextmanager
async def open_indexed(
    collection: Collection, settings: RankingSettings, model: Embedder | None = None
) -> AsyncIterator[Store]:
    """Open a store with a collection as the daemon would, with vectors of `model`."""
    async with AsyncExitStack() as stack:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "multis.db"
        database = await stack.enter_async_context(open_database(path, INDEX))
        await index_collection(Writer(database), collection)
        if model is None:
            yield Store(database, settings)
            return
        async with open_backfill(database, model) as embedding:
            await embedding.catch_up()
        semantic = await stack.enter_async_context(
            open_semantic_search(database.reader, model, PATIENCE)
        )
        await semantic.wait_until_loaded()
        yield Store(database, settings, meaning=semantic)


async def index_collection(writer: Writer, collection: Collection) -> None:
    """Index a conversation as a transcript, anything else as one document per text."""
    if collection.is_conversation:
        turns = [
            TranscriptTurn(each.id, each.speaker, each.text, each.date, each.session, each.position)
            for each in collection.entries
        ]
        transcript = NewDocument(collection.name, collection.name, "jsonl", kind="transcript")
        await writer.put_transcript(KB, transcript, collection.name, turns, NOW)
        return
    for entry in collection.entries:
        chunk = Chunk(entry.id, entry.title, entry.text)
        await writer.put_document(KB, NewDocument(entry.id, "", "txt"), [chunk], NOW)


async def _ask(store: Store, collection: Collection, question: str) -> list[str]:
    seen = Visibility.only(KB)
    if collection.is_conversation:
        turns = await store.search_transcripts(
            seen, question, limit=DEPTH, conversation=collection.name
        )
        return [hit.turn.message_id for hit in turns]
    hits = await store.search(seen, question, limit=DEPTH, now=NOW)
    return [hit.chunk.chunk_id for hit in hits]


def explain_missing(package: str) -> str:
    """Explain why a system cannot run here; empty if it can."""
    return "" if find_spec(package) else f"{package} is not installed"


def rank_with_bm25s(collection: Collection) -> Rankings:
    """Rank with the library bm25s, its English stop words and Snowball stemming."""
    library = import_module("bm25s")
    stemmer = Stemmer.Stemmer("english")
    texts = [f"{entry.title} {_format_entry(entry)}" for entry in collection.entries]

    def tokens(text: Sequence[str]) -> list[list[str]]:
        cut = library.tokenize(
            list(text), stopwords="en", stemmer=stemmer, show_progress=False, return_ids=False
        )
        return [list(each) for each in cut]

    indexed = tokens(texts)
    retriever = library.BM25()
    retriever.index(indexed, show_progress=False)
    known = {term for text in indexed for term in text}
    rankings: Rankings = []
    for question in tokens([each.text for each in collection.questions]):
        # bm25s refuses unknown terms, the empty one too.
        terms = [term for term in question if term in known]
        depth = min(DEPTH, len(texts))
        found, scores = retriever.retrieve([terms], k=depth, show_progress=False)
        best = [n for n, score in zip(found[0], scores[0], strict=True) if score > 0]
        rankings.append([collection.entries[n].id for n in best])
    return rankings


def rank_with_tantivy(collection: Collection) -> Rankings:
    """Rank with the library tantivy and its English stemming tokenizer."""
    library = import_module("tantivy")
    builder = library.SchemaBuilder()
    builder.add_integer_field("n", stored=True)
    for name in ("title", "text"):
        builder.add_text_field(name, tokenizer_name="en_stem")
    index = library.Index(builder.build())
    writer = index.writer(50_000_000, 1)
    for n, entry in enumerate(collection.entries):
        writer.add_document(library.Document(n=n, title=entry.title, text=_format_entry(entry)))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    rankings: Rankings = []
    for question in collection.questions:
        query, _ = index.parse_query_lenient(question.text, ["title", "text"])
        hits = searcher.search(query, DEPTH).hits
        rankings.append([collection.entries[searcher.doc(at)["n"][0]].id for _, at in hits])
    return rankings
