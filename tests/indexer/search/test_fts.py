"""FTS5 proposes the best of the rows that a reader may see, where no segments are stored yet."""

import pytest

from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search import stored_index
from indexer.search.bm25 import Proposal
from indexer.search.candidates import Proposer, read_statistics
from indexer.search.query import Query, SearchFilter, Term, WantedRows
from indexer.search.scoped_fts import ScopedFullText, load_lengths
from indexer.store.corpus import PASSAGES, TURNS, Corpus, build_scope_token
from indexer.store.engine.session import Session
from indexer.text.stopwords import load_all_stopwords as every_stop_word
from tests.indexer.factories import Index, chances, conversation

pytestmark = pytest.mark.sqlite("FTS5")

ALICE, BOB = Scope.of_chat("console:alice"), Scope.of_chat("console:bob")
PUBLIC = SearchFilter(Visibility.only(KB))
EVERYTHING = SearchFilter(Visibility.unrestricted())
READERS = [
    PUBLIC,
    SearchFilter(Visibility.only(KB, ALICE)),
    SearchFilter(Visibility.only(ALICE)),
    SearchFilter(Visibility.only(KB, ADMIN, BOB)),
    SearchFilter(Visibility.only(KB, ALICE), "talk1"),
    EVERYTHING,
]
WORDS = [f"w{n}x" for n in range(60)]


async def fill(index: Index, seed: int, files: int) -> None:
    """Files of ten texts and ten turns, whose words are the rarer the lower their number."""
    chance = chances(seed)
    weights = [(n + 1) ** 2 for n in range(len(WORDS))]
    for n in range(files):
        scope = chance.choice((KB, KB, ADMIN, ALICE))
        texts = [" ".join(chance.choices(WORDS, weights, k=25)) for _ in range(10)]
        await index.add(f"{n}.txt", *texts, scope=scope, title=chance.choice(WORDS))
        said = conversation(*(f"Ann: {text}" for text in texts))
        await index.said(*said, scope=scope, file=f"{n}.jsonl", conversation=f"talk{n % 3}")


def build_query(*forms: tuple[str, ...]) -> Query:
    return Query(tuple(Term(each, len(each)) for each in forms))


async def propose(
    index: Index,
    query: Query,
    within: SearchFilter,
    count: int,
    corpus: Corpus = PASSAGES,
) -> Proposal:
    """What FTS5 proposes."""

    def run(db: Session) -> Proposal:
        statistics = read_statistics(db, corpus, within.visibility)
        return Proposer(0).propose(db, WantedRows(corpus, query, within, count), statistics)

    return await index.database.reader.run(run)


async def propose_without_numpy(
    index: Index, query: Query, within: SearchFilter, count: int, corpus: Corpus = PASSAGES
) -> Proposal:
    def run(db: Session) -> Proposal:
        statistics = read_statistics(db, corpus, within.visibility)
        lengths = load_lengths(db, within.visibility, corpus)
        return ScopedFullText(db, corpus, statistics, lengths).propose(query, within, count)

    return await index.database.reader.run(run)


@pytest.fixture(autouse=True)
def without_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_index, "LONGEST_TAIL", -1)


@pytest.mark.parametrize("corpus", [PASSAGES, TURNS], ids=["passages", "turns"])
@pytest.mark.parametrize("seed", range(4))
async def test_the_same_rows_are_proposed_without_numpy(
    index: Index, seed: int, corpus: Corpus
) -> None:
    chance = chances(seed)
    await fill(index, seed, 30)
    for size in (1, 3, 8, 12):
        forms = [chance.choice((1, 1, 2)) for _ in range(size)]
        query = build_query(*(tuple(chance.sample(WORDS, each)) for each in forms))
        for within in READERS:
            by_fts5 = await propose(index, query, within, 20, corpus)
            plain = await propose_without_numpy(index, query, within, 20, corpus)
            assert set(plain.rows) == set(by_fts5.rows)
            assert plain.document_frequencies == by_fts5.document_frequencies
        assert by_fts5.document_frequencies != [0] * size


@pytest.mark.parametrize("within", [PUBLIC, EVERYTHING], ids=["some", "all"])
async def test_words_that_no_row_has_find_nothing(index: Index, within: SearchFilter) -> None:
    await fill(index, 4, 5)
    proposal = await propose(index, build_query(("unheard",), ("of",)), within, 20)
    assert proposal == Proposal([], [0, 0])


async def test_a_word_is_as_rare_as_it_is_among_the_visible_rows(index: Index) -> None:
    await index.add("a.txt", "the rent is 900", "the boiler is old")
    await index.add("secret.txt", *(f"rent rent {n}" for n in range(40)), scope=ADMIN)
    proposal = await propose(index, build_query(("rent",), ("boiler",)), PUBLIC, 5)
    assert proposal == Proposal([1, 2], [1, 1])


async def test_a_planted_scope_token_crowds_nobody_out(index: Index) -> None:
    """A text can name the token of a scope that it is not in; only the row's own counts."""
    token = build_scope_token(KB)
    for n in range(50):
        await index.add(f"planted{n}.txt", f"rent rent rent {token} {n}", scope=ALICE)
    await index.add("lease.txt", "the rent is 900")
    proposal = await propose(index, build_query(("rent",)), PUBLIC, 5)
    (hit,) = await index.search("rent", Visibility.only(KB))
    assert hit.chunk.text == "the rent is 900"
    assert len(proposal.rows) == 1


@pytest.mark.parametrize("within", [PUBLIC, EVERYTHING], ids=["some", "all"])
async def test_a_word_that_is_common_in_another_language_counts_where_it_is_a_word(
    index: Index, within: SearchFilter
) -> None:
    await index.add("casting.txt", "This report is about die casting, and it was written in May.")
    await index.add("haus.txt", "Das ist die Geschichte, die uns der Vater von dem Haus las.")
    assert await propose(index, build_query(("die",)), within, 5) == Proposal([1], [1])


@pytest.mark.parametrize("within", [PUBLIC, EVERYTHING], ids=["some", "all"])
async def test_a_scope_token_that_is_asked_for_finds_no_row_of_that_scope(
    index: Index, within: SearchFilter
) -> None:
    await index.add("lease.txt", "the rent is 900")
    query = build_query((build_scope_token(KB),))
    assert await propose(index, query, within, 5) == Proposal([], [0])


async def test_the_beginning_of_a_word_and_the_commonest_words_are_found_among_visible_rows(
    index: Index,
) -> None:
    await index.add("a.txt", "茶园和茶叶都很好", "园里没有别的东西", "the is and of it")
    await index.add("secret.txt", "茶园茶园茶叶", "the is and of it", scope=ADMIN)
    beginning = Query((Term(("茶",), prefix=True),))
    common = Query((Term(("the",)), Term(("is",))), common=True)
    for way in (propose, propose_without_numpy):
        assert await way(index, beginning, PUBLIC, 5) == Proposal([1], [1])
        assert await way(index, common, PUBLIC, 5) == Proposal([3], [1, 1])


def test_fts5_takes_every_stop_word_for_one_word() -> None:
    """So a word of a question that is none of them stands in no field of common words."""
    letters = set("".join(every_stop_word()))
    assert all(not letter.isascii() or letter.isalnum() for letter in letters)
