"""Asks of minutes, order lists and clubs what was decided, whose a thing is, what it is called."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask, ask_below

ORDERS = (
    "| Order | Customer | Bike | Mechanic | Price |\n|---|---|---|---|---|\n"
    "| 51 | Anna Kling | Gazelle Esprit | Uli | £44 |\n"
    "| 52 | Tobias Reh | Kalkhoff Agattu | Eva | £38 |\n"
)
EVENTS = (
    "| Termin | Was | Wer |\n|---|---|---|\n"
    "| 3. Dezember | Chorprobe in der Kapelle | alle |\n"
    "| 4. Dezember | Vortrag über Bienen | Frau Dr. Lang |\n"
)


@pytest.mark.parametrize(
    ("question", "text", "stays"),
    [
        (
            "how much is the subscription",
            "The proposal to raise the subscription to £80 was rejected. It stays at £65.",
            "£65",
        ),
        (
            "cuanto es la cuota",
            "La propuesta de subir la cuota a 75 € se rechaza. Sigue en 60 €. Los jubilados "
            "pagan 40 €.",
            "60 €",
        ),
    ],
)
def test_what_is_so_stands_beside_what_was_rejected(question: str, text: str, stays: str) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert stays in found.text
    assert "40 €" not in found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much is the fee", "The motion to raise the fee to £80 was voted down."),
        (
            "wie hoch ist der beitrag",
            "Ein Beitrag von 80 € wurde mit Mehrheit abgelehnt.",
        ),
        ("会费多少钱", "会费涨到80元的提案被否决。"),
    ],
)
def test_what_was_rejected_is_not_sure(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_whose_a_thing_is_stands_in_another_column() -> None:
    assert "Tobias Reh" in ask("whose bike is order 52", ORDERS).text


def test_whoever_is_meant_does_not_lead() -> None:
    assert ask("wer leitet die kapelle", EVENTS).grade is not Grade.ANSWERS
    assert ask("wer hält den vortrag über bienen", EVENTS).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "name"),
    [
        ("what is the boat called", "The boat is Seestern. Karl Maier built the boat.", "Seestern"),
        ("cómo se llama el perro", "El perro es Roque. Inés Mora cuida al perro.", "Roque"),
        ("whats the name of the pony", "The pony, Clover, is 12. Ann Lee rode it.", "Clover"),
        ("what's the ram called", "Jo Ford feeds the ram. The ram's name is Duke.", "Duke"),
    ],
)
def test_a_name_belongs_to_the_thing_it_stands_beside(question: str, text: str, name: str) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert found.text.startswith("- ")
    assert name in found.text.split("[")[0]
    assert len(found.numbers) == 1


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what is the boat called", "Karl Maier built the boat in 1990."),
        ("wie heißt das boot", "Karl Maier hat das Boot 1990 gebaut."),
        ("cómo se llama el mulo", "El mulo lo compró Andrés Gil."),
    ],
)
def test_whoever_did_something_is_not_its_name(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much does the boathouse cost", "The key of the boathouse costs £5."),
        ("cuánto cuesta la caseta", "La llave de la caseta cuesta 5 €."),
        ("combien coûte le vestiaire", "La clé du vestiaire coûte 7 €."),
        ("was kostet das tor", "Der Schlüssel des Tors kostet 55 €."),
    ],
)
def test_a_part_has_a_price_of_its_own(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much does the sauna cost", "The use of the sauna costs £5."),
        ("cuánto cuesta la sala", "El alquiler de la sala cuesta 250 €."),
        ("how much is the key of the boathouse", "The key of the boathouse costs £5."),
    ],
)
def test_its_use_or_its_rent_is_the_price_of_a_thing(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("when do they lay the planks", "We decided to lay planks on jetties 1 to 8."),
        ("cuándo pintan las salas", "Se decide pintar las salas 1 a 3."),
    ],
)
def test_numbered_things_are_no_hours(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_figures_behind_a_place_that_is_open_are_hours() -> None:
    assert ask("when is the shop open", "We open the shop 2 to 5.").grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "wie hoch ist die anzahlung für die skiwoche",
            "Die Skiwoche kostet 285 €. Die Anzahlung von 80 € ist bald zu überweisen.",
            "80 €",
        ),
        ("saldo de la asociación", "Asisten 19 socios de 31. El saldo es de 1.312,40 €.", "1.312"),
    ],
)
def test_a_sum_is_not_any_price(question: str, text: str, answer: str) -> None:
    found = ask(question, text)
    assert answer in found.text
    assert "socios" not in found.text
    assert "285" not in found.text


def test_a_deposit_may_be_a_share() -> None:
    found = ask("how much deposit", "The course costs £84. The deposit stays at 25 %.")
    assert (found.grade, "25 %" in found.text) == (Grade.ANSWERS, True)


def test_a_day_on_which_something_must_be_there_is_not_asked_for() -> None:
    asked = parse_question("what has to be there on the day")
    assert asked.kind is not Kind.WHEN
    doses = "Adults: two puffs three times a day. The sink must be there on the day."
    assert "sink" in ask(asked.text, doses).text


def test_a_price_in_japanese_is_no_hour_and_no_floor() -> None:
    meals = "夕食は18時から20時まで、1階の「松の間」で。"
    assert ask_below("夕食はいくら", meals, "ご案内").grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("teléfono de encarna", "La cocinera se llama Encarna."),
        ("列车长电话", "列车长：周敏。失物招领电话：0816-555-0132。"),
    ],
)
def test_another_number_or_none_is_not_sure(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_the_first_of_a_thing_is_not_what_was_asked_at_first() -> None:
    card = "Debit card: first card free, replacement £8"
    assert ask("how much did they ask at first", card).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wie hoch ist die Miete?", "Der Mieter zahlt 60 Euro für den Schlüssel."),
        ("Wann ist die Miete fällig?", "Die Schlüssel geben die Mieter am 3. Mai zurück."),
    ],
)
def test_whoever_does_it_is_not_the_thing(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS
    named = text.replace("Der Mieter zahlt", "Die Miete beträgt").replace(
        "Die Schlüssel geben die Mieter am 3. Mai zurück", "Die Miete ist am 3. Mai fällig"
    )
    assert ask(question, named).grade is Grade.ANSWERS


def test_a_number_belongs_to_the_name_above_it() -> None:
    found = ask("Whose number is 0171 555 999?", "Ann Ray\n0171 555 123\nTom Lee\n0171 555 999")
    assert "Tom Lee" in found.text
    assert "Ann Ray" not in found.text
