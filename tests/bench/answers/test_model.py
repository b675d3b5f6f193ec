"""Money is spent only on what was agreed to, and an extract is never taken for a model's answer."""

import pytest
from msgspec.structs import replace

from bench.answers.items import Grade, Item
from bench.answers.judging import Outcome, judge
from bench.answers.model import ConfiguredModel, confirm, format_cost, select_for_model
from bench.answers.replies import parse_written_reply
from bot.answering.without_model import INSTEAD
from bot.llm import LlmSettings, Price

ITEM = Item(
    "open-1", "en", "how much", "And in May?", ("In March?",), (("541",),), (), "Budget.csv"
)
FILES = {1: "Budget.csv"}


def test_the_cost_is_that_of_every_message_and_its_price() -> None:
    settings = LlmSettings(model="openai:some", price=Price(input=10, output=100))
    told = format_cost(ConfiguredModel({}, settings), [ITEM])
    assert (
        told
        == "2 messages to openai:some: about 5,400 tokens read, 300 written, 0.08 by llm.price."
    )


def test_without_a_price_none_is_told() -> None:
    told = format_cost(ConfiguredModel({}, LlmSettings(model="ollama:some")), [ITEM])
    assert told.endswith("llm.price is not set.")


def test_what_rules_cannot_do_is_not_asked_of_a_model() -> None:
    assert select_for_model([ITEM, replace(ITEM, grade=Grade.CANNOT)]) == [ITEM]


def test_nothing_is_asked_without_consent() -> None:
    with pytest.raises(SystemExit):
        confirm("2 messages.", lambda _question: "")
    confirm("2 messages.", lambda _question: "Yes")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("It was 541 in May [1].\n\n[1] Budget.csv", Outcome.RIGHT),
        ("It was 507 in May [1].\n\n[1] Budget.csv", Outcome.WRONG),
        ("The documents do not say.", Outcome.MISSED),
    ],
)
def test_what_a_model_wrote_claims_something_if_it_cites(text: str, outcome: Outcome) -> None:
    assert judge(ITEM, parse_written_reply(text, FILES)).outcome is outcome


def test_extracts_in_place_of_a_model_end_the_run() -> None:
    with pytest.raises(SystemExit, match="It is down"):
        parse_written_reply(f"It is down. {INSTEAD}\n\n- 541 [1]", FILES)
