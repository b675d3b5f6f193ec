"""What else a document says decides whether an answer is sure: rivals, rows, times and measures."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB


def ask(question: str, *texts: str) -> Extracts:
    hits = [
        Hit(Chunk(f"doc:{n}", "notes", text), f"/{n}.md", f"{n}.md", KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


def test_what_names_no_such_thing_is_no_rival() -> None:
    letter = "Field day is on 3 May. Please park at the church, not in front of the gate."
    helpers = "Parents can help on field day."
    assert ask("where can I park on field day?", letter, helpers).grade is Grade.ANSWERS


PRICES = """
| Service | Price | Members |
|---|---|---|
| Rental city bike (per day) | £22 | £18 |
| Rental e-bike (per day) | £45 | £38 |
| Full service | £95 | £76 |
"""


def test_of_rows_that_say_as_much_none_is_the_one_asked_for() -> None:
    assert ask("what does renting an e-bike cost per day", PRICES).grade is Grade.ANSWERS
    assert ask("what does renting a tandem cost per day", PRICES).grade is Grade.MAYBE


SURVEY = """Ratings: **1** nothing to do · **2** repair at some point · **3** serious or urgent
| Part | Rating | What we saw |
|---|---|---|
| Outside walls | 1 | Solid brick, 9 inch, no insulation. Normal for the age (c. 1894). |
| Floors | 1 | Boards, concrete in the kitchen. A bit of spring in the back one, within reason. |
| Garden wall | 2 | Bulges by the shed, rebuild the top courses. |
2. The kitchen extension dates from 2004. Nobody could produce a completion certificate.
5. Next door's willow is 6 m from the back wall. Tell your insurer.
"""


def test_a_sentence_beside_a_table_is_no_row() -> None:
    found = ask("what colour are the kitchen walls going to be", SURVEY)
    assert found.grade is not Grade.ANSWERS


def test_what_was_asked_before_is_no_place() -> None:
    text = (
        "Gus gets a quote from two plumbers before the next meeting.\n\n"
        "Next meeting: Thursday 12 March, 7:30 pm, in the Scout hut."
    )
    hits = [Hit(Chunk("doc:0", "notes", text), "/0.md", "0.md", KB, "md", 0.9)]
    found = find_answer(parse_question("where?", "when is the next meeting?"), hits)
    assert found.text == "- Next meeting: Thursday 12 March, 7:30 pm, in the Scout hut. [1]"


def test_a_sentence_is_quoted_without_the_rows_beside_it() -> None:
    text = (
        "# Boiler\nThe boiler was serviced in May 2024.\n\n| Boiler | Serviced |\n|---|---|\n"
        "| Kitchen boiler | May 2023 |\n| Attic boiler | June 2023 |\n"
    )
    assert ask("when was the boiler serviced?", text).text == (
        "- The boiler was serviced in May 2024. [1]"
    )


def test_a_row_with_more_cells_than_its_head_is_shown() -> None:
    rows = (
        "| Service | Price | Members | Opens | Room | Floor |",
        "|---|---|---|---|---|---|",
        "| Rental | £22 | £18 | 09:00 | 3 | 1 | bikes |",
        "| Repair | £95 | £76 | 10:00 | 4 | 2 |\n",
    )
    found = ask("what is the price of bikes?", "\n".join(rows))
    assert "£22" in str(found)


def test_a_row_that_ends_before_its_head_does_is_no_trouble() -> None:
    short = (
        "| Year | House | Boiler | Note | Boiler |\n|---|---|---|---|---|\n| 2025 | Elm | £9 | – |"
    )
    assert "£9" in ask("how much is the boiler?", short).text


SWIMS = "| Ingresso | Prezzo |\n|---|---|\n| Dieci ingressi | 55 € |\n| Ridotto | 4 € |"


def test_a_row_is_not_chosen_by_what_names_all_rows() -> None:
    assert "Ridotto" in ask("quanto costa un ingresso?", SWIMS).text
    assert "Ridotto" not in ask("quanto costano dieci ingressi?", SWIMS).text


def test_a_row_and_the_head_of_its_column_make_a_word() -> None:
    places = "| Platz | Beitrag |\n|---|---|\n| Halbtags | 140 € |\n| Ganztags | 260 € |"
    found = ask("Was kostet ein Ganztagsplatz?", places)
    assert found.grade is Grade.ANSWERS
    assert "260" in found.text
    assert "140" not in found.text


def test_two_signs_of_a_word_are_not_the_word() -> None:
    text = (
        "申し込みは1月31日までに管理事務所へ。管理人は大久保です。火曜日の9時から12時までいます。"
    )
    assert "火曜日" in ask("管理人さんは何曜日にいますか？", text).text


@pytest.mark.parametrize(
    ("question", "table"),
    [
        (
            "who has to design the poster?",
            "| What | Who |\n|---|---|\n| Design the poster | Lucy |",
        ),
        ("Wer kauft die Preise?", "| Was | Wer |\n|---|---|\n| Preise kaufen | Uta |"),
    ],
)
def test_a_column_that_asks_who_names_who(question: str, table: str) -> None:
    found = ask(question, table)
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "can i drill on saturday afternoon",
            "Drilling is allowed on Saturdays from 9 am to 1 pm.",
        ),
        ("Ab wann hat die Kita morgens auf?", "Die Kita öffnet um 7:15 Uhr."),
        ("When does the ferry leave in the evening?", "The ferry leaves at 6.15 pm."),
    ],
)
def test_a_part_of_the_day_is_told_by_a_time_of_day(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_time_of_another_part_of_the_day_does_not_tell_it() -> None:
    found = ask("When does the ferry leave in the evening?", "The ferry leaves at 6.15 am.")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Combien y a-t-il de tablettes ?", "Chaque tablette supporte 15 kg."),
        ("Wie hoch liegt die Alm?", "Nach 4 Stunden Einkehr auf der Alm."),
    ],
)
def test_a_number_of_something_else_is_no_amount(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "value", "other"),
    [
        (
            "What pressure should the boiler have?",
            "The pressure should be between 1.2 and 1.8 bar when the boiler is cold.",
            "F22: Pressure of the boiler too low.",
        ),
        (
            "Welchen Druck braucht der Reifen?",
            "Der Druck im Reifen soll 2,4 bar betragen.",
            "Den Druck im Reifen jeden Monat prüfen.",
        ),
    ],
)
def test_a_measure_is_told_by_its_unit(question: str, value: str, other: str) -> None:
    found = ask(question, other, value)
    assert found.grade is Grade.ANSWERS
    assert found.text.startswith(f"- {value}")


def test_one_measure_is_no_other() -> None:
    text = "The pressure of the boiler is 1.5 bar."
    assert ask("What voltage does the boiler need?", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    "text",
    [
        "The parade costs £7.50.",
        "The parade costs EUR 12.50 each.",
        "The parade costs 9.30 €.",
        "The parade uses 2000 kWh.",
        "The parade costs 1950 euros.",
        "The parade office is on the 3rd floor.",
        "The parade office answers on 0113 555 1942.",
        "The parade is 1.25 km long.",
    ],
)
def test_a_price_a_measure_or_a_floor_is_no_time(text: str) -> None:
    assert ask("When is the parade?", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    "text",
    [
        "The parade is at 7.30.",
        "The parade is on 3.5.",
        "The parade was in 1950.",
        "The parade is on the 3rd.",
    ],
)
def test_a_time_is_told_by_figures(text: str) -> None:
    assert ask("When is the parade?", text).grade is Grade.ANSWERS


RULES = (
    "The library is open on Tuesdays and Fridays only, from 2 to 6.\n\n"
    "Bonfires: only from November to February, never at weekends.\n\n"
    "Hoses may be used on Tuesdays and Fridays only, after 6 pm.\n\n"
    "Ann works only on Fridays. Fish is served only on Fridays.\n\n"
)
BUECHEREI = "Die Bücherei ist nur dienstags geöffnet.\n\nAm Sonntag ist der Markt offen."


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("is the library open on Sunday?", RULES, "Tuesdays and Fridays only, from"),
        ("can I use a hose on Sunday?", RULES, "Tuesdays and Fridays only, after"),
        ("can I use a hose on Friday?", RULES, "Tuesdays and Fridays only, after"),
        ("does Ann work on Sunday?", RULES, "Ann works only"),
        ("when is the library open on Sunday?", RULES, "Tuesdays and Fridays only, from"),
        ("ist die Bücherei am Sonntag offen?", BUECHEREI, "nur dienstags"),
    ],
)
def test_what_is_so_on_some_days_only_says_no_for_another(
    question: str, text: str, said: str
) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert said in found.text
    assert "weekends" not in found.text


@pytest.mark.parametrize(
    "question",
    [
        "who works on Sunday?",
        "what is served on Sunday?",
        "is yoga on Monday?",
        "is the chapel open on Sunday?",
        "which days does Tom work?",
    ],
)
def test_what_is_so_on_some_days_only_tells_nothing_of_others(question: str) -> None:
    assert ask(question, RULES).grade is not Grade.ANSWERS


RENT = (
    "The rent is £1,150 a month, payable in advance. "
    "If the rent is more than seven days late, £25 is charged."
)


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("how much is the rent?", RENT, "£1,150"),
        ("what is the rent?", RENT, "£1,150"),
        ("how much is the rent if it is late?", RENT, "£25"),
        ("when is the fair?", "If it rains, the fair is on 5 May. The fair is on 4 May.", "4 May"),
    ],
)
def test_what_is_so_on_no_condition_answers_surely(question: str, text: str, said: str) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert said in found.text


def test_what_is_so_on_a_condition_alone_is_what_may_be_meant() -> None:
    late = "If the rent is more than seven days late, £25 is charged."
    assert ask("how much is the rent?", late).grade is not Grade.ANSWERS


@pytest.mark.parametrize("text", ["Only members on Tuesdays.", "Only tea on Fridays.", RULES])
def test_another_thing_that_is_so_on_some_days_only_says_no_to_nobody(text: str) -> None:
    assert ask("can I come on Sunday?", text).grade is not Grade.ANSWERS


def test_the_most_of_one_sum_is_no_trace_of_how_much_another_is() -> None:
    rent = "Die Kaltmiete beträgt 780 Euro."
    repairs = "Mietvertrag\n\nKleine Reparaturen zahlt der Mieter, höchstens aber 300 Euro im Jahr."
    assert "780 Euro" in ask("wie hoch ist die miete", repairs, rent).text


def test_rows_that_are_alike_in_the_columns_asked_for_are_shown_once() -> None:
    table = (
        "| name | vaccine | date | doctor |\n|---|---|---|---|\n"
        "| Emil | TBE | 2024-03-02 | Dr Hahn |\n"
        "| Greta | Tetanus | 2019-03-22 | Dr Brandt |\n"
        "| Greta | TBE | 2023-04-11 | Dr Brandt |\n"
    )
    assert ask("who is Greta's doctor", table).text.count("Brandt") == 1


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wie lange muss die Suppe kochen?", "Die Suppe hält sich im Kühlschrank drei Tage."),
        ("how long does the trip take", "The trip costs £14; please pay by 20 March."),
    ],
)
def test_what_something_else_takes_is_no_length_of_time(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wie lange muss die Suppe kochen?", "Die Suppe 25 Minuten kochen lassen."),
        ("how long does the sale last", "The sale lasts until 20 March."),
        ("how long do I have to pay for the trip", "Please pay for the trip by 20 March."),
        ("how long have i got to complain if it is broken", "If broken: write within 7 days."),
        ("how long can I return it", "It can be returned until 20 March."),
    ],
)
def test_a_deadline_and_what_is_done_tell_a_length_of_time(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS
