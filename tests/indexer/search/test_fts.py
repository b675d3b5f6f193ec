"""FTS5 proposes the same rows as if it ranked all that match, and ranks far fewer."""

import sqlite3
from collections import Counter

import pytest

from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.bm25 import Proposal
from indexer.search.fts import FullText
from indexer.search.query import BooleanQuery, Query, SearchFilter, Term, format_match
from indexer.store.corpus import PASSAGES, build_scope_token
from indexer.store.door import match
from indexer.text.stopwords import load_all_stopwords as every_stop_word
from tests.indexer.factories import Index, chances

ALICE = Scope.of_chat("console:alice")
PUBLIC = SearchFilter(Visibility.only(KB))
WORDS = [f"w{n}x" for n in range(60)]
RANKED = "SELECT rowid AS row, -bm25(chunks_fts, 1, 3, 1, 0) AS score FROM chunks_fts"
EACH = RANKED + " WHERE chunks_fts MATCH :wanted ORDER BY score DESC"


async def fill(index: Index, seed: int, files: int) -> int:
    """Files of ten texts whose words are the rarer the lower their number; returns the texts."""
    chance = chances(seed)
    weights = [(n + 1) ** 2 for n in range(len(WORDS))]
    for n in range(files):
        scope = chance.choice((KB, KB, ADMIN, ALICE))
        texts = [" ".join(chance.choices(WORDS, weights, k=25)) for _ in range(10)]
        await index.add(f"{n}.txt", *texts, scope=scope)
    return 10 * files


def build_query(*words: str) -> Query:
    return Query(tuple(Term((word,), weight) for word, weight in Counter(words).items()))


async def propose(
    index: Index, query: Query, within: SearchFilter, rows: int, count: int
) -> tuple[Proposal, list[str]]:
    """The proposal, and the statements that ranked."""
    statements = list[str]()

    def propose(db: sqlite3.Connection) -> Proposal:
        db.set_trace_callback(statements.append)
        try:
            return FullText(db, PASSAGES, rows).propose(query, within, count)
        finally:
            db.set_trace_callback(None)

    proposal = await index.database.reader.run(propose)
    return proposal, [each for each in statements if "bm25" in each]


async def score_all(index: Index, query: Query, within: SearchFilter) -> dict[int, float]:
    """All rows that match, ranked by FTS5 in the plain way."""
    wanted = format_match(BooleanQuery(query), within)
    rows = await index.database.reader.run(lambda db: match(db, PASSAGES, EACH, wanted=wanted))
    return {row["row"]: row["score"] for row in rows}


@pytest.mark.parametrize("seed", range(8))
async def test_the_proposal_is_that_of_a_plain_ranking(index: Index, seed: int) -> None:
    chance = chances(seed)
    rows = await fill(index, seed, 40)
    for size in (1, 3, 8, 12):
        query = build_query(*chance.choices(WORDS, k=size))
        within = chance.choice((PUBLIC, SearchFilter(Visibility.only(KB, ALICE))))
        plain = await score_all(index, query, within)
        proposal, _ = await propose(index, query, within, rows, 20)
        worth = [plain[row] for row in proposal.rows]
        assert worth == pytest.approx(list(plain.values())[:20])
        for term, having in zip(query.terms, proposal.document_frequencies, strict=True):
            everywhere = SearchFilter(Visibility.unrestricted())
            assert having == len(await score_all(index, Query((term,)), everywhere))


async def test_rows_with_none_but_common_words_are_not_ranked(index: Index) -> None:
    rows = await fill(index, 1, 40)
    query = build_query(*WORDS[10:18], WORDS[-1])
    proposal, ranked = await propose(index, query, PUBLIC, rows, 5)
    assert len(proposal.rows) == 5
    for each in ranked:
        required, _, besides = each.partition(" AND ")
        assert f'"{WORDS[-1]}"' not in required
        assert f'"{WORDS[-1]}"' in besides


async def test_what_turns_out_to_matter_is_ranked_after_all(index: Index) -> None:
    """One rare word promises much, but no row within reach has it."""
    await index.add("secret.txt", "rare", scope=ADMIN)
    for n in range(40):
        await index.add(f"{n}.txt", " ".join(["common"] * (n % 7 + 1)) + f" filler{n} more words")
    for n in range(60):
        await index.add(f"other{n}.txt", f"nothing of that kind{n}")
    proposal, ranked = await propose(index, build_query("rare", "common"), PUBLIC, 101, 3)
    assert len(ranked) == 2
    assert " NOT " in ranked[1]
    assert len(proposal.rows) == 3


async def test_who_sees_everything_is_not_kept_from_anything(index: Index) -> None:
    rows = await fill(index, 3, 20)
    query, within = build_query(*WORDS[20:30], WORDS[-1]), SearchFilter(Visibility.unrestricted())
    plain = await score_all(index, query, within)
    proposal, ranked = await propose(index, query, within, rows, 20)
    assert len(ranked) == 1
    assert [plain[row] for row in proposal.rows] == pytest.approx(list(plain.values())[:20])


async def test_words_that_no_row_has_cost_nothing_and_find_nothing(index: Index) -> None:
    rows = await fill(index, 4, 5)
    proposal, ranked = await propose(index, build_query("unheard", "of"), PUBLIC, rows, 20)
    assert proposal == Proposal([], [0, 0])
    assert not ranked


async def test_a_planted_scope_token_crowds_nobody_out(index: Index) -> None:
    """A text can name the token of a scope that it is not in; only the row's own counts."""
    token = build_scope_token(KB)
    for n in range(50):
        await index.add(f"planted{n}.txt", f"rent rent rent {token} {n}", scope=ALICE)
    await index.add("lease.txt", "the rent is 900")
    for n in range(60):
        await index.add(f"other{n}.txt", f"nothing of that kind{n}")
    proposal, _ = await propose(index, build_query("rent"), PUBLIC, 111, 5)
    (hit,) = await index.search("rent", Visibility.only(KB))
    assert hit.chunk.text == "the rent is 900"
    assert len(proposal.rows) == 1


async def test_a_word_that_is_common_in_another_language_counts_where_it_is_a_word(
    index: Index,
) -> None:
    await index.add("casting.txt", "This report is about die casting, and it was written in May.")
    await index.add("haus.txt", "Das ist die Geschichte, die uns der Vater von dem Haus las.")
    proposal, _ = await propose(index, build_query("die"), PUBLIC, 2, 5)
    assert proposal == Proposal([1], [1])


async def test_a_scope_token_that_is_asked_for_finds_no_row_of_that_scope(index: Index) -> None:
    await index.add("lease.txt", "the rent is 900")
    proposal, _ = await propose(index, build_query(build_scope_token(KB)), PUBLIC, 1, 5)
    assert proposal == Proposal([], [0])


def test_fts5_takes_every_stop_word_for_one_word() -> None:
    """So a word of a question that is none of them stands in no field of common words."""
    letters = set("".join(every_stop_word()))
    assert all(not letter.isascii() or letter.isalnum() for letter in letters)
