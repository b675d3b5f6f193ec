"""Asks about minutes, price lists, plans and mail, in the small letters of a chat."""

from datetime import date

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.relative_days import name_days
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from tests.bot.answering.asking import ask

TODAY = date(2026, 11, 30)


def ask_section(question: str, text: str, *path: str) -> Extracts:
    """Ask of a section below the headings of `path`."""
    return find_answer(name_days(parse_question(question), TODAY), [_find(text, *path)])


def _find(text: str, *path: str) -> Hit:
    return Hit(Chunk("doc:1", path[0], text, path=path), "/notes.md", "notes.md", KB, "md", 0.9)


TRIP = (
    "Shall we go to Porto or Lisbon? I vote for Lisbon.\n\n"
    "The flight home is on Monday 15 March at 21.10. Priya brings the guidebook."
)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what time is the flight from porto", TRIP),
        ("à quelle heure part le train de cahors", "J'aime Cahors. Le train part à 8 h 10."),
    ],
)
def test_a_name_without_its_capital_must_be_there(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("what does priya bring", TRIP, "guidebook"),
        ("what does a tub cost", "A tub costs £4. Ask Tub Ltd for more.", "£4"),
        (
            "what if a raspberry doesn't grow",
            "3 x Raspberry cane £17.\n\nIf a plant does not grow, we replace it until September.",
            "replace",
        ),
        ("what is ruth's number", "You reach Ruth on 01632 960 103.", "960 103"),
    ],
)
def test_a_word_that_is_no_name_everywhere_decides_nothing(
    question: str, text: str, answer: str
) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


@pytest.mark.parametrize(
    ("question", "heading", "text"),
    [
        ("how much was the third bid for the pool", "3. Pool", "The winning bid was $38,500."),
        ("who won the second race", "2. Races", "Ann Lee won the race in the afternoon."),
        ("when is the fourth session", "4) Sessions", "The session is on 8 May."),
    ],
)
def test_the_number_of_a_section_counts_nothing(question: str, heading: str, text: str) -> None:
    assert ask_section(question, text, "Minutes", heading).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "heading", "text"),
    [
        ("Wo treffen wir uns am 12. Mai?", "12. Mai", "Treffpunkt ist der Bahnhof."),
        ("Wo ist das Training der 3. Mannschaft?", "3. Mannschaft", "Das Training ist in Halle 2."),
        (
            "Wann ist der Elternabend der 4. Klasse?",
            "4. Klasse",
            "Der Elternabend ist am 5. Juni um 19 Uhr.",
        ),
        ("Gdzie jest zebranie 3. klasy?", "3. klasa", "Zebranie jest w auli."),
        ("Hvor er møtet for 3. klasse?", "3. klasse", "Møtet er i aulaen."),
    ],
)
def test_a_heading_with_an_ordinal_has_its_number(question: str, heading: str, text: str) -> None:
    assert ask_section(question, text, "Notes", heading).grade is Grade.ANSWERS


MEETINGS = (
    "Thursday, December 3, 2026, 7 pm, clubhouse. Annual meeting with elections: January 21, 2027."
)


@pytest.mark.parametrize("question", ["when is the next board meeting", "next meeting"])
def test_the_next_day_below_the_heading_asked_for_comes_first(question: str) -> None:
    found = ask_section(question, MEETINGS, "Minutes of the board", "Next meeting")
    assert found.grade is Grade.ANSWERS
    assert "December 3" in found.text
    assert "January" not in found.text


@pytest.mark.parametrize("text", ["next", "next to the door", "next of kin"])
def test_not_everything_that_opens_with_next_asks_when(text: str) -> None:
    assert parse_question(text).kind != parse_question("when is it?").kind


PLANS = (
    "| | Lumo Basic | Lumo Plus |\n|---|---|---|\n| Monthly price | £7 | £12 |\n"
    "| Data | 3 GB | 20 GB |\n| Minutes | 500 | 800 |\n| Contract | 1 month | 12 months |\n"
    "| Weight of the box | 1 kg | 2 kg |"
)


@pytest.mark.parametrize(
    "question",
    ["what does Lumo Plus charge for data", "what does the Lumo Plus box cost by weight"],
)
def test_what_has_a_unit_is_no_price(question: str) -> None:
    assert ask(question, PLANS).grade is not Grade.ANSWERS


MEMBERS = (
    "| Name | Joined | Phone | Email | Subscription paid | Role |\n|---|---|---|---|---|---|\n"
    "| Abbott Clare | 2014 | 07700 900101 | clare@mail.example | yes | Chair |\n"
    "| Carver Ruth | 2009 | 07700 900103 | ruth@mail.example | no | Librarian |"
)


