import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.embedding.vector_index import FREE, BitIndex, compute_cosines

FloatArray = npt.NDArray[np.float32]
DIMENSIONS = 384


def unit_rows(count: int, seed: int = 1, dimensions: int = DIMENSIONS) -> FloatArray:
    rows = np.random.default_rng(seed).standard_normal((count, dimensions)).astype("<f4")
    scaled: FloatArray = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


def pack_rows(rows: FloatArray, first: int = 0) -> list[tuple[int, bytes]]:
    return [(first + place, row.tobytes()) for place, row in enumerate(rows)]


@pytest.fixture
def filled() -> tuple[BitIndex, FloatArray]:
    rows = unit_rows(5000)
    index = BitIndex()
    index.add(pack_rows(rows))
    return index, rows


def count_differing_signs(rows: FloatArray, query: FloatArray) -> npt.NDArray[np.int64]:
    counted: npt.NDArray[np.int64] = ((rows > 0) != (query > 0)).sum(axis=1)
    return counted


def test_the_nearest_are_those_whose_signs_differ_least(
    filled: tuple[BitIndex, FloatArray],
) -> None:
    index, rows = filled
    for query in unit_rows(5, seed=2):
        distance = count_differing_signs(rows, query)
        found = index.find_nearest(query.tobytes(), count=50)
        assert len(set(found)) == 50
        assert sorted(distance[found]) == sorted(distance)[:50]


def test_a_vector_is_its_own_neighbour(filled: tuple[BitIndex, FloatArray]) -> None:
    index, rows = filled
    for row in (0, 4095, 4096, 4999):
        assert index.find_nearest(rows[row].tobytes(), count=1) == [row]


def test_signs_and_exact_scores_find_what_comparing_all_would() -> None:
    topics = np.repeat(unit_rows(250, seed=3), 20, axis=0)  # as texts have them
    rows = topics + 0.7 * unit_rows(5000, seed=4)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = BitIndex()
    index.add(pack_rows(rows))
    found = 0
    for query in rows[::250]:
        candidates = index.find_nearest(query.tobytes())
        scores = compute_cosines(
            query.tobytes(), [(each, rows[each].tobytes()) for each in candidates]
        )
        best = sorted(scores, key=lambda each: -scores[each])[:15]
        found += len(set(best) & set(np.argsort(-(rows @ query))[:15].tolist()))
    assert found / (20 * 15) > 0.97


def test_what_the_mask_hides_is_never_found_and_the_rest_is_ranked_without_it(
    filled: tuple[BitIndex, FloatArray],
) -> None:
    index, rows = filled
    query = rows[17]
    mask = np.ones(len(rows), bool)
    mask[np.argsort(count_differing_signs(rows, query))[:400]] = (
        False  # all that would have been found
    )
    found = index.find_nearest(query.tobytes(), mask)
    assert len(found) == 300
    assert mask[found].all()
    visible = np.flatnonzero(mask)
    assert (
        sorted(count_differing_signs(rows[found], query))
        == sorted(count_differing_signs(rows[visible], query))[:300]
    )
    assert index.find_nearest(query.tobytes(), np.zeros(len(rows), bool)) == []


def test_a_removed_vector_is_gone_and_a_new_one_replaces_the_old() -> None:
    rows = unit_rows(3)
    index = BitIndex()
    index.add(pack_rows(rows, first=10))
    index.remove([11, 99])
    assert sorted(index.find_nearest(rows[1].tobytes())) == [10, 12]
    assert sorted(index.find_nearest(rows[1].tobytes(), np.ones(3, bool))) == [10, 12]
    index.add([(10, rows[1].tobytes())])
    assert index.find_nearest(rows[1].tobytes(), count=1) == [10]
    assert sorted(index.find_nearest(rows[0].tobytes())) == [10, 12]


def test_of_two_vectors_for_one_id_the_later_counts() -> None:
    one, other = unit_rows(2)
    index = BitIndex()
    index.add([(1, one.tobytes()), (2, one.tobytes()), (1, other.tobytes())])
    assert index.find_nearest(other.tobytes(), count=1) == [1]
    assert sorted(index.ids) == [1, 2]


def test_vectors_of_another_length_are_left_out() -> None:
    index = BitIndex()
    assert index.find_nearest(unit_rows(1)[0].tobytes()) == []
    index.add([*pack_rows(unit_rows(2)), *pack_rows(unit_rows(2, dimensions=768), first=5)])
    assert sorted(index.find_nearest(unit_rows(1)[0].tobytes())) == [0, 1]
    assert index.find_nearest(unit_rows(1, dimensions=768)[0].tobytes()) == []


def test_any_number_of_dimensions_will_do() -> None:
    for dimensions in (1, 7, 64, 65, 100, 1536):
        rows = unit_rows(40, dimensions=dimensions)
        index = BitIndex()
        index.add(pack_rows(rows))
        distance = count_differing_signs(rows, rows[3])
        found = index.find_nearest(rows[3].tobytes(), count=5)
        assert sorted(distance[found]) == sorted(distance)[:5]


def test_100_000_vectors_take_no_more_than_7_megabytes() -> None:
    index = BitIndex()
    block = unit_rows(1000)
    for first in range(0, 100_000, 1000):
        index.add(pack_rows(block, first))
    assert index.memory < 7_000_000
    assert len(index.find_nearest(block[0].tobytes(), count=100)) == 100


ROWS = unit_rows(12, dimensions=64)
STEPS = st.lists(
    st.tuples(st.booleans(), st.lists(st.integers(0, 30), max_size=8), st.integers(0, 11)),
    max_size=30,
)


@settings(max_examples=60)
@given(STEPS)
def test_after_any_history_the_index_holds_what_was_put_and_not_removed(
    steps: list[tuple[bool, list[int], int]],
) -> None:
    index, expected = BitIndex(), dict[int, bytes]()
    for put, ids, row in steps:
        vector = ROWS[row].tobytes()
        if put:
            index.add([(each, vector) for each in ids])
            expected |= dict.fromkeys(ids, vector)
        else:
            index.remove(ids)
            expected = {each: kept for each, kept in expected.items() if each not in ids}
    assert sorted(each for each in index.ids if each != FREE) == sorted(expected)
    for each, vector in expected.items():
        mask = index.ids == each
        assert index.find_nearest(vector, mask) == [each]
        same = {other for other, kept in expected.items() if kept == vector}
        assert set(index.find_nearest(vector, count=len(same))) == same


@pytest.mark.spec("S3-22")
def test_exact_scores_are_the_cosines() -> None:
    rows = unit_rows(30)
    scores = compute_cosines(rows[0].tobytes(), pack_rows(rows, first=7))
    assert list(scores) == list(range(7, 37))
    assert list(scores.values()) == pytest.approx((rows @ rows[0]).tolist(), abs=1e-6)
    assert compute_cosines(rows[0].tobytes(), []) == {}
    assert compute_cosines(rows[0].tobytes(), [(1, b"\x00" * 8)]) == {}
