"""Words of a question that its answer need not repeat: limits, contacts, opposites."""

import pytest

from bot.answering.extracts.phrases import Grade
from indexer.text.verb_forms import join_parted_verb
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("minimum height for riders?", "The ride is open to riders with a height of 120 cm."),
        ("What is the maximum load of the shelf?", "The shelf has a load of 15 kg."),
        ("Wie viele Gäste dürfen maximal kommen?", "Es dürfen 40 Gäste kommen."),
        ("Quelle est la durée maximale du prêt ?", "La durée du prêt est de trois semaines."),
        ("¿Cuál es el peso máximo de la maleta?", "El peso de la maleta es de 23 kg."),
        ("Qual è il carico massimo del ripiano?", "Il carico del ripiano è di 15 kg."),
        ("Hoeveel gasten mogen er maximaal komen?", "Er mogen 40 gasten komen."),
        ("Quantos convidados podem vir no máximo?", "Podem vir 40 convidados."),
        ("Какой максимальный вес чемодана?", "Вес чемодана — 23 кг."),
        ("Яка максимальна вага валізи?", "Вага валізи — 23 кг."),
        ("房间最多住多少客人？", "房间住4位客人。"),
    ],
)
def test_a_limit_need_not_be_called_one(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the maximum stay on the site?", "The minimum stay on the site is two nights."),
        ("Wie lange kann man maximal mieten?", "Mieten kann man mindestens drei Tage."),
    ],
)
def test_the_other_limit_is_no_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_of_two_limits_the_one_asked_for_is_quoted() -> None:
    text = "The minimum load of the lift is 20 kg.\n\nThe maximum load of the lift is 300 kg."
    found = ask("What is the maximum load of the lift?", text)
    assert found.text == "- The maximum load of the lift is 300 kg. [1]"
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where do I report a leak?", "Report a leak to leaks@hill.example."),
        ("Wo melde ich einen Schaden?", "Einen Schaden melden Sie an schaden@hill.example."),
        ("Where can I see the timetable?", "See the timetable: https://hill.example/times"),
    ],
)
def test_an_address_tells_where_something_is_sent(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_an_address_does_not_tell_where_something_else_is() -> None:
    found = ask("Where is the bicycle cellar?", "Questions on bicycles: mail@hill.example")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    "question", ["Ab wann hat das Bad morgens auf?", "wen rufe ich nachts bei feuer an"]
)
def test_an_adverb_is_no_verb_that_parted_from_its_prefix(question: str) -> None:
    assert join_parted_verb(question, "ab wann wen rufe", "de") == question


def test_a_verb_is_joined_with_its_prefix() -> None:
    assert join_parted_verb("Wie meldet man sich an?", "wie", "de") == "Wie anmelden man sich?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "What do you charge if the card is lost?",
            "If a card is lost, we charge a fee of £6.",
        ),
        (
            "Was kostet es, wenn die Karte verloren geht?",
            "Wenn die Karte verloren geht, kostet eine neue 6 Euro.",
        ),
    ],
)
def test_what_something_costs_on_a_condition_is_no_other_price(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_another_thing_has_another_price() -> None:
    text = "The badge opens the gate, and a locker costs £6."
    assert ask("What does a badge cost?", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is the museum open on Mondays?", "On Mondays the museum is closed."),
        ("Hat das Bad montags geöffnet?", "Montags ist das Bad geschlossen."),
        ("Le musée est-il ouvert le lundi ?", "Le lundi, le musée est fermé."),
        ("¿Está abierto el museo los lunes?", "Los lunes el museo está cerrado."),
    ],
)
def test_the_opposite_says_no(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_the_opposite_answers_no_other_question() -> None:
    found = ask("When does the museum open?", "The museum closes at 6 pm.")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is our stall at the fair?", "Our stall at the fair: C-31."),
        ("Wo ist unser Stand auf der Messe?", "Unser Stand auf der Messe: 4B-22."),
    ],
)
def test_the_number_of_a_stall_is_a_place(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_limit_counts_where_it_is_called_one() -> None:
    text = "The upper bunk bears at most 100 kg."
    assert ask("How heavy may the guest upstairs be at most?", text).grade is not Grade.NOTHING


def test_rice_that_is_needed_is_no_price() -> None:
    assert ask("Quanta farina ci vuole per il pane?", "# Pane\n\n500 g di farina").grade is (
        Grade.ANSWERS
    )


def test_a_word_in_capitals_that_asks_for_leave_is_no_name() -> None:
    found = ask("Is parking at the gate OK?", "Parking at the gate is allowed at weekends.")
    assert found.grade is Grade.ANSWERS
