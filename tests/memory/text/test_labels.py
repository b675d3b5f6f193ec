"""Short names that a model gives to what a person said."""

import pytest

from memory.text.labels import ground_label


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("harbour", "I work at the harbour."),
        ("job", "I work at the harbour."),
        ("Employment", "I work at the harbour."),
        ("Umzug", "Ich bin im Mai umgezogen."),
        ("déménagement", "J'ai déménagé en mai."),
    ],
)
def test_a_label_holds_whose_words_the_person_used_or_meant(label: str, said: str) -> None:
    assert ground_label(label, [said]) == label


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("pirate", "I work at the harbour."),
        ("send mail", "I work at the harbour."),
        ("dentist bill", "I went to the dentist."),
        ("make use", "I have a harbour."),
        ("Scheidung", "Ich bin im Mai umgezogen."),
    ],
)
def test_a_label_does_not_hold_with_words_of_others(label: str, said: str) -> None:
    assert not ground_label(label, [said])
