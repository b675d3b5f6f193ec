"""Words that name nothing are of the one thing of a conversation that they can change."""

import pytest

from memory.text.changes.claims.place import drop_ended_place
from memory.text.changes.corrections.last_said import choose_changed

VAN = ["looking at VW T5s", "I put by 150 a month", "got 3,200 so far", "saving up for a van"]


@pytest.mark.parametrize(
    ("new", "latest_first", "place"),
    [
        ("up to 3,900", VAN[2:], 0),
        ("it's 100 a month now", VAN, 1),
        ("it's 950 now", ["the gym is shut", "the rent is 900"], 1),
        ("it's gone up to 35", ["I go at lunch", "the gym is 30 a month"], 1),
        ("down to 79 kilos!", ["I run on Mondays", "I weigh 82 kilos"], 1),
        ("it's Thursday now", ["Ann plays bass", "practice is on Wednesdays"], 1),
        ("no hang on, 480", ["they quoted 380 for the clutch"], 0),
    ],
)
def test_a_value_is_given_to_the_only_thing_that_has_one_like_it(
    new: str, latest_first: list[str], place: int
) -> None:
    assert choose_changed(new, latest_first) == place


@pytest.mark.parametrize(
    ("new", "latest_first"),
    [
        ("up to 3,900", VAN),
        ("it's 9 now", ["swimming is at 8", "the rent is 900"]),
        ("it's 950 now", ["the gym is shut", "the rent is 900", "the garage is 800"]),
        ("it's gone up to 35", ["I go at lunch", "my brother pays 30 a month"]),
        ("it's gone up to 35", ["I go at lunch", "the gym is 30 a month", "the pool is 20"]),
        ("no hang on, 480", ["tyres were new", "they quoted 380 for the clutch"]),
    ],
)
def test_a_value_that_may_be_of_two_things_changes_neither(
    new: str, latest_first: list[str]
) -> None:
    assert choose_changed(new, latest_first) is None


def test_the_day_of_what_is_at_another_place_holds_on() -> None:
    said = "we've lost the hall so choir is at the Methodist church from now on"
    rest = drop_ended_place(said, "choir is Mondays 7.30 at St Mark's hall")
    assert rest == "choir is Mondays 7.30"
