"""Which questions need a model, and which only sound like it."""

import pytest

from bot.answering.model_requests import Task, detect_task, needs_model
from bot.answering.question.asked_question import parse_question
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    "question",
    [
        "Where do they get together next time?",
        "Up to what sum do we pay for repairs?",
        "What do I do with tablets I no longer need?",
        "How much do I get for staying longer?",
        "indian takeaways near the station",
        "what are the takeaways near the station?",
        "what are the essentials for camp?",
        "what is the outline planning permission?",
        "das Wichtigste für die Reise",
        "lo esencial para el viaje",
        "punti principali della linea",
        "главное здание когда открыто?",
        "сколько стоит основное блюдо?",
        "головне місто",
        "重点中学在哪里？",
        "报名要点是什么？",
    ],
)
def test_a_word_of_sums_or_comparisons_alone_needs_none(question: str) -> None:
    assert detect_task(parse_question(question)) is None


@pytest.mark.parametrize(
    ("question", "task"),
    [
        ("How much do the two cost together?", Task.SUM),
        ("What sum do all invoices come to together?", Task.SUM),
        ("Which warranty is longer?", Task.COMPARE),
        ("Which is cheaper, the T1 or the H1?", Task.PRICES),
        ("What's the cheapest room?", Task.PRICES),
        ("Welche Fahrkarte ist am günstigsten?", Task.PRICES),
        ("Quel est le forfait le moins cher ?", Task.PRICES),
        ("最便宜的票是哪种？", Task.PRICES),
        ("Summarise the lease", Task.SUMMARY),
        ("What are the key points?", Task.SUMMARY),
        ("das Wichtigste bitte", Task.SUMMARY),
    ],
)
def test_sums_comparisons_and_summaries_need_one(question: str, task: Task) -> None:
    found = detect_task(parse_question(question))
    assert found is not None
    assert found[0] is task


def test_a_total_that_stands_there_needs_none_whatever_word_asks_for_it() -> None:
    bill = "Jetting ............ £ 45.00\nTOTAL ............... £281.40\n"
    question = "How much was it altogether?"
    assert needs_model(parse_question(question), ask(question, bill)) is None
    question = "How much was the jetting altogether?"
    assert needs_model(parse_question(question), ask(question, bill)) is Task.SUM
