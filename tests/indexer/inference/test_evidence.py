"""What is weighed where rules leave open whether a statement follows."""

import pytest

from bench.citations.weights import Example, fit, solve
from indexer.inference.entailment import judge
from indexer.inference.evidence import (
    REPEATED,
    REWORDED,
    list_repeated,
    list_reworded,
)

REHEARSALS = (
    "The choir rehearses in Room B on Wednesdays, while the orchestra has the main hall"
    " on Thursdays."
)
DAYS = "Ann leads the choir, Bob leads the band. Both meet on Mondays."


PARCEL = (
    "Your parcel was handed to the driver this morning. Because nobody answered the door, it has"
    " been left with your neighbour at number 17."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (REHEARSALS, "The choir rehearses in Room B on Wednesdays."),
        (
            "She prescribed drops for ten days and advised against bathing.",
            "The vet recommends not giving the cat a bath.",
        ),
        (
            "Bonfires are permitted from October to March, but not on Sundays.",
            "You can light a bonfire in winter, on any day except Sunday.",
        ),
    ],
)
def test_other_words_hold_though_a_rule_speaks_against_them(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


def test_parts_of_two_clauses_do_not_hold_together() -> None:
    verdict = judge("The neighbour left the parcel with the driver.", PARCEL)
    assert not verdict.reasons
    assert not verdict.follows


def test_each_piece_of_evidence_has_a_weight() -> None:
    found = judge("Ann leads the choir.", DAYS).alignment
    assert list(REPEATED) == ["", *list_repeated(found)]
    assert list(REWORDED) == ["", *list_reworded(found, ())]


def test_a_rule_against_a_statement_in_other_words_counts_against_it() -> None:
    found = judge("Ann leads the choir.", DAYS).alignment
    assert list_reworded(found, ("number", "date"))["firm"] == 2
    assert REWORDED["firm"] < 0 > REWORDED["any"]


def test_what_stands_in_two_clauses_is_apart() -> None:
    joined = list_repeated(judge("The orchestra rehearses in Room B.", REHEARSALS).alignment)
    whole = list_repeated(judge("The choir rehearses in Room B.", REHEARSALS).alignment)
    assert joined["apart"] > 0 == whole["apart"]


def test_an_equation_is_solved() -> None:
    assert solve([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1.0, 3.0])


def test_weights_tell_what_holds_from_what_does_not() -> None:
    examples = [
        Example({"for": float(at % 2), "noise": 1.0}, at % 2 == 1, 1.0, 0) for at in range(40)
    ]
    weights = fit(examples)
    assert weights["for"] > 1 > abs(weights["noise"])
    assert weights[""] < 0
