"""Statements that have the words of a passage, in one sentence or in several."""

from itertools import pairwise

import pytest

from bench.citations.pairs import NOVEL, OCCASIONAL, load_cited_pairs
from bot.citations.quotation import QUOTED, quotes
from bot.citations.statement import parse_passage
from bot.citations.support import supports
from indexer.inference.entailment import CITED

LAUNDRY = (
    "The laundry room is open to all tenants from 7 am to 9 pm, but not on Sundays. Each flat may"
    " use one machine at a time. The drying room must be cleared by noon on the next day."
)
PROMISES = (
    "In der Hütte schlafen 24 Gäste; Hunde dürfen nicht hinein. Die Wirtin heißt Edda Kolb."
    " Ihr Bruder führt das Gasthaus im Tal."
)
SAILORS = "Eva Lund repairs the sails; she is thirty years old; Ann Berg steers the boat."
CLINIC = "门诊看病一律要先预约，急诊除外。挂号费每次十二元，老年人不收费。"
FORBIDDEN = "Not allowed in the hostel:\n- dogs in any of the rooms\n- fires on the balcony"


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (
            LAUNDRY,
            "The laundry room is open to all tenants from 7 am to 9 pm, but not on Sundays, each"
            " flat may use one machine at a time.",
        ),
        (
            LAUNDRY,
            "Each flat may use one machine at a time, and the drying room must be cleared by noon"
            " on the next day.",
        ),
        (PROMISES, "Hunde dürfen nicht hinein; in der Hütte schlafen 24 Gäste."),
        (
            PROMISES,
            "In der Hütte schlafen 24 Gäste, Hunde dürfen nicht hinein, und die Wirtin heißt Edda"
            " Kolb.",
        ),
        (CLINIC, "门诊看病一律要先预约，急诊除外，挂号费每次十二元，老年人不收费。"),
    ],
)
def test_sentences_that_stand_together_may_be_joined(text: str, statement: str) -> None:
    assert quotes(statement, parse_passage(text))


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (
            LAUNDRY,
            "The laundry room is open to all tenants from 7 am to 9 pm, but not on Sundays, the"
            " drying room may use one machine at a time.",
        ),
        (
            LAUNDRY,
            "The drying room is open to all tenants from 7 am to 9 pm, but not on Sundays, the"
            " laundry room must be cleared by noon on the next day.",
        ),
        (PROMISES, "Hunde schlafen in der Hütte; 24 Gäste dürfen nicht hinein."),
        (CLINIC, "急诊看病一律要先预约，门诊除外，挂号费每次十二元，老年人不收费。"),
    ],
)
def test_what_is_exchanged_between_them_may_not(text: str, statement: str) -> None:
    passage = parse_passage(text)
    assert not quotes(statement, passage)
    assert not supports(passage, statement, "", CITED)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (SAILORS, "Ann Berg steers the boat; she is thirty years old."),
        (PROMISES, "Hunde dürfen nicht hinein, ihr Bruder führt das Gasthaus im Tal."),
        (LAUNDRY, "The drying room must be cleared by noon on the next day, each flat may use one"),
    ],
)
def test_a_sentence_is_not_said_of_what_another_is_about(text: str, statement: str) -> None:
    assert not quotes(statement, parse_passage(text))


def test_what_a_heading_denies_is_not_quoted() -> None:
    joined = "Dogs in any of the rooms, fires on the balcony."
    assert not quotes(joined, parse_passage(FORBIDDEN))


def test_many_sentences_are_compared_in_little_time() -> None:
    passage = parse_passage("The tide is high today. " * 2000)
    assert not quotes("The tide is high today, " * 2000 + "and so is the moon", passage)


@pytest.mark.parametrize("folder", [OCCASIONAL, NOVEL])
def test_neighbours_in_labelled_passages_may_be_joined(folder: str) -> None:
    texts = {each.passage for each in load_cited_pairs("open", folder)}
    joined = [
        quotes(f"{one.bare}, {other.bare}", passage)
        for passage in map(parse_passage, sorted(texts))
        for one, other in pairwise(passage.sentences)
        if min(len(one.bare), len(other.bare)) > QUOTED
    ]
    assert len(joined) > 100
    assert sum(joined) >= 0.98 * len(joined)
