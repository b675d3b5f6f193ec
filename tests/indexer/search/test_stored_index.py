"""The stored segments propose what FTS5 does, whatever came before."""

from collections.abc import Sequence
from random import Random

import pytest

from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search import stored_index
from indexer.search.bm25 import Proposal
from indexer.search.bm25_arrays import NONE
from indexer.search.candidates import read_statistics
from indexer.search.query import Query, SearchFilter, Term, WantedRows
from indexer.search.scoped_fts import ScopedFullText, load_lengths
from indexer.search.stored_index import OVERHEAD, Key, PostingCache, StoredIndex
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession
from indexer.store.segments import pruning
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.segments.packing import TEXT
from tests.indexer.factories import Index, chances, conversation

pytestmark = pytest.mark.sqlite("compared with FTS5; tests/postgresql compares the engines")

ALICE = Scope.of_chat("console:alice")
READERS = [
    SearchFilter(Visibility.only(KB)),
    SearchFilter(Visibility.only(KB, ALICE)),
    SearchFilter(Visibility.only(ALICE), "talk1"),
    SearchFilter(Visibility.unrestricted()),
]
WORDS = [f"w{n}x" for n in range(40)]
CHINESE = "茶园和茶叶都很好"
SCOPES = (KB, KB, ADMIN, ALICE)


async def add(index: Index, chance: Random, n: int) -> None:
    """A file of five texts and five turns, whose words are the rarer the lower their number."""
    weights = [(n + 1) ** 2 for n in range(len(WORDS))]
    scope = SCOPES[n % 4]
    texts = [
        " ".join([*chance.choices(WORDS, weights, k=25), "and the", CHINESE[: 1 + n % 7]])
        for _ in range(5)
    ]
    title = f"{chance.choice(WORDS)} {CHINESE[n % 5 :]}"
    await index.add(f"{n}.txt", *texts, scope=scope, title=title)
    said = conversation(*(f"Ann: {text}" for text in texts))
    await index.said(*said, scope=scope, file=f"{n}.jsonl", conversation=f"talk{n % 3}")


async def remove(index: Index, name: str) -> None:
    state = await index.writer.find_file(name)
    if state:
        await index.writer.remove(state.id)


async def change(index: Index, chance: Random, corpus: Corpus) -> None:
    await add(index, chance, chance.randrange(30))
    if chance.random() < 0.5:
        await remove(index, f"{chance.randrange(30)}.{chance.choice(('txt', 'jsonl'))}")
    if chance.random() < 0.4:
        await SegmentKeeper(index.database, corpus).settle(1)
    if chance.random() < 0.1:
        await SegmentKeeper(index.database, corpus).purge()


def draw_query(chance: Random) -> Query:
    forms = [tuple(chance.sample(WORDS, chance.choice((1, 1, 2)))) for _ in range(4)]
    return Query(tuple(Term(each, len(each)) for each in forms))


SPECIAL = [
    Query((Term(("茶",), prefix=True), Term(("好",), prefix=True))),
    Query((Term(("the",)), Term(("and",)), Term(("w1x",))), common=True),
    Query((Term(("unheard",)),)),
]


async def propose(
    index: Index, stored: StoredIndex, wanted: WantedRows
) -> tuple[Proposal | None, Proposal]:
    """What the stored segments propose, and what FTS5 does."""

    def run(db: Session) -> tuple[Proposal | None, Proposal]:
        visibility = wanted.within.visibility
        statistics = read_statistics(db, wanted.corpus, visibility)
        lengths = load_lengths(db, visibility, wanted.corpus)
        plain = ScopedFullText(db, wanted.corpus, statistics, lengths)
        return stored.propose(db, wanted, statistics), plain.propose(
            wanted.query, wanted.within, wanted.count
        )

    return await index.database.reader.run(run)


async def assert_same(
    index: Index, stored: StoredIndex, corpus: Corpus, queries: Sequence[Query]
) -> None:
    for query in queries:
        for within in READERS:
            ours, plain = await propose(index, stored, WantedRows(corpus, query, within, 7))
            assert ours is not None
            assert set(ours.rows) == set(plain.rows)
            assert ours.document_frequencies == plain.document_frequencies


