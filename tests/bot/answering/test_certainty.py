"""What makes an answer sure, or unsure, though the words are there."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB


def ask(question: str, *texts: str, path: tuple[str, ...] = ()) -> Extracts:
    hits = [
        Hit(Chunk(f"doc:{n}", "notes", text, path=path), "/notes.md", "notes.md", KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wem gehört die Werkstatt?", "Die Werkstatt gehört Frau Hanna Lorenz."),
        ("What quantity of flour do I need?", "500 g flour"),
    ],
)
def test_the_words_that_open_a_question_need_not_be_there(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_surname_may_mean_something() -> None:
    found = ask("Chi segue il coro dei ragazzi?", "Per il coro dei ragazzi: Paolo Bassi.")
    assert found.grade is Grade.ANSWERS


def test_a_section_is_as_good_as_the_text_and_a_title_is_not() -> None:
    question, text = "Combien coûte une place de parking ?", "La place coûte 40 € par mois."
    section = ask(question, text, path=("Règlement intérieur", "Stationnement"))
    assert section.grade is Grade.ANSWERS


def test_a_place_is_not_named_by_what_is_asked_for() -> None:
    found = ask(
        "Where is the concert?",
        "Photos are forbidden at the concert.",
        "The concert is in Weaver Hall.",
    )
    assert found.text.startswith("- The concert is in Weaver Hall.")


@pytest.mark.parametrize(
    "text", ["There is no market in August.", "Il n'y a pas de marché le samedi en août."]
)
def test_a_month_is_no_place(text: str) -> None:
    question = "Where is the market?" if "market" in text else "Où est le marché ?"
    assert ask(question, text).grade is not Grade.ANSWERS


def test_a_path_may_have_a_name_that_is_asked_for() -> None:
    found = ask("Where is the config file of zipper?", "The config file: ~/.config/zipper/main.ini")
    assert found.grade is Grade.ANSWERS


def test_of_two_rows_the_one_with_that_very_name_is_meant() -> None:
    table = "| Model | Price |\n|---|---|\n| Lamp L2 | 30 € |\n| Lamp L2 Maxi | 45 € |"
    found = ask("price of the Lamp L2", table)
    assert "30 €" in found.text
    assert "45 €" not in found.text


def test_a_number_beside_what_is_counted_comes_first() -> None:
    found = ask(
        "How many lessons are there?",
        "Lessons are announced 14 days before, in the hall.\n\nThe course has nine lessons.",
    )
    assert found.text.startswith("- The course has nine lessons.")


def test_a_value_under_another_label_is_doubted() -> None:
    path = ("Warranty of the kettle",)
    found = ask("How long is the warranty of the kettle?", "Boiling time: 4 minutes.", path=path)
    assert found.grade is not Grade.ANSWERS
    right = ask("How long is the warranty of the kettle?", "Warranty: 2 years.", path=path)
    assert right.grade is Grade.ANSWERS


def test_a_piece_in_another_language_comes_second() -> None:
    found = ask(
        "¿Cuántos años dura el contrato?",
        "O contrato dura 5 anos e renova-se todos os anos, sem mais custos para o cliente.",
        "El contrato dura 3 años y se renueva todos los años, sin más costes para el cliente.",
    )
    assert "3 años" in found.text.splitlines()[0]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When can we feed the ducks?", "Ducks: from 9 to 11 am only."),
        ("Où faut-il ranger les skis ?", "Les skis restent dans le local du sous-sol."),
        ("Bis wann muss ich die Bücher abgeben?", "Die Bücher sind bis 31. Mai fällig."),
    ],
)
def test_what_is_done_may_be_said_otherwise(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("¿Cuánto cuesta alquilar una flauta?", "Alquilar un violín cuesta 12 euros."),
        ("Où est le loyer des skis ?", "Les skis restent dans le local du sous-sol."),
        ("When does the ferry for the ducks leave?", "Ducks: from 9 to 11 am only."),
    ],
)
def test_what_it_is_done_to_must_be_there(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Entro che ora si chiude il cancello?", "Il cancello si chiude alle 22:00."),
        ("Ab wann ist die Sauna warm?", "Die Sauna ist um 17 Uhr warm."),
    ],
)
def test_a_preposition_need_not_be_there(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_chinese_noun_is_found_behind_its_verb() -> None:
    assert ask("谁教游泳？", "王老师教钢琴，游泳课由陈静老师教授。").grade is Grade.ANSWERS
    assert ask("大学生多少钱？", "小学生30元。").grade is not Grade.ANSWERS


@pytest.mark.parametrize("text", ["Tents are not permitted.", "Tents are prohibited."])
def test_what_is_forbidden_answers_whether_it_may_be_done(text: str) -> None:
    assert ask("May I put up a tent by the lake?", text, path=("The lake",)).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        (
            "How long is the quote valid?",
            "The quote is valid until 30 June.",
            "The quote is payable within 14 days.",
        ),
        (
            "Wie lange ist das Angebot gültig?",
            "Das Angebot ist bis zum 30. Juni gültig.",
            "Das Angebot ist in 14 Tagen zahlbar.",
        ),
    ],
)
def test_the_day_until_which_something_lasts_tells_how_long(
    question: str, text: str, other: str
) -> None:
    found = ask(question, f"{other} {text}")
    assert found.grade is Grade.ANSWERS
    assert found.text.startswith(f"- {text}")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("С какого возраста принимают детей?", "Детей принимают с семи лет."),
        ("At what age are children accepted?", "Children are accepted from seven years."),
    ],
)
def test_an_age_is_told_without_that_word(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_where_an_age_is_asked_for_something_else_does_not_answer() -> None:
    found = ask("С какого возраста принимают детей?", "Детей принимают с улыбкой.")
    assert found.grade is not Grade.ANSWERS


def test_the_price_in_a_table_is_no_way_to_pay() -> None:
    table = "| Work | Price |\n| --- | --- |\n| Piano tuning | £90 |\n| Travel | £18 |"
    assert ask("How do I pay for the piano tuning?", table).grade is not Grade.ANSWERS
    assert ask("How much is the piano tuning?", table).grade is Grade.ANSWERS


def test_of_many_words_only_a_verb_may_be_missing() -> None:
    """What is not there is likely what was asked for: the warning, not the price of the tart."""
    row = "| Cake | Up to 19 pieces |\n|---|---|\n| Lemon tart, whole, 12 slices | £19.50 |"
    tart = ask("How much warning does Crumb need for a whole lemon tart?", f"# Crumb\n\n{row}")
    assert tart.grade is Grade.MAYBE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Can I call the lesson off?", "A lesson may be cancelled up to a day before."),
        ("When do we have to move out?", "The room is to be vacated by 10 am."),
        ("How do I quit?", "To terminate the membership, write to office@example.org."),
        ("Who will fetch the parcel?", "Parcels are collected by Mr Reed."),
    ],
)
def test_people_ask_in_their_own_words(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_where_every_word_is_another_nothing_is_sure() -> None:
    """Each may stand for something else: to take medicine is not to pack."""
    found = ask("What should the children bring?", "If your child takes medicine, tell me.")
    assert found.grade is not Grade.ANSWERS
    found = ask("What should the kids pack?", "Each child takes medicine.")
    assert found.grade is not Grade.ANSWERS


def test_the_number_of_a_thing_may_go_without_saying() -> None:
    row = "| Article | Product |\n|---|---|\n| LI-301 | Battery pack XL |\n| K-7 | Bike lock |"
    assert ask("article number of the battery pack XL", row).grade is Grade.ANSWERS


def test_a_day_by_another_name_is_that_day() -> None:
    found = ask("星期一开门吗？", "开放时间：周二至周日 9:00–17:00，周一闭馆。")
    assert found.grade is Grade.ANSWERS


def test_an_abbreviation_with_other_words_for_it_is_no_name() -> None:
    text = "A doctor's note is needed from 2 May."
    assert ask("from when do I need a note from the GP", text).grade is Grade.ANSWERS


def test_what_is_free_there_does_not_tell_what_the_thing_costs() -> None:
    found = ask("How much is the Alba shelf?", "Spare parts are free.", path=("Alba shelf",))
    assert found.grade is not Grade.ANSWERS
    question = "what does the delivery cost from £50"
    assert ask(question, "Delivery is free from £50.").grade is Grade.ANSWERS


def test_the_very_cell_is_better_than_a_sentence_without_its_month() -> None:
    table = "| Month | Rent | Electricity |\n|---|---|---|\n| January | 1345 | 88 |"
    charge = "The service charge is £165 per month (electricity is excluded)."
    found = ask("how much was the electricity bill in January", table, charge)
    assert "88" in found.text.splitlines()[-1]
