"""No function that the daemon runs on foreign text takes more than linear time."""

import pytest

from bot.citations.check import check_citations
from memory.text.hearsay import retells
from tests.hostile.functions import EXEMPT, find_text_functions
from tests.hostile.linear import SHORT, Shape, SlowError, assert_linear, list_shapes

# All texts would take over a minute.
SHAPES = [each for each in list_shapes() if each.tail]


def test_every_text_function_is_linear() -> None:
    slow, found = list[str](), [each for each in find_text_functions() if each.place not in EXEMPT]
    for each in found:
        try:
            assert_linear(each.run, SHAPES, SHORT)
        except SlowError as error:
            slow.append(f"{each.place}: {error}")
    assert not slow
    assert len(found) > 150


def test_functions_are_found_wherever_they_stand() -> None:
    places = {each.place for each in find_text_functions()}
    assert places >= EXEMPT.keys()
    assert places >= {"adapters.telegram.render._clean", "bot.citations.marks.find_marks"}
    assert "bot.citations.statement.parse_passage" in places, "behind a cache"


def test_citations_are_checked_in_linear_time() -> None:
    assert_linear(lambda text: check_citations(text, []), SHAPES)


@pytest.mark.parametrize("words", ["says ", "goes emailed told says asked ", "I told him I "])
def test_what_is_retold_is_found_in_linear_time(words: str) -> None:
    assert_linear(retells, [Shape(words), Shape(f"{words}, ")])


def test_one_that_is_not_is_found() -> None:
    def count_pairs(text: str) -> int:
        return sum(one == other for one in text for other in text[::4])

    with pytest.raises(SlowError):
        assert_linear(count_pairs, SHAPES, SHORT)