@pytest.mark.parametrize(
    "question",
    ["how much is the subscription", "where does clare abbott live", "where is Ruth Carver"],
)
def test_a_year_and_an_address_of_mail_are_neither_price_nor_place(question: str) -> None:
    assert ask(question, MEMBERS).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how many hours is the course", "The course runs until May."),
        ("how many weeks is the course", "The course lasts until 1 June."),
    ],
)
def test_the_end_of_something_does_not_count_its_minutes(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_a_row_called_minutes_tells_how_many_minutes() -> None:
    found = ask("and how many minutes?", PLANS, before="how much is Lumo Plus?")
    assert found.grade is Grade.ANSWERS
    assert "800" in found.text
    assert "months" not in found.text


LUNCH = (
    "Can I come and try the food?\nParents are welcome at our taster lunch on Thursday "
    "10 December at 12.15. Book by 4 December; £3 each."
)


def test_how_much_it_is_is_told_by_a_price() -> None:
    found = ask("how much is it?", LUNCH, before="when is the taster lunch for parents?")
    assert "£3" in found.text
    assert "12.15" not in found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much did they ask?", "Mr Lee (flat 31) asked for a new lock."),
    ],
)
def test_the_number_of_a_house_in_brackets_is_no_amount(question: str, text: str) -> None:
    asked = parse_question(question, "who won the bid?", frozenset({"/notes.md"}))
    assert find_answer(asked, [_find(text, "Minutes")]).grade is not Grade.ANSWERS


def test_where_somebody_is_is_not_told_below_a_heading_on_them() -> None:
    hits = [
        _find("Two homes are behind on dues.", "Minutes", "Treasurer's report"),
        _find("Present: Paul Reyes (treasurer).", "Minutes"),
    ]
    asked = parse_question("what is the treasurer's address")
    assert find_answer(asked, hits).grade is not Grade.ANSWERS


POOL = (
    "The pool closed for the season on September 30. Resurfacing begins November 9; Blue Pools "
    "won the bid. The pool reopens Memorial Day weekend."
)


def test_when_something_is_done_comes_before_its_topic() -> None:
    found = ask_section("when does the pool open again", POOL, "Notes", "Pool")
    assert found.grade is Grade.ANSWERS
    assert "Memorial Day" in found.text
    assert "September" not in found.text


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("senhora matos phone", "The landlady is Senhora Matos, +351 910 555 284.", "910 555"),
        ("train fare to sintra", "Sintra: train every half hour, 2.40 euros each way.", "2.40"),
        ("check in time", "Checked on 28 November. Check-in is from 3 pm, at the desk.", "3 pm"),
    ],
)
def test_a_few_words_that_name_a_kind_of_thing_are_answered(
    question: str, text: str, answer: str
) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


def test_a_row_below_name_names_the_person() -> None:
    text = (
        "| Name | Voice | Notes |\n|---|---|---|\n"
        "| Kaye Bernard | Bass | hearing aid: sit near front |\n| Lowe Anne | Alto | drives |"
    )
    found = ask("who has to sit near the front", text)
    assert found.grade is Grade.ANSWERS
    assert "Kaye" in found.text


def test_a_volume_is_of_what_the_title_names() -> None:
    text = "Use it in the cupboard. No more than 500 ml may stand on a bench."
    found = ask_section("how much acetone can be on the bench", text, "Acetone")
    assert found.grade is Grade.ANSWERS


SPILLS = "Below 100 ml: absorb with paper towels.\nAbove 100 ml: leave the room, close the door."


def test_an_amount_below_the_heading_asked_for_tells_what_to_do() -> None:
    found = ask_section("what do i do if i spill 200 ml", SPILLS, "Safety", "6. Spills")
    assert found.grade is Grade.ANSWERS
    assert "leave the room" in found.text


def test_how_loud_something_is_is_told_in_decibels() -> None:
    text = "| Item | Value |\n|---|---|\n| Weight | 31 kg |\n| Noise | 45 dB |"
    assert ask_section("how loud is the boiler", text, "Boiler", "Data").grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("by when must i book the taster lunch", LUNCH, "4 December"),
        (
            "what does the taster lunch cost",
            "Parents may join us for the taster lunch. £3 each. Bring a coat.",
            "£3",
        ),
    ],
)
def test_a_sentence_of_figures_goes_on_about_the_one_before(
    question: str, text: str, answer: str
) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


