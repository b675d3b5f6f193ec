"""Where the note on a sentence that nothing supports is put."""

import pytest

from bot.citations.unverified import find_statement_end


@pytest.mark.parametrize(
    ("sentence", "before"),
    [
        ("The boat is blue. ", "The boat is blue"),
        ('He said "the boat is blue."', 'He said "the boat is blue'),
        ("The boat is blue (or so it seems).", "The boat is blue (or so it seems)"),
        ("See [the plan](https://example.org/a?b=c).", "See [the plan](https://example.org/a?b=c)"),
        ("the boat is blue.)", "the boat is blue"),
        ("(The boat is blue.)", "(The boat is blue.)"),
        ("", ""),
    ],
)
def test_it_is_put_before_the_full_stop_and_into_no_link(sentence: str, before: str) -> None:
    assert sentence[: find_statement_end(sentence)] == before
