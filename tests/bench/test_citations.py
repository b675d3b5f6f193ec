"""What the bench of citations counts, with judges that are known to be right or wrong."""

from bench.citations.pairs import (
    CitedPair,
    add_mark,
    group_by,
    judge_pairs,
    keeps_mark,
    measure_shares,
)

TRUE = CitedPair("The shed is green.", "The shed is green.", True, "paraphrase", "en")
FALSE = CitedPair("The shed is green.", "The boat sails to Crete.", False, "detail", "en")


def test_a_perfect_judge_has_both_figures() -> None:
    shares = measure_shares(judge_pairs([TRUE, FALSE], lambda pair: pair.holds))
    assert (shares.precision, shares.recall) == (1.0, 1.0)


def test_a_judge_that_keeps_everything_loses_precision_only() -> None:
    shares = measure_shares(judge_pairs([TRUE, FALSE], lambda _pair: True))
    assert (shares.precision, shares.recall) == (0.5, 1.0)


def test_a_judge_that_keeps_nothing_has_neither() -> None:
    shares = measure_shares(judge_pairs([TRUE, FALSE], lambda _pair: False))
    assert (shares.precision, shares.recall) == (0.0, 0.0)


def test_the_product_judges_word_for_word_repetition_and_another_subject() -> None:
    assert keeps_mark(TRUE)
    assert not keeps_mark(FALSE)


def test_a_mark_stands_before_the_full_stop() -> None:
    assert add_mark("It is green.", 1) == "It is green [1]."
    assert add_mark("関係ありません。", 2) == "関係ありません [2]。"
    assert add_mark("Green", 1) == "Green [1]"


def test_groups_hold_every_pair_once() -> None:
    groups = group_by(judge_pairs([TRUE, FALSE, TRUE]), lambda pair: pair.kind)
    assert [(name, len(group)) for name, group in groups.items()] == [
        ("paraphrase", 2),
        ("detail", 1),
    ]
