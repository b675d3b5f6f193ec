from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from indexer.text.line_numbers import find_line_numbers, join_lines

numbers = st.lists(st.integers(1, 9), min_size=1).map(lambda steps: list(accumulate(steps)))


@given(numbers)
def test_every_line_has_the_number_it_was_given(numbers: list[int]) -> None:
    text, marks = join_lines((number, "x" * (number % 4)) for number in numbers)
    starts = [len("\n".join(text.split("\n")[:n])) + (n > 0) for n in range(len(numbers))]
    assert list(find_line_numbers(text, marks, starts)) == numbers


def test_lines_that_follow_each_other_need_one_mark() -> None:
    assert join_lines([(4, "a"), (5, "b"), (8, "c")]) == ("a\nb\nc", ((0, 4), (4, 8)))
    assert join_lines([]) == ("", ())


def test_without_marks_a_text_is_the_whole_file() -> None:
    assert list(find_line_numbers("a\nb\nc", (), [0, 2, 3, 4])) == [1, 2, 2, 3]
