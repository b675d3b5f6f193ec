"""Who asks what something is called is told its name, and not who made it."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "named", "made"),
    [
        ("What is the boat called?", "The boat is Seestern.", "The boat was built by Karl Maier."),
        ("What is the name of the boat?", "The boat is Seestern.", "It was built by Karl Maier."),
        ("What is the choir called?", "The choir is called Larks.", "It is led by Jane Fox."),
        ("Wie heißt das Boot?", "Das Boot heißt Seestern.", "Das Boot wurde von Jan Maier gebaut."),
        (
            "Comment s'appelle le bateau ?",
            "Le bateau s'appelle Étoile.",
            "Le bateau a été construit par Karl Maier.",
        ),
        (
            "¿Cómo se llama el barco?",
            "El barco se llama Estrella.",
            "El barco fue construido por Karl Maier.",
        ),
        (
            "Come si chiama la barca?",
            "La barca si chiama Stella.",
            "La barca è stata costruita da Carlo Bini.",
        ),
        ("Hoe heet de boot?", "De boot heet Ster.", "De boot is gebouwd door Karel Mulder."),
        (
            "Como se chama o barco?",
            "O barco chama-se Estrela.",
            "O barco foi construído por Karl Maier.",
        ),
    ],
)
def test_a_thing_is_not_called_as_its_maker(question: str, named: str, made: str) -> None:
    found = ask(question, f"{named} {made}")
    assert found.grade is Grade.ANSWERS
    assert found.text == f"- {named} [1]"
    assert ask(question, made).grade is not Grade.ANSWERS


def test_what_is_said_to_be_called_so_need_not_look_like_a_name() -> None:
    found = ask("What is the café called?", "The café is called Blue Door.")
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What's the landlord called?", "The landlord is Peter Hall. The landlord lives in Leeds."),
        ("What is the caretaker's name?", "The caretaker is Ali Demir. The caretaker has a key."),
        ("Wie heißt der Hausmeister von Haus 3?", "Der Hausmeister von Haus 3 ist Ali Demir."),
    ],
)
def test_a_person_has_a_name(question: str, text: str) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert found.text == f"- {text.partition('. ')[0].removesuffix('.')}. [1]"
