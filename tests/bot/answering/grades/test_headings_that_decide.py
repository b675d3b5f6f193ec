"""Asks about what stands below a heading that forbids it, allows it, or tells its day."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask_below, ask_homes

REFUSED = "Supermarket receipts, electricity bills, fines."
LEFT_AT_HOME = "Taschenmesser, Glasflaschen und Spielkonsolen."


@pytest.mark.parametrize(
    ("question", "text", "heading"),
    [
        ("are electricity bills needed", REFUSED, "Not needed"),
        ("servono le bollette", "Scontrini, bollette della luce, multe.", "Non serve"),
        ("darf ich ein taschenmesser mitbringen", LEFT_AT_HOME, "Nicht mitbringen"),
        ("can pregnant women use it", "Pregnant women, children.", "Who should not use it"),
        ("можно при беременности", "При глаукоме, при беременности.", "Когда нельзя"),
        ("can she come with a cough", "Runny nose, mild cough", "May come"),
        ("is smoking allowed", "Smoking, candles, radios.", "Forbidden"),
    ],
)
def test_a_heading_that_decides_is_quoted(question: str, text: str, heading: str) -> None:
    found = ask_below(question, text, "Leaflet", heading)
    assert found.text.startswith(f"- **{heading}**")


@pytest.mark.parametrize("heading", ["What to bring", "Can I bring my dog?"])
def test_any_other_heading_decides_nothing(heading: str) -> None:
    found = ask_below("can i bring sandwiches", "Sandwiches, water, a hat.", "Trip", heading)
    assert heading not in found.text


LIGHT = "Ben replaced the port navigation light (£32). Water pump still drips."


@pytest.mark.parametrize(
    ("question", "text", "heading"),
    [
        ("when was the navigation light replaced", LIGHT, "Friday 6 November 2026"),
        ("когда починили забор", "Сергей починил забор.", "3 мая 2026"),
        ("when are the medical bills due", "- Payslips\n- Medical bills", "By 20 March 2027"),
        (
            "entro quando consegno le spese mediche",
            "- Certificazione unica del datore di lavoro\n- Spese mediche e del dentista",
            "Da consegnare entro il 20 marzo 2027",
        ),
        ("when are the gym receipts due", "- Receipts of the gym", "To hand in by 15 April 2027"),
    ],
)
def test_a_heading_dates_what_stands_below_it(question: str, text: str, heading: str) -> None:
    found = ask_below(question, text, "Logbook", heading)
    assert found.grade is Grade.ANSWERS
    assert found.text.startswith(f"- **{heading}**")


@pytest.mark.parametrize(
    "question", ["when was the water pump replaced", "when was the engine replaced"]
)
def test_what_else_was_done_that_day_is_not_sure(question: str) -> None:
    text = f"{LIGHT} Engine 1.5 hours."
    assert ask_below(question, text, "Logbook", "Friday 6 November 2026").grade is Grade.MAYBE


@pytest.mark.parametrize(
    "heading", ["Summer fair, 12 June", "Black Friday offers (end on Tuesday 1 December)"]
)
def test_the_heading_of_an_event_dates_no_note(heading: str) -> None:
    found = ask_below("when can i call teltree", "- Teltree: no offer", "Plans", heading)
    assert found.grade is not Grade.ANSWERS


def test_hours_are_not_told_by_the_day_of_a_log() -> None:
    found = ask_below("what time did ben replace the light", LIGHT, "Log", "6 November 2026")
    assert found.grade is not Grade.ANSWERS


TASKS = "| Was | Wann |\n|---|---|\n| Plakate für das Sommerfest drucken | 3. Mai |"


def test_what_stands_under_its_own_heading_rivals_a_row_that_only_names_it() -> None:
    tasks, party = (
        (TASKS, ("Plan", "Aufgaben")),
        ("Es beginnt am 14. Juni.", ("Plan", "Sommerfest")),
    )
    assert ask_homes("Wann ist das Sommerfest?", tasks, party).grade is not Grade.ANSWERS
    assert "14. Juni" in ask_homes("Wann ist das Sommerfest?", party).text
