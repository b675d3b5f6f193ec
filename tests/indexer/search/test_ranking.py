import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.search.ranking import (
    NUDGE,
    RankingSettings,
    activation,
    blend,
    fuse_ranks,
    idf,
    length_norm,
    saturate,
    scale_score,
)
from tests.indexer.factories import chances

DAY = 86_400.0
POSITIVE = st.floats(0.0, 1e6)


def reference(
    question: Sequence[str], text: Sequence[str], texts: Sequence[Sequence[str]]
) -> float:
    """BM25 as in the textbook, straight from the words."""
    average = sum(map(len, texts)) / len(texts)
    total = 0.0
    for word in question:
        having = sum(word in each for each in texts)
        rarity = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
        count = text.count(word)
        total += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(text) / average))
    return total


@pytest.mark.parametrize("seed", range(20))
def test_bm25_is_the_textbooks(seed: int) -> None:
    chance = chances(seed)
    texts = [[chance.choice("abcdefgh") for _ in range(chance.randint(1, 30))] for _ in range(9)]
    question = [chance.choice("abcdefghij") for _ in range(4)]
    average = sum(map(len, texts)) / len(texts)
    rarities = [idf(sum(word in each for each in texts), len(texts)) for word in question]
    for text in texts:
        beside = length_norm(len(text), average)
        ours = sum(
            rarity * saturate(text.count(word), beside)
            for word, rarity in zip(question, rarities, strict=True)
        )
        assert ours == pytest.approx(reference(question, text, texts))


def test_a_term_of_every_row_is_still_worth_something() -> None:
    assert idf(1, 1) > 0
    assert idf(2, 2) > 0
    assert idf(1, 100) > idf(50, 100) > idf(100, 100) > 0


@pytest.mark.spec("S4-37", "S4-38")
def test_activation_is_what_the_specification_says() -> None:
    assert activation([], 0.5) == 0
    assert activation([300.0], 0.5) == pytest.approx(math.log(1 + 300**-0.5))
    assert activation([0.0], 0.5) == pytest.approx(math.log(2))
    assert activation([-5.0], 0.5) == pytest.approx(math.log(2))


@pytest.mark.spec("S4-41", "S4-42", "S4-43", "S4-44", "S4-45")
def test_use_counts_more_when_it_was_lately_and_often() -> None:
    assert activation([300.0], 0.5) > activation([7 * DAY], 0.5)
    assert activation([DAY] * 10, 0.5) > activation([DAY], 0.5)
    assert activation([365 * DAY], 0.5) < 0.001


@pytest.mark.spec("S4-40")
def test_only_the_last_fifty_accesses_count() -> None:
    assert activation([10.0] * 50, 0.5) == activation([10.0] * 500, 0.5)
    assert activation([10.0] * 50, 0.5) > activation([10.0] * 49, 0.5)


@pytest.mark.spec("S4-46", "S4-47")
def test_the_specifications_blend_adds_twice_the_activation() -> None:
    settings = RankingSettings(mode="specification")
    assert blend(3.0, 0.5, 10.0, settings) == 4.0


@given(POSITIVE, st.floats(0, 50), POSITIVE)
def test_the_bounded_blend_never_adds_more_than_a_twentieth_of_the_best(
    relevance: float, used: float, best: float
) -> None:
    added = blend(relevance, used, best, RankingSettings()) - relevance
    assert -1e-6 <= added <= NUDGE * best * (1 + 1e-9) + 1e-6


@given(POSITIVE, POSITIVE)
def test_a_shown_score_keeps_the_order_and_stays_below_one(one: float, other: float) -> None:
    assert 0 <= scale_score(one) < 1
    assert (scale_score(one) <= scale_score(other)) or one > other


@pytest.mark.spec("S0-27")
@pytest.mark.parametrize(("relevance", "score"), [(0.0, 0.0), (1.0, 0.5), (4.0, 0.8)])
def test_a_better_relevance_is_shown_as_a_higher_score(relevance: float, score: float) -> None:
    assert scale_score(relevance) == pytest.approx(score) == pytest.approx(1 - 1 / (1 + relevance))


def test_reciprocal_ranks_begin_at_a_sixty_first() -> None:
    fused = fuse_ranks(["a", "b"], ["b", "c"])
    assert fused == {"a": 1 / 61, "b": pytest.approx(1 / 62 + 1 / 61), "c": 1 / 62}


@pytest.mark.spec("S4-46", "S4-47")
def test_the_weight_of_use_is_two_and_can_be_set() -> None:
    assert RankingSettings().activation_weight == 2.0
    heavy = RankingSettings(mode="specification", activation_weight=4.0)
    assert blend(3.0, 0.5, 10.0, heavy) == 5.0


@pytest.mark.spec("S4-39")
def test_the_decay_is_a_half_unless_it_is_set() -> None:
    assert RankingSettings().decay_rate == 0.5
    assert activation([DAY], 0.05) > activation([DAY], 0.5)