@pytest.mark.parametrize("corpus", [PASSAGES, TURNS], ids=["passages", "turns"])
@pytest.mark.parametrize("many", [pruning.MANY, 2], ids=["all removals", "pruned"])
@pytest.mark.parametrize("seed", range(4))
async def test_after_any_changes_the_same_rows_are_proposed(
    index: Index, seed: int, many: int, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "MANY", many)
    chance = chances(seed)
    stored = StoredIndex(corpus)
    for _ in range(30):
        await change(index, chance, corpus)
        await assert_same(index, stored, corpus, [draw_query(chance), chance.choice(SPECIAL)])
    await assert_same(index, StoredIndex(corpus), corpus, [draw_query(chance), *SPECIAL])


async def test_a_tail_that_is_too_long_is_left_to_fts5(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_index, "LONGEST_TAIL", 12)
    stored = StoredIndex(PASSAGES)
    wanted = WantedRows(PASSAGES, draw_query(chances(1)), READERS[0], 7)
    for n in range(2):
        await add(index, chances(n), n)
    assert (await propose(index, stored, wanted))[0] is not None
    await add(index, chances(2), 2)
    assert (await propose(index, stored, wanted))[0] is None
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    ours, plain = await propose(index, stored, wanted)
    assert ours is not None
    assert set(ours.rows) == set(plain.rows)


async def test_what_was_asked_for_last_is_kept_within_its_room(index: Index) -> None:
    chance = chances(4)
    for n in range(12):
        await add(index, chance, n)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    cache = PostingCache(OVERHEAD * 6)
    small = StoredIndex(PASSAGES, cache)
    for _ in range(30):
        await assert_same(index, small, PASSAGES, [draw_query(chance)])
        assert cache.memory <= OVERHEAD * 6


async def test_what_is_only_counted_is_not_kept(index: Index) -> None:
    for n in range(4):
        await add(index, chances(n), n)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    cache = PostingCache()
    stored = StoredIndex(PASSAGES, cache)
    with stored.keep_nothing():
        await assert_same(index, stored, PASSAGES, [draw_query(chances(1))])
    assert len(cache) == 0
    await assert_same(index, stored, PASSAGES, [draw_query(chances(1))])
    assert len(cache) > 0


async def test_a_question_costs_as_many_statements_however_often_it_is_asked(index: Index) -> None:
    for n in range(4):
        await add(index, chances(n), n)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    stored = StoredIndex(PASSAGES)
    wanted = WantedRows(PASSAGES, draw_query(chances(1)), READERS[0], 7)
    seen: list[str] = []

    def run(db: Session) -> None:
        assert isinstance(db, SqliteSession)
        statistics = read_statistics(db, PASSAGES, wanted.within.visibility)
        stored.propose(db, wanted, statistics)
        db.set_trace_callback(seen.append)
        stored.propose(db, wanted, statistics)
        db.set_trace_callback(None)

    await index.database.reader.run(run)
    assert len(seen) == 1  # which segments there are


async def test_a_row_that_comes_to_light_below_the_last_one_is_found(index: Index) -> None:
    """As where another engine's transactions end in another order than they began."""
    await add(index, chances(1), 0)
    async with index.database.transaction() as db:
        await db.execute("UPDATE chunks_tail SET seq = seq + 100")
    stored = StoredIndex(PASSAGES)
    await assert_same(index, stored, PASSAGES, SPECIAL)
    await index.add("late.txt", "w1x w2x late")
    async with index.database.transaction() as db:
        await db.execute(
            "UPDATE chunks_tail SET seq = 1 WHERE seq = (SELECT max(seq) FROM chunks_tail)"
        )
    late = WantedRows(PASSAGES, Query((Term(("late",)),)), READERS[0], 5)
    found, _ = await propose(index, stored, late)
    assert found is not None
    assert len(found.rows) == 1


async def test_a_row_takes_few_bytes(index: Index) -> None:
    for n in range(4):
        await add(index, chances(n), n)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    stored = StoredIndex(PASSAGES, PostingCache(0))
    await assert_same(index, stored, PASSAGES, [draw_query(chances(1))])
    (segment,) = stored._segments
    assert len(segment.ids) == 20
    # Id, length, scope, dead or not, whether each of four readers may see it, and its norm.
    assert stored.memory <= 20 * (4 + 2 + 2 + 1 + 4 + 4)


def test_what_is_known_of_segments_that_are_gone_takes_no_room() -> None:
    cache = PostingCache()
    for number in range(3):
        cache.put(Key((TEXT,), (f"word{number}",)), number, NONE)
        cache.keep_segments([number])
        assert len(cache) == 1
    cache.keep_segments([])
    assert (len(cache), cache.memory) == (0, 0)
