import math
from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.bm25 import Proposal
from indexer.search.index_segment import ROWS, merge_segments
from indexer.search.inverted_index import TIER, Snapshot
from indexer.search.query import Query, SearchFilter, Term, matches_acl
from indexer.search.segment_rows import REMEMBERED, TOGETHER
from indexer.store.corpus import (
    PASSAGES,
    TURNS,
    Corpus,
    Statistics,
    build_conversation_token,
    build_scope_token,
)
from indexer.store.terms import TermRow, Wording, analyze_wording, hash_term
from tests.indexer.factories import chances

EVERYTHING = SearchFilter(Visibility.unrestricted())
WORDS = [f"w{n}x" for n in range(40)]


def row(
    n: int, text: str, scope: Scope = KB, title: str = "", corpus: Corpus = PASSAGES
) -> TermRow:
    acl = [build_scope_token(scope), build_conversation_token(scope.label)]
    terms = analyze_wording(corpus, Wording(text, title), acl, "zh")
    return TermRow(n, terms.acl, terms.length, terms.hashes, terms.counts)


def texts(seed: int, count: int) -> list[str]:
    chance = chances(seed)
    return [
        " ".join(chance.choices(WORDS, weights=range(1, 41), k=chance.randint(1, 60)))
        for _ in range(count)
    ]


def build_query(*words: str) -> Query:
    return Query(tuple(Term((word,), weight) for word, weight in Counter(words).items()))


def reference(question: Sequence[str], stored: dict[int, str]) -> dict[int, float]:
    """BM25 as in the textbook, for each row that has a word of the question."""
    split = {n: text.split() for n, text in stored.items()}
    average = sum(map(len, split.values())) / len(split)
    scores = dict.fromkeys(split, 0.0)
    for word in question:
        having = sum(word in each for each in split.values())
        rarity = math.log(1 + (len(split) - having + 0.5) / (having + 0.5))
        for n, words in split.items():
            count = words.count(word)
            norm = 1.2 * (0.25 + 0.75 * len(words) / average)
            scores[n] += rarity * count * 2.2 / (count + norm)
    return {n: score for n, score in scores.items() if score}


def find_best(snapshot: Snapshot, query: Query, within: SearchFilter, count: int) -> Proposal:
    """The best rows by the statistics of those that the filter's reader may see; no more of those
    that nearly tie.
    """
    found = snapshot.find_best(query, within, count, count_visible(snapshot, within))
    assert len(found.rows) <= 2 * count
    return replace(found, rows=found.rows[:count])


def count_visible(snapshot: Snapshot, within: SearchFilter) -> Statistics:
    wanted = within.list_scope_tokens()
    lengths = [
        float(segment.lengths[n])
        for segment in snapshot.segments
        for n, dead in enumerate(segment.dead)
        if not dead and matches_acl(segment.acls[segment.acl[n]], wanted)
    ]
    average = sum(lengths) / len(lengths) / snapshot.corpus.unit if lengths else 0.0
    return Statistics(len(lengths), average, ("zh",), snapshot.version)


def compact(snapshot: Snapshot) -> Snapshot:
    """As it is after all merging."""
    while group := snapshot.find_mergeable():
        snapshot = snapshot.swap(group, merge_segments(group))
    return snapshot


def assert_best(snapshot: Snapshot, stored: dict[int, str], question: Sequence[str]) -> None:
    """The proposal is the first twenty by the reference, up to rows of equal score."""
    expected = reference(question, stored)
    proposal = find_best(snapshot, build_query(*question), EVERYTHING, 20)
    worth = sorted(expected.values(), reverse=True)[:20]
    assert [expected[n] for n in proposal.rows] == pytest.approx(worth, rel=1e-4)
    words = Counter(question)
    assert proposal.document_frequencies == [
        sum(word in text.split() for text in stored.values()) for word in words
    ]


