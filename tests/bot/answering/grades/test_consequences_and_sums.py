"""What follows if nothing is done, sums without a currency, and numbers that name something."""

import pytest

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.phrases import Grade
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask

SURE = 0.9


def _is_sure(question: str, text: str) -> bool:
    return ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "outcome"),
    [
        (
            "what happens if i don't object to the minutes",
            "Members may object to the minutes for ten days. After that they count as approved.",
            "count as approved",
        ),
        (
            "was passiert, wenn ich den Zählerstand nicht melde?",
            "Bitte melden Sie den Zählerstand bis zum 5. Mai. Sonst wird er geschätzt.",
            "geschätzt",
        ),
    ],
)
def test_what_follows_if_it_is_not_done_is_quoted(question: str, text: str, outcome: str) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert outcome in found.text


def test_a_sentence_on_something_else_is_no_consequence() -> None:
    text = "Members may object to the minutes for ten days. Coffee is served after the meeting."
    assert not _is_sure("what happens if i don't object to the minutes", text)


def test_a_threat_behind_a_date_denies_nothing() -> None:
    text = "Swim form back by 9 July or your child cannot come."
    assert _is_sure("when is the swim form due", text)
    assert not _is_sure(
        "When is the deposit returned?", "Leave late or the deposit is not returned."
    )


def test_a_figure_behind_just_what_is_asked_is_a_sum() -> None:
    text = "Allowance                12,570\nTax-free amount          11,820"
    assert _is_sure("what is my tax-free amount", text)


def test_in_so_many_weeks_is_a_time() -> None:
    assert measure_kind("Next boiler check in about three months", Kind.WHEN, "en") >= SURE
    assert measure_kind("It took three months", Kind.WHEN, "en") < SURE


def test_whoever_holds_it_is_told() -> None:
    text = "The deposit is held by the Safe Harbour scheme."
    assert _is_sure("who has my deposit", text)
    assert not _is_sure("who has my deposit", "The deposit is due by Friday.")


def test_a_reference_with_letters_is_a_number() -> None:
    text = "Deposit £1,150 is held by Safehold, reference SH-20931."
    assert _is_sure("deposit reference number", text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("wie hoch ist der ferritin wert", "Ferritin         9     ng/ml"),
        ("how high is my ferritin level", "Ferritin         9     ng/ml"),
    ],
)
def test_the_value_of_what_is_measured_needs_no_such_word(question: str, text: str) -> None:
    assert _is_sure(question, text)


def test_a_notice_is_kept_as_a_letter_is() -> None:
    text = (
        "Tell us within 30 days of the date of this letter if it is wrong. Keep this notice for at"
        " least 22 months."
    )
    assert "22 months" in ask("how long should i keep the letter", text).text.splitlines()[0]
