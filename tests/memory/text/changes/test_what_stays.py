"""What only sounds like a change of a thing, a time or a car leaves what was said before alone."""

import pytest

from memory.facts.told_change import ends


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("our dog is called Moss", "we changed our dog's food to Pedigree"),
        ("our dog is called Moss", "we did not switch the dog to Purina"),
        ("our dog is called Moss", "we switched the dog to Purina"),
        ("our insurance is with Axis", "we switched the insurance documents to Tom"),
        ("our insurance is with Axis", "we didn't switch our insurance to Beacon"),
        ("mi coche es un Seat", "cambié el seguro del coche a Axa"),
        ("my laptop is a ThinkPad", "switched the laptop to Linux"),
        ("my bank is ING", "I transferred the bank details to Tom"),
    ],
)
def test_another_thing_of_it_puts_nothing_in_its_place(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("our insurance is with Axis", "switched our insurance to Beacon"),
        ("our broadband is with BT", "we've switched the broadband to Zen"),
        ("my bank is ING", "I changed my bank to Monzo"),
        ("the gate code is 4242", "changed the gate code to 6161"),
    ],
)
def test_a_name_or_code_is_put_in_place_of_another(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Tom is 8", "Tom turned 9 today"),
        ("Tom ist 8", "Tom ist heute 9 geworden"),
        ("my son is 8 years old", "my son turned 9 today"),
        ("I weigh 80 kg", "I weigh 78 kg today"),
    ],
)
def test_an_age_or_a_weight_is_so_from_today_on(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I take the 7:40 bus", "got the 7:50 today"),
        ("I run 5 km", "I ran 8 km today"),
        ("Tom is 8", "Tom is on page 9 today"),
        ("Tom is 8", "Ann turned 9 today"),
        ("I weigh 80 kg", "my dog weighs 20 kg today"),
    ],
)
def test_what_is_so_once_ends_nothing(old: str, new: str) -> None:
    assert not ends(new, old)
