"""Postings of several forms of a word become those of one term."""

import numpy as np
import pytest

from indexer.search.bm25_arrays import Postings, unite
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
