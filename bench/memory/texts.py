"""Sentences that people might say about themselves, composed for the bench of memory."""

import random
from collections.abc import Callable

_NAMES = ("Mia", "Oskar", "Lena", "Tariq", "Ines")
_CITIES = ("Rome", "Oslo", "Lyon", "Porto", "Graz")
_COLOURS = ("blue", "green", "red", "violet", "yellow")


def _build_sentences(subject: str, values: tuple[str, ...]) -> Callable[[int], str]:
    return lambda number: f"{subject} {values[number]}."


def _list_numbers(first: int) -> tuple[str, ...]:
    return tuple(str(first + 17 * number) for number in range(5))


# A topic, and a function that returns the sentence with its nth value.
SLOTS: tuple[tuple[str, Callable[[int], str]], ...] = (
    *(
        (
            f"{what} of the {place}",
            _build_sentences(f"The {what} of the {place} is", _list_numbers(10 * n)),
        )
        for n, (what, place) in enumerate(
            (what, place)
            for what in ("port", "budget", "code", "rent", "number")
            for place in ("server", "office", "garage", "workshop", "garden", "cellar")
        )
    ),
    *(
        (f"{role} of the {team}", _build_sentences(f"The {role} of the {team} is", _NAMES))
        for role in ("lead", "owner", "tester")
        for team in ("shop project", "web project", "app project", "print project")
    ),
    *(
        (f"favourite {thing}", _build_sentences(f"My favourite {thing} is", _COLOURS))
        for thing in ("colour", "jacket", "lamp", "mug", "bag")
    ),
    *(
        (f"{who} home", _build_sentences(f"{who.capitalize()} lives in", _CITIES))
        for who in ("my sister", "my brother", "my boss")
    ),
)

_KIN = ("sister", "brother", "aunt", "uncle", "cousin")
# A topic, and the same fact about it in different words.
PARAPHRASED: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    (
        f"{kin}'s name",
        (
            f"My {kin} is called {name}.",
            f"{name} is my {kin}.",
            f"My {kin}'s name is {name}.",
            f"The name of my {kin} is {name}.",
            f"I have a {kin} called {name}.",
            f"{name} is the name of my {kin}.",
            f"my {kin} {name}",
            f"{name}, my {kin}",
            f"My {kin} goes by {name}.",
            f"They named my {kin} {name}.",
            f"So my {kin} is {name}.",
        ),
    )
    for kin, name in zip(_KIN, _NAMES, strict=True)
) + tuple(
    (
        f"allergy {food}",
        (
            f"I am allergic to {food}.",
            f"I'm allergic to {food}!",
            f"{food.capitalize()}: I am allergic to them.",
            f"My allergy is {food}.",
            f"I have an allergy to {food}.",
            f"I have a {food} allergy.",
            f"I am really allergic to {food}.",
            f"It is {food} that I am allergic to.",
            f"Also, I am allergic to {food}, please.",
            f"I react to {food}.",
            f"No {food} for me, I am allergic.",
        ),
    )
    for food in (
        "nuts",
        "shrimps",
        "apples",
        "peaches",
        "cherries",
        "lupins",
        "oats",
        "soy",
        "celery",
        "sesame",
        "mustard",
        "eggs",
        "wheat",
        "pollen",
        "kiwis",
    )
)


class TextGenerator:
    """Generates texts of invented words, a few common and most of them rare."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        parts = ("ba", "be", "bi", "do", "du", "ka", "ke", "ki", "la", "le", "lo", "mu")
        ends = ("ran", "tel", "mon", "sip", "gar", "tok", "vin", "del", "pas", "rum", "fen", "hat")
        self._words = [a + b + c for a in parts for b in ends for c in ("", "er", "ow", "ik", "us")]
        self._words += [word + end for word in self._words for end in ends]
        self._weights = [1 / (rank + 10) for rank in range(len(self._words))]

    def generate(self, length: int = 0) -> str:
        count = length or self._chance.randint(5, 14)
        return " ".join(self._chance.choices(self._words, self._weights, k=count))
