"""What a reader sees is a function of the rows they may see, and of nothing else.

The same changes go into two homes, one of which also gets changes that the reader may not see:
documents, conversations, facts, deletions, and what others look at. Every answer is the same, to
the last digit of its scores.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from indexer.embedding.backfill import open_backfill
from indexer.embedding.vector_search import SemanticSearch, open_semantic_search
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search import stored_index
from indexer.search.outline import Outlines
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES, TURNS
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.writer import Writer
from memory.fact import FactValue, Provenance
from memory.facts.brief import build_brief
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactFilter, FactReader
from memory.facts.schema import FACTS_CORPUS
from memory.schema import MEMORY
from tests.indexer.factories import EVERYTHING, NOW, Index, chances, conversation
from tests.indexer.fake_embedder import FakeEmbedder

ALICE, BOB = Scope.of_chat("console:alice"), Scope.of_chat("console:bob")
SCOPES = (KB, ADMIN, ALICE, BOB)
READERS = (
    Visibility.only(KB),
    Visibility.only(KB, ALICE),
    Visibility.only(KB, ADMIN, ALICE),
    Visibility.only(ALICE),
)
ACCESSORS = (*READERS, Visibility.only(KB, BOB), EVERYTHING)
PHRASES = (
    "the boiler is warm",
    "rent and lease of the flat",
    "a cat was purring",
    "die Versicherung der Stadt ist alt",
    "das Haus und die Häuser",
    "贵州茅台的股价",
    "茶园和茶叶",
    "boiler boiler heating",
    "version v2.0 of get_user",
    "the voyage over the sea",
)
QUESTIONS = (
    "boiler rent",
    "warm cat lease",
    "Häuser Versicherung",
    "茅台",
    "茶",
    "the of and",
    "v2.0",
)
STEPS = 36

Change = Callable[["Home", datetime], Awaitable[None]]


class Home(Struct):
    """A home as the daemon opens it, with what a reader asks."""

    index: Index
    ledger: FactLedger
    facts: FactReader
    engine: str
    semantic: SemanticSearch | None
    files: dict[str, int] = field(default_factory=dict)

    async def view(self, reader: Visibility, now: datetime) -> list[object]:
        """Everything that `reader` can see; facts without their ids, which are drawn by lot."""
        seen: list[object] = [await self.index.store.count_passages(reader)]
        for document in await self.index.store.list_documents(reader):
            seen.append(replace(document, id=0))
            seen.append(
                await Outlines(self.index.database.reader).load_outline(reader, document.id)
            )
        for retention in ("long_term", "short_term"):
            facts = await self.facts.list_top(reader, retention, now, 20)
            seen.append([fact.value for fact in facts])
        for question in QUESTIONS:
            seen.append(await self._search(reader, question, now))
        return seen

    async def settle(self, chance: Random) -> None:
        """Make segments of some corpora, as the daemon does now and then."""
        if self.engine == "FTS5":
            return
        for corpus in (PASSAGES, TURNS, FACTS_CORPUS):
            if chance.random() < 0.5:
                await SegmentKeeper(self.index.database, corpus).settle(1)

    async def _search(self, reader: Visibility, question: str, now: datetime) -> list[object]:
        store = self.index.store
        hits = await store.search(reader, question, now=now)
        around = await store.load_neighbours(reader, [hit.chunk.chunk_id for hit in hits], 1, 1)
        turns = await store.search_transcripts(reader, question)
        in_one = await store.search_transcripts(reader, question, conversation="talk1")
        facts = await self.facts.search(reader, question, now=now)
        tagged = await self.facts.search(reader, question, now=now, where=FactFilter(type="note"))
        brief = await build_brief(self.facts, reader, question, now=now, budget=400)
        shown = sorted((-hit.score, hit.fact.value.content) for hit in (*facts, *tagged))
        return [hits, around, turns, in_one, shown, sorted(brief.text.splitlines())]


@asynccontextmanager
async def open_home(path: Path, settings: RankingSettings, engine: str) -> AsyncIterator[Home]:
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(path, INDEX, MEMORY))
        semantic = None
        if engine == "meaning":
            semantic = await stack.enter_async_context(
                open_semantic_search(database.reader, FakeEmbedder())
            )
            await semantic.wait_until_loaded()
        store = Store(database, settings, meaning=semantic)
        facts = FactReader(database)
        index = Index(database, store, Writer(database))
        yield Home(index, FactLedger(database), facts, engine, semantic)


class Chances:
    """Draws changes: each with the scopes that it touches, and what to do in a home."""

    def __init__(self, chance: Random, reader: Visibility) -> None:
        self._chance = chance
        self._reader = reader
        self._number = 0
        self._files: dict[str, Scope] = {}

    def draw(self) -> tuple[bool, Change]:
        """Draw a change, and whether the reader may see it."""
        draws = (self._add, self._add, self._say, self._note, self._note, self._remove)
        return self._chance.choice((*draws, self._relabel, self._access, self._access))()

    def _text(self) -> str:
        self._number += 1
        phrases = self._chance.choices(PHRASES, k=self._chance.randint(1, 4))
        return f"{'. '.join(phrases)}. number{self._number}"

    def _add(self) -> tuple[bool, Change]:
        scope = self._chance.choice(SCOPES)
        own = [name for name, its in self._files.items() if its == scope]
        name = self._chance.choice([*own[:3], f"{len(self._files)}.txt"])
        texts = [self._text() for _ in range(self._chance.randint(1, 4))]
        self._files[name] = scope

        async def add(home: Home, _: datetime) -> None:
            home.files[name] = await home.index.add(name, *texts, scope=scope)

        return self._reader.allows(scope), add

    def _say(self) -> tuple[bool, Change]:
        scope = self._chance.choice(SCOPES)
        name = f"{scope.label.replace(':', '-')}.jsonl"
        said = conversation(*(f"Ann: {self._text()}" for _ in range(self._chance.randint(1, 5))))
        talk = f"talk{self._chance.randrange(2)}"

        async def say(home: Home, _: datetime) -> None:
            await home.index.said(*said, scope=scope, file=name, conversation=talk)

        return self._reader.allows(scope), say

    def _note(self) -> tuple[bool, Change]:
        scope, text = self._chance.choice(SCOPES), self._text()
        says = FactValue(text, type=self._chance.choice(("fact", "note")))

        async def note(home: Home, now: datetime) -> None:
            await home.ledger.upsert(scope, says, Provenance(), now)

        return self._reader.allows(scope), note

    def _remove(self) -> tuple[bool, Change]:
        name, scope = self._pick_file()

        async def remove(home: Home, _: datetime) -> None:
            if name in home.files:
                await home.index.writer.remove(home.files[name])

        return self._reader.allows(scope), remove

    def _relabel(self) -> tuple[bool, Change]:
        """Move a file out of the reader's sight, or between scopes on one side of it."""
        name, scope = self._pick_file()
        to = self._chance.choice(SCOPES)
        if self._reader.allows(to) and not self._reader.allows(scope):
            to = scope
        self._files[name] = to

        async def relabel(home: Home, _: datetime) -> None:
            if name in home.files:
                await home.index.writer.relabel(home.files[name], to)

        return self._reader.allows(scope), relabel

    def _pick_file(self) -> tuple[str, Scope]:
        return self._chance.choice([*self._files.items(), ("none", KB)])

    def _access(self) -> tuple[bool, Change]:
        """Show somebody what the reader sees too, and what they see themselves."""
        accessor, question = self._chance.choice(ACCESSORS), self._chance.choice(QUESTIONS)
        counts = accessor.circle is not None and self._reader.allows(accessor.circle)

        async def access(home: Home, now: datetime) -> None:
            store = home.index.store
            for seen in (self._reader,) if counts else (self._reader, accessor):
                hits = await store.search(seen, question, limit=3, now=now)
                await store.record_access(accessor, hits[-2:], question, now)

        return counts, access


