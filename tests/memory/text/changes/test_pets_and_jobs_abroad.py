"""A pet that has died and a job that was given up, as people tell it in other languages."""

import pytest

from memory.facts.told_change import ends


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        ("Bruno ist letzte Woche gestorben", "mein Hund heißt Bruno"),
        ("ポチは先週死にました", "犬の名前はポチです"),
        ("ich habe bei Siemens gekündigt", "ich arbeite bei Siemens als Schlosser"),
        ("ich hab beim Bauhof gekündigt", "ich arbeite beim Bauhof als Gärtner"),
    ],
)
def test_it_ends_what_was_so(later: str, earlier: str) -> None:
    assert ends(later, earlier)


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        ("Brunos Bruder ist letzte Woche gestorben", "mein Hund heißt Bruno"),
        ("Bruno ist letzte Woche fast gestorben", "mein Hund heißt Bruno"),
        ("ich habe bei Bosch gekündigt", "ich arbeite bei Siemens als Schlosser"),
        ("mein Vater hat bei Siemens gekündigt", "ich arbeite bei Siemens als Schlosser"),
        ("ich habe beim Fitnessstudio gekündigt", "ich arbeite bei Siemens als Schlosser"),
    ],
)
def test_what_is_of_another_ends_nothing(later: str, earlier: str) -> None:
    assert not ends(later, earlier)
