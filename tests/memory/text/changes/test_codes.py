"""A code that has changed takes the place of the one before, whatever it is made of."""

import pytest

from memory.text.changes.codes import number_codes
from memory.text.changes.decision import choose_ended


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("le code de l'immeuble est 4B17", "le code a changé, c'est 8C02"),
        ("le code de l'immeuble est 4417", "le code a changé, c'est 8802"),
        ("the building code is 4B17", "the code has changed, it's 8C02"),
        ("the building code is 4B17", "the code changed to 8C02"),
        ("the wifi password is cat98", "the password has changed, it's dog77"),
        ("der Code vom Haus ist 4B17", "der Code hat sich geändert, er ist jetzt 8C02"),
        ("el código del edificio es 4B17", "el código ha cambiado, es 8C02"),
        ("il codice del palazzo è 4B17", "il codice è cambiato, è 8C02"),
        ("o código do prédio é 4B17", "o código mudou, é 8C02"),
        ("de code van het gebouw is 4B17", "de code is veranderd, het is 8C02"),
        ("код подъезда 4B17", "код изменился, 8C02"),
        ("门禁密码是4B17", "门禁密码改成8C02了"),
    ],
)
def test_a_code_that_has_changed_ends_the_one_before(known: str, new: str) -> None:
    assert choose_ended(new, [known]) == 0


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("the gate code is 4B17", "the garage code has changed, it's 8C02"),
        ("le code de l'immeuble est 4B17", "le code du garage a changé, c'est 8C02"),
        ("the building code is 4B17", "mum's building code has changed, it's 8C02"),
        ("the building code is 4B17", "the code hasn't changed, it's still 4B17"),
        ("le code de l'immeuble est 4B17", "le code n'a pas changé, c'est 4B17"),
        ("the PIN for the bike is 4417", "the PIN for the bank has changed, it's 5892"),
    ],
)
def test_a_code_of_another_thing_or_that_is_the_same_ends_none(known: str, new: str) -> None:
    assert choose_ended(new, [known]) is None


def test_only_codes_are_read_as_numbers() -> None:
    texts = "the code is 8C02 now", "the seat on the train is 4B17"
    assert number_codes(*texts) == texts


def test_which_of_two_codes_has_changed_is_not_guessed() -> None:
    known = ["the gate code is 4B17", "the garage code is 5D22"]
    assert choose_ended("the code has changed, it's 8C02", known) is None