DATED = "Board meeting, Thursday, October 22, 2026, 7 pm"


@pytest.mark.parametrize(
    ("question", "heading", "text"),
    [
        ("when was the board meeting", DATED, "Annual meeting with elections: January 21, 2027."),
        ("when did the board meet", DATED, "The oak will be taken down in December."),
        ("when was the october board meeting", DATED, "Adjourned 8:42 pm. No music after 9 pm."),
        ("when is the summer fair", "Summer fair, Saturday 6 June", "Stalls are set up by 9 am."),
    ],
)
def test_a_heading_tells_when_something_is_if_no_sentence_does(
    question: str, heading: str, text: str
) -> None:
    found = ask_section(question, text, "Minutes", heading, "2. Report")
    assert found.grade is Grade.ANSWERS
    assert heading in found.text


@pytest.mark.parametrize("question", ["when is the pool open", "when is the pool open on monday"])
def test_hours_come_before_the_day_from_which_they_are_so(question: str) -> None:
    found = ask_section(question, "Monday to Friday 9 am to 5 pm", "Pool, open from 1 May 2027")
    assert "9 am" in found.text


GUIDES = (
    "| Guide | Fee | Length |\n|---|---|---|\n| Highlights | £3 | 45 minutes |\n"
    "| Complete tour | £5 | 2 hours |\n\nGroups of ten or more pay £2 each for any guide."
)


@pytest.mark.parametrize(
    "question",
    [
        "how much do students pay for the highlights guide",
        "how much do pensioners pay for the highlights guide",
        "what do students pay for the highlights guide",
    ],
)
def test_who_pays_must_be_told(question: str) -> None:
    assert ask(question, GUIDES).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "what is the fee before the sketches are approved",
            "If you end it after the sketches have been approved, 60 per cent of the fee is due.",
        ),
        (
            "what does it cost to cancel before the start of the course",
            "If you cancel after the start of the course, cancelling costs £40.",
        ),
        (
            "was kostet eine Absage vor der Anreise",
            "Eine Absage nach der Anreise kostet 40 €.",
        ),
    ],
)
def test_what_is_so_after_something_is_not_so_before_it(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


JABS = (
    "| Age | Vaccine | Due | Given |\n|---|---|---|---|\n"
    "| 8 weeks | 6-in-1 (1st dose), rotavirus | 28 September 2026 | 29 September, Nurse Pratt |\n"
    "| 16 weeks | 6-in-1 (3rd dose), pneumococcal | 23 November 2026 | – |\n"
    "| 1 year | MMRV (1st dose), MenB (3rd dose) | August 2027 | – |\n"
    "| 3 years 4 months | 4-in-1 preschool booster | December 2029 | – |"
)


AFTER_JABS = """Tuesdays 9.30 to 11.30 am and Thursdays 1.30 to 3.30 pm, room 4. By appointment.
There is no clinic between 24 December and 4 January.

## After the injections
- After MenB a fever is common. Give 2.5 ml straight after the visit and two more doses later.
- Redness or a small lump where the needle went in goes away within a few days.
- Rotavirus is given by mouth. Wash your hands after changing nappies for two weeks.
- Call 111 if the temperature is 39 °C or more, or if she cries for three hours.
"""


def test_another_word_for_the_head_of_a_column_chooses_no_row() -> None:
    title = "Vaccination schedule, Nell, born 2 August 2026"
    hits = [_find(JABS, title), _find(AFTER_JABS, title, "Baby clinic")]
    flu, booster = map(parse_question, ("when is the flu jab due", "when is the booster due"))
    assert find_answer(flu, hits).grade is not Grade.ANSWERS
    assert find_answer(booster, hits).grade is Grade.ANSWERS


@pytest.mark.parametrize("question", ["are you open mondays", "is it open on monday"])
def test_the_opening_of_a_conference_is_not_when_something_is_open(question: str) -> None:
    text = (
        "| Time | Room | Session |\n|---|---|---|\n| 10.00 | Aula | Opening |\n"
        "| 13.30 | A2 | Peat after rain |"
    )
    found = ask_section(question, text, "Soil Days programme", "Monday 30 November")
    assert found.grade is not Grade.ANSWERS


def test_where_something_stands_is_no_attribute_of_it() -> None:
    found = ask(
        "Bis wann muss die Mülltonne draußen stehen?",
        "Die Tonnen müssen bis 6 Uhr am Straßenrand stehen. Papier wird am 2.12. abgeholt.",
    )
    assert found.grade is Grade.ANSWERS
