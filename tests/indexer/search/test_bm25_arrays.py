"""Postings of several forms of a word become those of one term."""

import numpy as np
import pytest

from indexer.search.bm25 import SLACK
from indexer.search.bm25_arrays import Matches, Postings, unite
from indexer.search.query import LONGEST
from indexer.search.ranking import saturate
from tests.indexer.factories import chances


@pytest.mark.parametrize("share", [0.001, 0.02, 0.5])
def test_a_row_counts_all_forms_of_a_term(share: float) -> None:
    chance, size = chances(3), 4000
    for number in range(1, 5):
        forms = [
            {row: chance.randrange(1, 256) for row in range(size) if chance.random() < share}
            for _ in range(number)
        ]
        found = unite(
            [
                Postings(np.array(list(form), np.uint16), np.array(list(form.values()), np.uint8))
                for form in forms
            ],
            size,
        )
        rows = sorted(set().union(*forms))
        assert found.rows.tolist() == rows
        assert found.counts.tolist() == [sum(form.get(row, 0) for form in forms) for row in rows]


def test_a_term_without_rows_is_found_in_none() -> None:
    none = Postings(np.empty(0, np.uint16), np.empty(0, np.uint8))
    assert not len(unite([none, none], 9).rows)
    assert not len(unite([], 9).rows)


def test_scores_of_the_longest_question_are_exact_enough_to_choose_by() -> None:
    """Rows that nearly tie are proposed too: what sums lose of each is less than half of that."""
    chance, sizes = chances(5), (300, 40)
    norms = np.array([chance.uniform(0.3, 9) for _ in range(sum(sizes))], np.float32)
    rarities = [chance.uniform(1e-6, 12) for _ in range(LONGEST)]
    found = [[_choose_postings(size, seed) for seed in range(LONGEST)] for size in sizes]
    matches = Matches.join(found, [0, sizes[0]], norms)
    exact = [0.0] * sum(sizes)
    for of_segment, start in zip(found, (0, sizes[0]), strict=True):
        for rarity, each in zip(rarities, of_segment, strict=True):
            for row, times in zip(each.rows.tolist(), each.counts.tolist(), strict=True):
                exact[start + row] += rarity * saturate(times, float(norms[start + row]))
    assert matches.score(rarities, None) == pytest.approx(exact, rel=SLACK / 2)
    having = [sum(len(of[n].rows) for of in found) for n in range(LONGEST)]
    assert matches.count_rows() == having


def _choose_postings(size: int, seed: int) -> Postings:
    chance = chances(seed)
    counts = {row: chance.randrange(1, 256) for row in range(size) if chance.random() < 0.7}
    return Postings(np.array(list(counts), np.uint16), np.array(list(counts.values()), np.uint8))
