"""What the bench of citations counts, with judges that are known to be right or wrong."""

from collections import Counter

from bench.citations.answers import load_answers
from bench.citations.pairs import (
    OCCASIONAL,
    VARIED,
    CitedPair,
    add_mark,
    group_by,
    judge_pairs,
    keeps_mark,
    load_cited_pairs,
    measure_shares,
)
from bench.citations.rules import count_decided, format_rules, list_deciding
from bench.halves import HALVES
from indexer.inference.entailment import VETOES, judge

LANGUAGES = {"en", "de", "fr", "es", "ru", "zh", "ja"}
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


def test_both_halves_have_the_same_kinds_and_languages_and_share_no_passage() -> None:
    halves = [load_cited_pairs(half) for half in HALVES]
    passages = [{pair.passage for pair in half} for half in halves]
    assert not set.intersection(*passages)
    for half in halves:
        assert {pair.language for pair in half} >= LANGUAGES
        true = Counter(pair.holds for pair in half)
        assert abs(true[True] - true[False]) <= len(half) // 10
        assert len({(p.passage, p.statement, p.question) for p in half}) == len(half)
    kinds = [{(pair.kind, pair.holds) for pair in half} for half in halves]
    assert kinds[0] == kinds[1]


def test_varied_pairs_are_half_true_in_every_language_and_share_no_passage() -> None:
    halves = [load_cited_pairs(half, VARIED) for half in HALVES]
    assert not set.intersection(*({pair.passage for pair in half} for half in halves))
    for half in halves:
        assert {pair.language for pair in half} == LANGUAGES
        assert abs(sum(1 if pair.holds else -1 for pair in half)) <= len(half) // 10
        assert len({(pair.passage, pair.statement) for pair in half}) == len(half)


def test_both_halves_of_the_answers_have_every_kind_of_sentence() -> None:
    halves = [load_answers(half) for half in HALVES]
    assert not set.intersection(*({answer.passages for answer in half} for half in halves))
    for half in halves:
        assert len(half) >= 30
        assert {answer.language for answer in half} == LANGUAGES
        kinds = {(each.label, each.marked) for answer in half for each in answer.sentences}
        marked = {(label, True) for label in ("supported", "false")}
        assert kinds == marked | {(label, False) for label in ("supported", "false", "none")}


def test_the_newest_pairs_are_half_true_and_share_no_passage() -> None:
    halves = [load_cited_pairs(half, OCCASIONAL) for half in HALVES]
    assert not set.intersection(*({pair.passage for pair in half} for half in halves))
    for half in halves:
        assert {pair.language for pair in half} >= LANGUAGES | {"it", "nl"}
        assert sum(pair.holds for pair in half) * 2 == len(half) >= 100


def test_a_rule_decides_if_the_mark_is_kept_without_it() -> None:
    closed = "The library is closed on Mondays."
    assert list(list_deciding(judge("The library is open on Mondays.", closed))) == ["negation"]
    assert not list(list_deciding(judge(closed, closed)))
    pair = CitedPair(closed, "The library is open on Mondays.", False, "negation", "en")
    assert count_decided([pair, pair]) == {("negation", False): 2}


def test_every_rule_has_a_row_and_the_dearest_is_first() -> None:
    known, newest = Counter({("number", True): 3}), Counter({("number", False): 2})
    rows = format_rules(known, newest)
    assert len(rows) == len(VETOES) + 2
    assert rows[2] == "| number | 0 | 3 | 2 | 0 |"
