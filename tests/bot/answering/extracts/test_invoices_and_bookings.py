"""An invoice and a mail on a booking: numbers by their signs, foreign prices, a line each."""

import pytest

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind

INVOICE = (
    "Brightwell Plumbing\nInvoice no: BW-20418\nDue: 17 November 2026\n\n"
    "| Description | Qty | Unit price | Amount |\n| --- | --- | --- | --- |\n"
    "| Diverter valve | 1 | £64.50 | £64.50 |\n| Labour (per hour) | 2.5 | £58.00 | £145.00 |\n\n"
    "Please quote the invoice number. All parts carry a guarantee of 24 months."
)
BOOKING = (
    "Price: NOK 14 800, of which 30 % is due by 1 December and the rest six weeks before arrival.\n"
    "Check-in is from 4 pm, check-out until 10 am. The key is in a box beside the door.\n"
    "Bed linen can be hired for NOK 150 per person. Towels are not provided, but firewood is.\n"
    "If you cancel until 60 days before arrival, we refund everything except the deposit.\n\n"
    "Best wishes\nSonja Brandt\n+47 55 00 17 22"
)


def ask(question: str, text: str, *, before: str = "") -> Extracts:
    name = "Cabin Solvik" if text == BOOKING else "notes"
    hit = Hit(Chunk("doc:0", name, text), f"/{name}.md", f"{name}.md", KB, "md", 0.9)
    return find_answer(parse_question(question, before), [hit])


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("what's the invoice number?", INVOICE, "BW-20418"),
        (
            "Wie lautet die Rechnungsnummer?",
            "Rechnungs-Nr.: 4711\n\nBitte die Rechnung prüfen.",
            "4711",
        ),
        ("what does bed linen cost?", BOOKING, "NOK 150"),
        ("how much is the rent?", "The rent is 3 200 Kč a month, and the flat has 2 rooms.", "Kč"),
        ("what's Sonja's number?", BOOKING, "+47 55 00 17 22"),
    ],
)
def test_what_is_written_in_short_is_found(question: str, text: str, answer: str) -> None:
    found = ask(question, text)
    assert answer in found.text
    assert "quote" not in found.text
    assert "geben" not in found.text


def test_a_price_of_another_country_answers_surely() -> None:
    assert ask("what does bed linen cost?", BOOKING).grade is Grade.ANSWERS
    assert ask("what does the pen cost?", "Try the pen 12 times.").grade is Grade.MAYBE


def test_a_label_names_only_its_own_line_where_each_sentence_has_one() -> None:
    assert "Price" not in ask("what does bed linen cost?", BOOKING).text


def test_every_price_of_a_row_is_shown_where_no_word_says_which() -> None:
    labour = ask("what did labour cost?", INVOICE).text
    assert "£58.00" in labour
    assert "£145.00" in labour
    assert "£145.00" not in ask("what is the unit price of labour?", INVOICE).text


def test_parts_are_a_thing_and_no_mere_frame() -> None:
    works = "All work is guaranteed for 12 months.\n\nWork begins within 14 working days."
    found = ask("and the parts?", works, before="how long is the work guaranteed?")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "sum_"),
    [
        (
            "how much was the deposit?",
            "The rent is 85 euros. A deposit of two months' rent was paid on 4 March 2025.",
            "two months' rent",
        ),
        (
            "Wie hoch ist die Kaution?",
            "Die Miete beträgt 600 Euro. Die Kaution beträgt drei Monatsmieten.",
            "drei Monatsmieten",
        ),
    ],
)
def test_a_sum_may_be_told_as_several_of_another(question: str, text: str, sum_: str) -> None:
    found = ask(question, text)
    assert (found.grade, sum_ in found.text) == (Grade.ANSWERS, True)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much is the rent?", "A deposit of two months' rent was paid on 4 March 2025."),
        ("how much is the deposit?", "Two parents paid the deposit on 4 March 2025."),
        ("how much is the deposit?", "The deposit was paid on 4 March 2025 with the rent."),
    ],
)
def test_no_other_words_beside_a_number_tell_a_sum(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_a_road_is_nobody() -> None:
    found = ask("who owns the garage?", "The garage is in Old Quay Lane.")
    assert found.grade is not Grade.ANSWERS
    assert measure_kind("Il garage è in via Nuova Roma.", Kind.WHO, "it") < 1


def test_whoever_stands_beside_a_road_is_somebody() -> None:
    found = ask("who owns the garage?", "Garage 7, Old Quay Lane, Petra Holm.")
    assert found.grade is Grade.ANSWERS
