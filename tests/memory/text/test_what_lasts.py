"""A while somewhere else, a part of a thing or a department ends nothing of the whole."""

import pytest

from memory.facts.told_change import ends, keep_rest

CELLO = "I've got a cello"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("we live in York", "moved to Leeds for the summer"),
        ("I live in York", "I've moved to Leeds for a few months"),
        ("wir wohnen in Bonn", "wir sind für den Sommer nach Kiel gezogen"),
        ("j'habite à Lyon", "j'ai déménagé à Nice pour l'été"),
        ("vivo en Madrid", "me he mudado a Cádiz por el verano"),
        ("abito a Roma", "mi sono trasferito a Rimini per l'estate"),
        ("ik woon in Gent", "ik ben voor de zomer naar Knokke verhuisd"),
        ("I'm reading Middlemarch", "finished chapter 3 of Middlemarch"),
        (CELLO, "sold the cello case"),
        ("I work at Lidl", "I work in sales now"),
        ("I work at Lidl", "works in sales now"),
        ("my sister Ann works at Lidl", "Ann works in sales now"),
    ],
)
def test_what_is_so_beside_it_ends_nothing(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in York", "I've moved to Leeds"),
        ("we live in Leeds for the summer", "we've moved to Hull"),
        ("I go to the gym", "I've quit the gym for now"),
        ("I'm reading Middlemarch", "finished Middlemarch"),
        (CELLO, "sold the cello"),
        ("I work at Lidl", "I work in a bakery now"),
        ("I work in banking", "I work in insurance now"),
    ],
)
def test_what_is_otherwise_for_good_ends_it(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(
    ("old", "new", "rest"),
    [
        (
            "the office is in Alpha House, the lab too",
            "office is in Beta now",
            "The lab is in Alpha House",
        ),
        (
            "das Büro ist in Bonn, das Labor auch",
            "das Büro ist jetzt in Köln",
            "Das Labor ist in Bonn",
        ),
    ],
)
def test_what_is_so_of_another_thing_too_still_says_what(old: str, new: str, rest: str) -> None:
    assert keep_rest(new, old) == rest