@pytest.mark.parametrize("seed", range(15))
def test_the_best_are_those_of_a_plain_implementation(seed: int) -> None:
    chance = chances(seed)
    stored = dict(enumerate(texts(seed, chance.choice((1, 5, 300, 3000))), start=1))
    snapshot = Snapshot(PASSAGES).apply((), [row(n, text) for n, text in stored.items()])
    for _ in range(5):
        assert_best(snapshot, stored, chance.choices(WORDS, k=chance.randint(1, 10)))


@pytest.mark.parametrize("seed", range(10))
def test_any_sequence_of_changes_leaves_what_was_stored_last(seed: int) -> None:
    chance = chances(seed)
    stored: dict[int, str] = {}
    snapshot = Snapshot(PASSAGES)
    for step in range(60):
        gone = chance.sample(sorted(stored), min(len(stored), chance.choice((0, 0, 3, 20))))
        again = gone[: chance.randint(0, len(gone))]
        fresh = range(step * 100, step * 100 + chance.choice((0, 1, 7, 40)))
        for n in gone:
            del stored[n]
        added = dict(zip([*again, *fresh], texts(seed * 99 + step, 100), strict=False))
        stored |= added
        snapshot = snapshot.apply(gone, [row(n, text) for n, text in sorted(added.items())])
        if chance.random() < 0.7:
            snapshot = compact(snapshot)
        if stored:
            assert_best(snapshot, stored, chance.choices(WORDS, k=4))


def test_small_changes_do_not_leave_many_segments() -> None:
    snapshot = Snapshot(PASSAGES)
    for n, text in enumerate(texts(1, 1000)):
        snapshot = compact(snapshot.apply((), [row(n, text)]))
    assert len(snapshot.segments) < 4 * TIER


