"""What costs most is comparing long texts, of which a few dozen took seconds."""

from memory.facts.ended import list_latest

SHORT, LONG = "the gym is 20 a month", "my brother lives in the red house near the river " * 12


def test_of_short_facts_hundreds_are_compared() -> None:
    assert len(list_latest([SHORT] * 250, SHORT)) == 250


def test_of_ordinary_ones_all_are_compared_with_a_long_one() -> None:
    assert len(list_latest([SHORT] * 60, LONG)) == 60


def test_of_long_ones_the_latest_are() -> None:
    texts = [f"{LONG}{n}" for n in range(60)]
    found = list_latest(texts, LONG)
    assert found == texts[: len(found)]
    assert 10 < len(found) < 20
