"""Ages, telephone numbers, rooms and spans: what shows the kind of thing that is asked for."""

import pytest

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.phrases import Grade
from indexer.text.dates.calendar import find_calendar
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask, ask_below

CARDS = """\
| | Single | Season card (6 films) |
|---|---|---|
| Members | £5 | £24 |
| Visitors | £8 | – |

The season card does not cover the opening night: pay £7 extra that evening.
"""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which room is the fitting in?", "Your fitting is on Friday at 10.15 in room 7."),
        ("How long is lost property kept?", "Lost property is kept till Christmas."),
        ("Wie lange gilt der Gutschein?", "Der Gutschein gilt bis Weihnachten."),
        ("What time do the lights go off from March?", "Lights off at 9 (was 10) from 1 March."),
        ("How old is Mabli?", "Mabli is seven."),
    ],
)
def test_what_shows_the_kind_of_thing_answers(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How old is little Mabli?", "Two vegetarians (Bron and little Mabli), one coeliac."),
        ("What is the phone number for the piano?", "Upright piano, walnut, serial no. 604417."),
        ("Where is the sorbet?", "Raspberry sorbet, 1 litre, no milk in it so fine for Noor."),
    ],
)
def test_what_only_looks_like_it_answers_nothing(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("Serial no. 604417", False),
        ("Rechnung Nr. 604417", False),
        ("Tel. no. 604417", True),
        ("Mobile no. 07700 900 112", True),
        ("Ring 604417 at night", True),
    ],
)
def test_the_number_of_a_thing_is_no_telephone_number(text: str, sure: bool) -> None:
    assert (measure_kind(text, Kind.PHONE, "en") == 1.0) is sure


def test_a_row_below_the_heading_asked_for_needs_no_other_piece_below_it() -> None:
    found = ask_below("How much is a season card for members?", CARDS, "Film club", "Season cards")
    assert found.grade is Grade.ANSWERS
    assert "£24" in found.text


def test_what_is_counted_may_be_named_by_two_words_of_which_one_stands_above() -> None:
    roof = "West side: 4 panels, 405 W each"
    found = ask_below("How many solar panels are on the west roof?", roof, "Solar roof")
    assert found.grade is Grade.ANSWERS


def test_a_sentence_goes_on_with_a_time_that_opens_a_line() -> None:
    text = (
        "Who can fetch Auntie Nesta from the 11.52 train? Her way back to town is the\n"
        "17.20 and Huw is doing that one.\n"
    )
    assert "Her way back to town is the 17.20 and Huw" in ask("Who fetches Nesta?", text).text


def test_a_day_in_three_letters_is_no_wedding_and_asked_for_before_a_question_mark() -> None:
    meals = "Meals on wheels Mon, Wed, Fri about 12.15."
    assert ask("When is dinner at the wedding?", meals).grade is not Grade.ANSWERS
    assert find_calendar("and in may?", "en").months == {4}
    assert find_calendar("is it open on sat?", "en").days == {5}
    assert not find_calendar("when may I come?", "en")
    assert find_calendar("The garden is open in May for a week.", "en").months == {4}


@pytest.mark.parametrize(
    "text",
    [
        "Bags that are brought in may be inspected at the gate.",
        "Guests who log in may print two pages.",
        "Leave the towels in the sun; bring water.",
        "Dry it (in the sun) first.",
    ],
)
def test_a_verb_and_a_noun_of_a_document_name_no_date(text: str) -> None:
    assert not find_calendar(text, "en")


@pytest.mark.parametrize("word", ["teh", "cos"])
def test_a_misspelt_article_or_a_short_because_says_nothing(word: str) -> None:
    found = ask_below(
        f"do i have to clean {word} solar panels", "No cleaning needed.", "Solar panels"
    )
    assert found.grade is Grade.ANSWERS