ENGINES = ("FTS5", "segments", "meaning")
SETTINGS = (
    RankingSettings(),
    RankingSettings(mode="specification", decay_rate=0.1, fusion="rrf"),
)


@pytest.mark.spec("S0-11", "S4-36", "S4-49", "S4-63")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("settings", SETTINGS, ids=["bounded", "specification"])
@pytest.mark.parametrize("seed", range(4))
async def test_nothing_that_a_reader_may_not_see_changes_what_they_see(
    tmp_path: Path,
    seed: int,
    settings: RankingSettings,
    engine: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if engine == "FTS5":
        monkeypatch.setattr(stored_index, "LONGEST_TAIL", -1)
    chance = chances(seed)
    reader = READERS[seed % len(READERS)]
    drawn = Chances(chance, reader)
    async with (
        open_home(tmp_path / "alone.db", settings, engine) as alone,
        open_home(tmp_path / "shared.db", settings, engine) as shared,
    ):
        for step in range(STEPS):
            now = NOW + timedelta(minutes=step)
            visible, change = drawn.draw()
            for home in (alone, shared) if visible else (shared,):
                await change(home, now)
            if step % 6 == 5:
                for name, home in (("alone", alone), ("shared", shared)):
                    await embed(tmp_path / f"{name}.db", home)
                    await home.settle(chance)
                assert await alone.view(reader, now) == await shared.view(reader, now)
        assert any(await alone.view(reader, NOW))


async def embed(path: Path, home: Home) -> None:
    if home.semantic:
        async with open_backfill(home.index.database, FakeEmbedder()) as backfill:
            await backfill.catch_up()


@pytest.mark.parametrize("seed", range(4))
async def test_every_engine_gives_the_same_hits(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of them answers depends on what others store: segments come after they store much."""
    reader, chance = READERS[seed], chances(seed)
    drawn = Chances(chance, reader)
    async with open_home(tmp_path / "home.db", RankingSettings(), "segments") as home:
        for step in range(STEPS):
            await drawn.draw()[1](home, NOW + timedelta(minutes=step))
            if step % 6 == 5:
                await home.settle(chance)
        now = NOW + timedelta(days=1)
        by_segments = await home.view(reader, now)
    monkeypatch.setattr(stored_index, "LONGEST_TAIL", -1)
    async with open_home(tmp_path / "home.db", RankingSettings(), "FTS5") as home:
        assert await home.view(reader, now) == by_segments
