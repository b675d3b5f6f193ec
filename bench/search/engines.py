"""The search engines that are compared; each answers a question with a stranger's scopes."""

import re
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from pathlib import Path

from bench.retrieval.specification import SpecificationIndex, format_match
from bench.retrieval.systems import NOW
from bench.search.corpus import Generator
from indexer.embedding.embedder import Embedder
from indexer.scopes import KB, Scope, Visibility
from indexer.search.bm25 import Proposal
from indexer.search.candidates import Proposer, Question, find_candidates, read_statistics
from indexer.search.query import SearchFilter, WantedRows, parse_query
from indexer.search.ranking import RankingSettings, SearchSettings
from indexer.search.retriever import CANDIDATES
from indexer.search.store import Store
from indexer.search.stored_index import PostingCache, StoredIndex
from indexer.store.connection import hold_snapshot
from indexer.store.corpus import PASSAGES, Statistics
from indexer.store.database import Database
from indexer.store.engine.session import Session

STRANGER = Visibility.only(KB, Scope.of_chat("bench:17"))
LIMIT = 5
Ask = Callable[[str], Awaitable[object]]


def open_specification(path: Path) -> Ask:
    index = SpecificationIndex(str(path))
    scopes = [scope.label for scope in STRANGER.scopes]

    async def ask(question: str) -> object:
        return index.search(format_match(question), LIMIT, scopes)

    return ask


def open_without_memory(database: Database) -> Ask:
    """Open our search as in a process that answers once: no postings are kept in memory."""
    return open_ours(Store(database, RankingSettings(cache_mb=0)))


def open_ours(store: Store) -> Ask:
    async def ask(question: str) -> object:
        return await store.search(STRANGER, question, limit=LIMIT, now=NOW)

    return ask


class FullTextAlone(Proposer):
    """Proposes rows as where the stored segments are not made yet."""

    def propose(self, db: Session, wanted: WantedRows, statistics: Statistics) -> Proposal:
        return self._open_arrays(db, wanted, statistics).propose(
            wanted.query, wanted.within, wanted.count
        )


def open_fallback(database: Database) -> Ask:
    """Open our own search with FTS5's postings."""
    proposer = FullTextAlone(0)

    async def ask(question: str) -> object:
        wanted = Question(PASSAGES, question, SearchFilter(STRANGER), CANDIDATES * LIMIT)
        return await database.reader.run(lambda db: find_candidates(db, wanted, proposer))

    return ask


async def count_same(database: Database, questions: Sequence[str]) -> int:
    """Count the questions to which the stored segments and FTS5 have the same candidates."""
    proposers = (Proposer(SearchSettings().cache_mb << 20), FullTextAlone(0))

    def compare(db: Session, text: str) -> bool:
        question = Question(PASSAGES, text, SearchFilter(STRANGER), CANDIDATES * LIMIT)
        found = [find_candidates(db, question, each).ranked for each in proposers]
        ours, theirs = ([each.row["id"] for each in ranked] for ranked in found)
        return ours == theirs

    return await database.reader.run(lambda db: sum(compare(db, each) for each in questions))


async def count_index_bytes(database: Database, questions: Sequence[str]) -> int:
    """Count the bytes that the stored index keeps in memory after these questions."""
    index = StoredIndex(PASSAGES, PostingCache(SearchSettings().cache_mb << 20))

    def ask(db: Session) -> None:
        statistics = read_statistics(db, PASSAGES, STRANGER)
        for question in questions:
            query = parse_query(question, statistics.languages)
            wanted = WantedRows(PASSAGES, query, SearchFilter(STRANGER), CANDIDATES * LIMIT)
            index.propose(db, wanted, statistics, is_alone=True)

    await database.reader.run(ask)
    return index.memory


class AllLanguages:
    """Embeds every question, since generated ones are in no language."""

    def __init__(self, model: Embedder) -> None:
        self._model = model
        self.name = model.name
        self.embed = model.embed

    def can_embed(self, text: str) -> bool:
        return True


def open_proposals(database: Database) -> Ask:
    """Open our index alone, which returns ids as tantivy does: no rows, no exact scores."""
    proposer = Proposer(SearchSettings().cache_mb << 20)

    def propose(db: Session, question: str) -> Proposal:
        with hold_snapshot(db):
            statistics = proposer.read_statistics(db, PASSAGES, STRANGER)
            query = parse_query(question, statistics.languages)
            wanted = WantedRows(PASSAGES, query, SearchFilter(STRANGER), CANDIDATES * LIMIT)
            return proposer.propose(db, wanted, statistics)

    async def ask(question: str) -> object:
        return await database.reader.run(lambda db: propose(db, question))

    return ask


class TantivyIndex:
    """The same chunks in tantivy, in memory."""

    def __init__(self, generator: Generator, size: int) -> None:
        library = import_module("tantivy")
        builder = library.SchemaBuilder()
        builder.add_text_field("text", tokenizer_name="en_stem", stored=True)
        builder.add_text_field("scope", tokenizer_name="raw")
        builder.add_integer_field("n", stored=True)
        self._index = library.Index(builder.build())
        writer = self._index.writer(100_000_000, 1)
        for n, sample in enumerate(generator.generate_chunks(size)):
            writer.add_document(library.Document(n=n, text=sample.text, scope=sample.scope))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()
        self._seen = " OR ".join(f'scope:"{scope.label}"' for scope in STRANGER.scopes)

    async def find_ids(self, question: str) -> object:
        """Find the best, as tantivy returns them: scores and internal ids."""
        words = " ".join(re.findall(r"\w+", question))
        query = self._index.parse_query(f"({words}) AND ({self._seen})", ["text"])
        return self._searcher.search(query, LIMIT).hits

    async def find_rows(self, question: str) -> object:
        """Find the best with their texts, as our search returns them."""
        hits = await self.find_ids(question)
        return [self._searcher.doc(address).to_dict() for _, address in hits]  # type: ignore[attr-defined]  # theirs
