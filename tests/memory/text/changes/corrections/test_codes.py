"""A correction of a part of a code, of a lettered thing, or of signs that end alike."""

import pytest

from memory.text.changes.corrections.correction import (
    correct_words,
    is_mere_correction,
)
from memory.text.changes.corrections.last_said import correct_last


@pytest.mark.parametrize(
    ("new", "old", "corrected"),
    [
        ("oops sunflower23 not 22", "the password is sunflower22", "the password is sunflower23"),
        ("no, A3917, not B", "the door code is B3917", "the door code is A3917"),
        ("heu non attends, A3917 le code, pas B", "le code est B3917", "le code est A3917"),
        ("on the 14th not the 12th", "the party is on the 12th", "the party is on the 14th"),
    ],
)
def test_a_part_of_a_code_or_a_day_is_put_in_the_place_of_another(
    new: str, old: str, corrected: str
) -> None:
    assert correct_words(new, old) == corrected


@pytest.mark.parametrize(
    ("new", "old", "corrected"),
    [
        ("digo, bloco D, sempre confundo", "é no salão do bloco C", "é no salão do bloco D"),
        ("sorry typo, A7Z2", "alarm code is A7X2", "alarm code is A7Z2"),
        ("no, B4917", "the door code is B3917", "the door code is B4917"),
        ("sorry, gate B", "boarding at gate C", "boarding at gate B"),
        ("ごめん間違えた、南口だった", "待ち合わせは北口ね", "待ち合わせは南口ね"),
    ],
)
def test_what_ends_or_begins_alike_is_corrected(new: str, old: str, corrected: str) -> None:
    assert correct_last(new, old) == corrected


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("sorry, block D", "boarding at gate C"),
        ("sorry, 16h30", "the door code is B3917"),
        ("sorry, K8809", "the door code is B3917"),
        ("ごめん、会議だった", "昼は会社"),
        ("ごめん間違えた、南口だった", "北口か西口で"),  # which of them
        ("we joined the gym not the pool", "we joined the pool"),
        ("gym opens monday not tuesday", "gym opens on monday"),
        ("Tuesday not good", "on Monday"),
        ("no, A3917, not B", "the door code is C3917"),
    ],
)
def test_what_is_not_alike_corrects_nothing(new: str, old: str) -> None:
    assert not correct_words(new, old)
    assert not correct_last(new, old)


def test_signs_that_correct_nothing_are_noted_all_the_same() -> None:
    assert not is_mere_correction("ごめん、会議だった")
