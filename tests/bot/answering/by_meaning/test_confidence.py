"""Knowing when the documents do not answer; `bench/answerable.py` has the figures."""

import pytest
from msgspec.structs import replace

from bench.answerable import Errors, JudgedQuestion, compute_errors, find_balanced_threshold
from bot.answering.by_meaning.confidence import (
    NAMED,
    UNNAMED,
    can_answer,
    compute_confidence,
    load_threshold,
)
from indexer.documents import Chunk, Hit
from indexer.scopes import KB

MODEL = "hybrid:local:all-MiniLM-L6-v2"


def hit(text: str, score: float) -> Hit:
    """A hit of that shown score in a collection of about a thousand passages."""
    relevance = score / (1 - score)
    found = Hit(Chunk("doc:1", "Part", text), "/a.md", "a.md", KB, "md", score)
    return replace(found, bm25=relevance, rarest=7.0)


MAIL = "The mail server of Falcot listens on port 25."


def test_a_passage_with_all_the_words_answers() -> None:
    assert can_answer("On which port does the mail server of Falcot listen?", [hit(MAIL, 0.95)])


def test_a_passage_with_one_of_the_words_does_not() -> None:
    question = "Who painted the ceiling of the chapel near the harbour of Porto?"
    assert not can_answer(question, [hit(MAIL, 0.6)])
    assert not can_answer(question, [])


def by_meaning(text: str, score: float, cosine: float, ranker: str = MODEL) -> Hit:
    return replace(hit(text, score), ranker=ranker, cosine=cosine)


def test_what_a_measured_model_finds_near_answers_in_other_words() -> None:
    question = "Where does e-mail come in at Falcot?"
    assert not can_answer(question, [hit(MAIL, 0.8)])
    assert not can_answer(question, [by_meaning(MAIL, 0.8, 0.1)])
    assert can_answer(question, [by_meaning(MAIL, 0.8, 0.75)])


def test_the_cosines_of_a_model_that_was_never_measured_do_not_count() -> None:
    assert load_threshold("hybrid:openai:some") is None
    for question in ("Where does e-mail come in at Falcot?", "On which port does mail listen?"):
        found = by_meaning(MAIL, 0.8, 0.99, "hybrid:openai:some")
        assert can_answer(question, [found]) == can_answer(question, [hit(MAIL, 0.8)])


def test_confidence_grows_with_words_names_and_relevance() -> None:
    question = "Which port does Falcot use for mail?"
    other = "The web server listens on port 443."
    assert compute_confidence(question, [hit(MAIL, 0.9)]) > compute_confidence(
        question, [hit(other, 0.9)]
    )
    assert compute_confidence(question, [hit(MAIL, 0.9)]) > compute_confidence(
        question, [hit(MAIL, 0.5)]
    )
    assert compute_confidence(question, [hit(other, 0.9), hit(MAIL, 0.5)]) > compute_confidence(
        question, [hit(other, 0.9)]
    )
    assert compute_confidence(question, [hit(MAIL, 0.999)]) < 5
    assert compute_confidence(question, []) == 0


def test_a_number_of_the_question_counts_wherever_the_passage_has_it() -> None:
    question = "Which port had the mail server of Falcot in 2019?"
    far = f"{MAIL} Tea is green. Cats sleep. Birds sing. Boats sail. It was built in 20{{}}."
    with_it, without = far.format("19"), far.format("18")
    assert compute_confidence(question, [hit(with_it, 0.9)]) > compute_confidence(
        question, [hit(without, 0.9)]
    )


def test_the_threshold_balances_both_errors() -> None:
    asked = [JudgedQuestion("a", True, value) for value in (0.4, 1.5, 1.6, 1.7)]
    asked += [JudgedQuestion("a", False, value) for value in (0.1, 0.2, 0.3, 1.55)]
    assert find_balanced_threshold(asked) == 0.4
    assert compute_errors(asked, 1.0) == Errors(refused=0.25, accepted=0.25)
    assert compute_errors(asked, 9.0) == Errors(refused=1.0, accepted=0.0)


def test_a_small_collection_is_judged_like_a_large_one() -> None:
    question = "Which port does Falcot use for mail?"
    large = replace(hit(MAIL, 0.9), bm25=9.0, rarest=7.0)
    small = replace(hit(MAIL, 0.6), bm25=9.0 * 1.5 / 7.0, rarest=1.5)
    assert abs(compute_confidence(question, [large]) - compute_confidence(question, [small])) < 1e-9


FERRY = "The ferry to the mainland leaves at nine from the old pier of Brindholm."


def in_small_letters(question: str, found: Hit) -> float:
    """How much more it is worth where it names nothing."""
    return round(
        compute_confidence(question.lower(), [found]) - compute_confidence(question, [found]), 3
    )


def test_a_name_that_nothing_found_has_counts_against_the_rest() -> None:
    found = hit(FERRY, 0.87)
    assert can_answer("When does the ferry from Brindholm leave?", [found])
    assert can_answer("when does the ferry to stockholm leave?", [found])
    assert not can_answer("When does the ferry to Stockholm leave?", [found])
    assert in_small_letters("When does the ferry to Stockholm leave?", found) == NAMED + UNNAMED
    assert in_small_letters("When does the ferry to Stockholm or Oslo leave?", found) > NAMED


@pytest.mark.parametrize(
    "question",
    [
        "When does the ferry from Brindhollm leave?",  # a typo
        "As Anna asked, when does the ferry leave?",  # who asks is not what is asked
        "When does the ferry from Brindholm to Stockholm leave?",  # in part it is there
    ],
)
def test_a_name_that_may_be_there_does_not_count_against_the_rest(question: str) -> None:
    assert in_small_letters(question, hit(FERRY, 0.87)) == NAMED


def test_where_every_noun_has_a_capital_it_names_nothing() -> None:
    question = "Wann fährt die Fähre nach Stockholm ab?"
    assert in_small_letters(question, hit("Die Fähre fährt um neun vom Kai ab.", 0.87)) == 0


def test_a_name_in_any_of_the_passages_is_there() -> None:
    ferry, other = hit(FERRY, 0.87), hit("Stockholm is a city.", 0.5)
    question = "When does the ferry to Stockholm leave?"
    assert (
        compute_confidence(question, [ferry, other])
        == compute_confidence(question, [ferry]) + NAMED + UNNAMED
    )
