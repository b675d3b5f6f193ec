"""The word that decides must be answered, by the kind of thing that is asked for."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.own_data.matching_facts import answers_question
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB

MUSEUM = """# City museum

The museum is open on public holidays from 12:00 to 15:00.

Opening hours:

- Monday: closed
- Tuesday to Friday: 10:00–17:00, incl. lunch time
- Thursday: 10:00–20:00
- Saturday and Sunday: 11:00–18:00

| Ticket | Adults | Students | Children |
|---|---|---|---|
| Permanent exhibition | 12 € | 8 € | 4 € |
| Special exhibition | 15 € | 10 € |  |

Contact

Anna Weber
Harbour Street 5
Tel: 030 1234567

The tenant must give notice three months in advance, i.e. by the third working day.
"""
MAN = """LS(1)

OPTIONS
       -a, --all
              do not ignore entries starting with .

       -r, --reverse
              reverse order while sorting

       -S     sort by file size, largest first
"""


def ask(question: str, *texts: str) -> Extracts:
    hits = [
        Hit(Chunk(f"doc:{n}", "Part", text), f"/{n}.md", f"{n}.md", KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("When is the museum open on Thursday?", MUSEUM, "Thursday: 10:00–20:00"),
        ("when is it open on wednesday", MUSEUM, "Tuesday to Friday: 10:00–17:00, incl. lunch"),
        ("What is the phone number of Anna Weber?", MUSEUM, "Tel: 030 1234567"),
        ("How long is the notice period?", MUSEUM, "notice three months in advance, i.e. by"),
        ("which option reverses the order?", MAN, "-r, --reverse reverse order while sorting"),
        ("how do I sort by size", MAN, "-S sort by file size"),
    ],
)
def test_the_piece_that_has_what_decides_answers(question: str, text: str, answer: str) -> None:
    found = ask(question, text)
    assert answer in found.text
    assert found.grade is Grade.ANSWERS
    assert found.text.count("[1]") == 1


def test_a_cell_comes_with_its_row_and_its_column_only() -> None:
    found = ask("how much is the special exhibition for students", MUSEUM)
    assert "| Ticket | Students |" in found.text
    assert "| Special exhibition | 10 € |" in found.text
    assert "15 €" not in found.text


def test_a_row_that_is_blank_in_the_column_asked_for_never_answers() -> None:
    found = ask("how much is the special exhibition for children", MUSEUM)
    assert found.grade is not Grade.ANSWERS
    assert "15 €" not in found.text
    assert "10 €" not in found.text


@pytest.mark.parametrize(
    "question",
    [
        "How much is a ticket in Berlin?",  # a place that is not there
        "How much does room 4 cost?",  # a number that is not there
        "When does room 3 open?",  # no time is there
    ],
)
def test_without_what_decides_nothing_is_claimed(question: str) -> None:
    assert ask(question, "Room 3 costs 80 € a night.").grade is not Grade.ANSWERS


def test_where_nothing_is_near_nothing_is_quoted() -> None:
    assert ask("What is the capital of France?", MUSEUM) == Extracts()


@pytest.mark.parametrize(
    ("language", "question", "text"),
    [
        ("de", "Was kostet das Zelt?", "Das Boot kostet 20 €. Es ist neu."),
        ("fr", "Combien coûte la tente ?", "Le bateau coûte 20 €."),
        ("zh", "船多少钱？", "帐篷价格为20元。"),
    ],
)
def test_what_it_says_is_in_the_language_of_the_question(
    language: str, question: str, text: str
) -> None:
    assert parse_question(question).language == language
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize("hours", ["half past seven to ten", "seven until ten"])
def test_hours_in_words_are_a_time(hours: str) -> None:
    text = f"# Meals\n\nLunch is served from {hours}. Ask for a packed lunch at the desk upstairs."
    found = ask("When is lunch?", text)
    assert hours in found.text
    assert "packed" not in found.text


def test_hours_in_words_come_before_another_time_of_the_day() -> None:
    text = (
        "# Meals\n\nLunch is served from half past twelve to three. "
        "Tell us in the morning if you need a packed lunch for the walk, or cannot eat eggs."
    )
    assert "half past twelve" in ask("When is lunch?", text).text.splitlines()[0]


FERRY = """# Ferry to Tern Island

The MV Sula leaves Port Ellis at 7.40 am. Captain: Rory MacInnes.
Motor caravans over 6 metres are charged at £61.00. Dogs travel free.
A season ticket costs £25 per month. Parking place no. 37 is at the pier.
Guests may visit the bridge at 10 am.
"""


@pytest.mark.parametrize(
    "question",
    [
        "Who is the engineer of the MV Sula?",  # a word that nothing has
        "What does a motorcycle cost on the ferry?",  # one that only begins alike
        "How many months is a season ticket valid?",  # "25 per month" is no span
        "How big is parking place 37?",  # the number of the question itself
        "What is the captain's phone number?",  # no number is there
        "How heavy may a dog be?",
    ],
)
def test_a_near_miss_is_no_sure_answer(question: str) -> None:
    assert ask(question, FERRY).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When may visitors see the bridge?", "Guests may visit the bridge at 10 am"),
        ("How much does a dog cost?", "Dogs travel free"),
        ("When does the boat leave Port Ellis?", "leaves Port Ellis at 7.40 am"),
    ],
)
def test_other_words_for_the_same_thing_answer(question: str, answer: str) -> None:
    found = ask(question, FERRY)
    assert answer in found.text
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("Où est-ce que j'habite ?", "J'habite à Lyon"),
        ("À quoi suis-je allergique ?", "Je suis allergique aux noix"),
    ],
)
def test_a_french_inversion_is_no_word_that_a_fact_must_have(question: str, fact: str) -> None:
    assert answers_question(fact, parse_question(question))


BIKES = """# Household insurance

Bikes stolen from the cellar: up to £2,000.

Glass: no limit."""


def test_what_stands_apart_and_names_the_kind_of_thing_answers_without_every_word() -> None:
    asked = "Up to what amount is a stolen bike replaced?"
    assert ask(asked, BIKES).grade is Grade.ANSWERS
    rival = f"{BIKES}\n\nBikes stolen in the street: up to £500."
    assert ask(asked, rival).grade is Grade.MAYBE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many children are in the class?", "The children in the class share with Year 4."),
        ("Wie viele Keller hat die Wohnung?", "Zur Wohnung gehört der Keller Nr. 5."),
    ],
)
def test_a_number_that_is_a_name_counts_nothing(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many children are in the class?", "The class has 24 children."),
        ("How many children are in the class?", "| class | children |\n| -- | -- |\n| 4b | 23 |"),
    ],
)
def test_a_number_that_counts_answers(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS
