"""What follows if nothing is done, sums without a currency, and numbers that name something."""

import pytest

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.phrases import Grade
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask, ask_homes

SURE = 0.9


def _is_sure(question: str, text: str) -> bool:
    return ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "outcome"),
    [
        (
            "what happens if i don't object to the minutes",
            "Members may object to the minutes for ten days. Otherwise they count as approved.",
            "count as approved",
        ),
        (
            "was passiert, wenn ich den Zählerstand nicht melde?",
            "Bitte melden Sie den Zählerstand bis zum 5. Mai. Sonst wird er geschätzt.",
            "geschätzt",
        ),
        (
            "what happens if i forget my pass",
            "Please bring the pass. Without it you pay at the door.",
            "pay at the door",
        ),
        (
            "what happens if i dont hand in a timesheet",
            "Hand in a timesheet every Friday. If there is none we go by the rota.",
            "go by the rota",
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
    assert not _is_sure("what happens if i don't pay", "Pay within a week. After that go home.")
    german = "Das Formular bis Freitag abgeben. Danach gibt es Kaffee."
    assert not _is_sure("was passiert, wenn ich das formular nicht abgebe", german)


def test_a_condition_of_something_else_is_no_consequence_for_its_title_alone() -> None:
    report = "If she does not pass she moves to the lower set."
    survey = "You may add a remark to the report. It is printed with it."
    sections = (report, ["School report"]), (survey, ["Survey"])
    found = ask_homes("what happens if i add a remark to the report", *sections)
    assert "lower set" not in found.text.splitlines()[0]
    remarks = ("The tenant may add comments to it for a week.", ["Survey"])
    years = (report, ["Year 8 report"])
    found = ask_homes("what happens if i dont comment on the report", years, remarks)
    assert "lower set" not in found.text.splitlines()[0]


def test_who_pays_is_not_told_by_how() -> None:
    assert not _is_sure("who pays the rent", "The rent is paid by bank transfer.")
    assert not _is_sure("who looks after the boat", "The boat stands by Kitchen Door.")
    assert not _is_sure("who has the key", "The key is by the door.")
    assert not _is_sure("qui paie le loyer ?", "Le loyer est payé par virement.")
    assert _is_sure("who washes the uniforms", "Uniforms are washed by the employer.")


def test_a_prohibition_beside_a_duty_takes_nothing_from_it() -> None:
    text = "Dogs are not allowed; bring a towel."
    assert _is_sure("What do I have to bring?", text)


def test_a_figure_without_a_word_for_a_sum_is_no_price() -> None:
    assert not _is_sure("was kostet das zimmer", "Zimmer Nummer      214")
    assert not _is_sure("how much do i pay for the hall", "Hall capacity     120")


def test_an_hour_at_the_end_of_a_line_is_no_sum() -> None:
    assert measure_kind("Doors          19.30", Kind.AMOUNT, "en") < SURE
    assert measure_kind("Paint          60.25", Kind.AMOUNT, "en") >= SURE


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


def test_how_much_a_distance_is_asks_for_no_money() -> None:
    assert _is_sure("how much is the distance", "The distance is 5 km.")
    assert not _is_sure("how much is the boat", "The boat is 5 m long.")