def test_full_segments_are_let_alone_however_many_there_are() -> None:
    rows = [row(n, "boiler") for n in range(ROWS // 2 + 1)]
    snapshot = Snapshot(PASSAGES)
    for _ in range(TIER + 1):
        snapshot = compact(snapshot.apply((), rows))
    assert len(snapshot.segments) == TIER + 1


def test_mostly_dead_segments_are_rebuilt() -> None:
    rows = [row(n, text) for n, text in enumerate(texts(1, 100))]
    snapshot = compact(Snapshot(PASSAGES).apply((), rows).apply(range(60), ()))
    assert [len(segment.ids) for segment in snapshot.segments] == [40]
    assert Snapshot(PASSAGES).apply((), rows).apply(range(100), ()).segments == ()


def test_what_was_merged_is_dropped_if_one_of_its_segments_has_changed_meanwhile() -> None:
    snapshot = Snapshot(PASSAGES)
    for n in range(TIER):
        snapshot = snapshot.apply((), [row(n, "boiler")])
    group = snapshot.find_mergeable()
    one = merge_segments(group)
    meanwhile = snapshot.apply([3], [row(99, "boiler")])
    assert meanwhile.swap(group, one) is meanwhile
    assert len(snapshot.swap(group, one).segments) == 1


def test_what_is_out_of_reach_is_no_candidate_and_takes_no_place() -> None:
    secret = [row(n, "boiler boiler", ADMIN) for n in range(5000)]
    mine = row(9999, "a boiler among many other words", Scope.of_chat("console:alice"))
    snapshot = Snapshot(PASSAGES).apply((), [*secret, mine])
    seen = Visibility.only(KB, Scope.of_chat("console:alice"))
    assert find_best(snapshot, build_query("boiler"), SearchFilter(seen), 10).rows == [9999]
    assert (
        find_best(snapshot, build_query("boiler"), SearchFilter(Visibility.only(KB)), 10).rows == []
    )
    assert find_best(snapshot, build_query("boiler"), SearchFilter(Visibility()), 10).rows == []
    assert len(find_best(snapshot, build_query("boiler"), EVERYTHING, 10).rows) == 10


def test_every_reader_gets_a_mask_of_their_own_and_few_are_kept() -> None:
    people = [Scope.of_chat(f"console:{n}") for n in range(2 * REMEMBERED)]
    snapshot = Snapshot(PASSAGES).apply(
        (), [row(n, "boiler", scope) for n, scope in enumerate(people)]
    )
    for _ in range(2):
        for n, scope in enumerate(people):
            within = SearchFilter(Visibility.only(scope))
            assert find_best(snapshot, build_query("boiler"), within, 10).rows == [n]
    assert len(snapshot.segments[0].masks) <= REMEMBERED


def test_what_only_dead_rows_had_is_gone_after_merging() -> None:
    people = [Scope.of_chat(f"console:{n}") for n in range(100)]
    rows = [row(n, "boiler", scope) for n, scope in enumerate(people)]
    snapshot = compact(Snapshot(PASSAGES).apply((), rows).apply(range(90), ()))
    assert len(snapshot.segments[0].acls) == 10
    mine = SearchFilter(Visibility.only(people[95]))
    assert find_best(snapshot, build_query("boiler"), mine, 10).rows == [95]


def test_a_conversation_narrows_the_reach() -> None:
    chats = [Scope.of_chat(f"console:{name}") for name in ("ann", "bob")]
    snapshot = Snapshot(TURNS).apply(
        (), [row(n, "boiler", chat, corpus=TURNS) for n, chat in enumerate(chats)]
    )
    within = SearchFilter(Visibility.unrestricted(), conversation=chats[1].label)
    assert find_best(snapshot, build_query("boiler"), within, 10).rows == [1]


def test_among_equals_the_first_stored_are_proposed() -> None:
    rows = [row(n, "boiler") for n in range(5000)]
    for snapshot in (
        Snapshot(PASSAGES).apply((), rows),
        Snapshot(PASSAGES).apply((), rows[3000:]).apply((), rows[:3000]),
    ):
        assert find_best(snapshot, build_query("boiler"), EVERYTHING, 7).rows == list(range(7))


def test_an_empty_index_proposes_nothing() -> None:
    assert find_best(Snapshot(PASSAGES), build_query("boiler"), EVERYTHING, 10).rows == []


def test_the_forms_of_a_term_count_as_one() -> None:
    stored = ["hous", "houses", "hous houses", "garden"]
    snapshot = Snapshot(PASSAGES).apply((), [row(n, text) for n, text in enumerate(stored)])
    proposal = find_best(snapshot, Query((Term(("hous", "houses")),)), EVERYTHING, 10)
    assert proposal.document_frequencies == [3]
    assert proposal.rows[0] == 2


def test_a_frequency_beyond_what_a_posting_holds_is_cut() -> None:
    snapshot = Snapshot(PASSAGES).apply((), [row(1, "boiler " * 1000), row(2, "boiler")])
    assert set(find_best(snapshot, build_query("boiler"), EVERYTHING, 10).rows) == {1, 2}


def test_rows_without_terms_are_kept_and_not_found() -> None:
    snapshot = Snapshot(PASSAGES).apply((), [row(1, "")])
    assert snapshot.living == 1
    assert find_best(snapshot, build_query("boiler"), EVERYTHING, 10).rows == []
    more = snapshot.apply((), [row(2, "boiler")])
    assert find_best(more, build_query("boiler"), EVERYTHING, 1).rows == [2]


def test_the_best_rows_of_several_groups_of_segments_are_compared() -> None:
    def count(n: int) -> int:
        return 200 + n // 5000 if n % 5000 == 999 else 1 + n % 100

    rows = [
        TermRow(n, "s", 10 + n % 2, hash_term("boiler"), bytes([count(n)]))
        for n in range(TOGETHER + 3000)
    ]
    snapshot = Snapshot(PASSAGES).apply((), rows)
    assert len(snapshot.groups) > 1
    statistics = Statistics(len(rows), 10.5, ("en",), (len(rows), 0))
    found = snapshot.find_best(build_query("boiler"), EVERYTHING, 9, statistics)
    assert sorted(found.rows) == list(range(90_999, len(rows), 5000))
    assert found.document_frequencies == [len(rows)]
