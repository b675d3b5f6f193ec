"""Letters, contracts, plans and timetables, asked about as people talk."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.asked_words import list_words
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind


def ask(
    question: str, *texts: str, name: str = "notes", sections: tuple[str, ...] = ()
) -> Extracts:
    hits = [
        Hit(
            Chunk(f"doc:{n}", name, text, sections),
            f"/{name}{n}.md",
            f"{name}{n}.md",
            KB,
            "md",
            0.9,
        )
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


def list_needed(question: str, language: str) -> set[str]:
    words = list_words(parse_question(question), language, ())
    return {each.text for each in words if each.need}


def test_only_the_day_that_was_named_is_no_time() -> None:
    question = "When do we have to leave Hollin Barn on Monday?"
    stay = "We leave Hollin Barn on Monday 18 May, after a stay from Friday 15 May."
    assert ask(question, stay).grade is not Grade.ANSWERS
    assert ask(question, "On Monday 18 May we leave Hollin Barn by 10 am.").grade is Grade.ANSWERS


def test_a_row_with_a_capital_names_nobody() -> None:
    rows = (
        "| What | How much | Needs |\n|---|---|---|\n| Hotel | up to £95, London £140 | receipt |"
    )
    found = ask("Who gets my receipts for the business trip?", rows, name="business trips")
    assert found.grade is not Grade.ANSWERS


def test_one_other_word_for_one_of_two_is_too_little() -> None:
    weekend = "We have a barn near Torver. Petrol we split, about £45 I reckon."
    assert ask("how much is my share for the barn", weekend).grade is not Grade.ANSWERS


def test_a_word_of_the_same_stem_is_nearly_the_word_itself() -> None:
    plan = "Mr Ashdown lives alone. Allergies: penicillin; plasters with latex."
    assert ask("what is Mr Ashdown allergic to", plan, name="Mr Ashdown").grade is Grade.ANSWERS


def test_an_article_joined_to_its_noun_asks_for_nothing() -> None:
    assert "d'un" not in list_needed("Quel est le prix d'un cours de natation ?", "en")
    assert "l'entrée" in list_needed("Combien coûte l'entrée de la piscine ?", "fr")


def test_a_document_calls_their_kin_by_name() -> None:
    words = {
        each.text: each for each in list_words(parse_question("When is dad's check-up?"), "en", ())
    }
    assert not words["dad's"].decides
    assert words["dad's"].need < 1
    other = {
        each.text: each for each in list_words(parse_question("When is Ada's visit?"), "en", ())
    }
    assert other["Ada's"].decides


DATES = """
| Date | What | Who |
|---|---|---|
| 13 October | Parents' evening | Years 1–3 |
| 15 October | Parents' evening | Years 4–6 |
"""


@pytest.mark.parametrize(("year", "day"), [(2, "13 October"), (5, "15 October")])
def test_a_range_includes_a_number(year: int, day: str) -> None:
    found = ask(f"When is the parents' evening for Year {year}?", DATES)
    assert found.grade is Grade.ANSWERS
    assert found.text.count("October") == 1
    assert day in found.text


def test_a_prefix_belongs_to_the_verb_of_its_own_clause() -> None:
    assert "fest" in list_needed("Ich steck im Fahrstuhl fest, wen ruf ich an?", "de")


def test_a_label_says_where() -> None:
    course = (
        "Enrol at the office from 9 November. The yard at the back fills early.\n\n"
        "Room: kiln studio, basement of the Old Dairy"
    )
    found = ask("Where does the pottery class take place?", course, name="pottery class")
    assert found.text.startswith("- Room: kiln studio")
    assert found.grade is Grade.ANSWERS


def test_from_something_is_no_place() -> None:
    text = "The pottery class lives from donations."
    assert ask("Where is the pottery class?", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Quel est le préavis pour résilier le bail ?",
            "Le bail se résilie avec un préavis d'un mois.",
        ),
        ("Wie lange dauert der Kurs?", "Der Kurs dauert eine Woche."),
        ("How long does the course last?", "The course lasts one week."),
    ],
)
def test_one_month_is_a_span_of_time(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_rate_is_no_span_of_time() -> None:
    assert ask("How long is the studio open?", "The studio costs £4 an hour.").grade is not (
        Grade.ANSWERS
    )


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Who looks after the heating these days, at the moment?", "en"),
        ("Wer kümmert sich derzeit um die Heizung?", "de"),
        ("Quanto costa adesso un buco?", "it"),
    ],
)
def test_that_something_is_asked_now_is_not_asked_for(question: str, language: str) -> None:
    now = {"moment", "derzeit", "adesso"}
    assert list_needed(question, language).isdisjoint(now)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Lost my key, do I have to pay?", Kind.WHETHER),
        ("got a parking ticket on a work trip, does the firm pay", Kind.WHETHER),
        ("Apples, pears and plums", Kind.SEARCH),
        ("Karte weg, was kostet eine neue?", Kind.AMOUNT),
    ],
)
def test_what_is_asked_may_stand_behind_a_comma(question: str, kind: Kind) -> None:
    assert parse_question(question).kind is kind


def test_where_anything_is_does_not_tell_where_the_event_is() -> None:
    course = "Enrol at the office. The yard at the back fills early. The lift is at the entrance."
    found = ask("Where does the pottery class take place?", course, name="pottery class")
    assert found.grade is not Grade.ANSWERS
    parking = "Parking is behind the barn. Coats go in the porch."
    assert ask("where is the wedding?", parking, name="wedding").grade is not Grade.ANSWERS
