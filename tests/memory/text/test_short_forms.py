"""Behind a noun, `'s` is `is` only before what follows no owner."""

import pytest

from memory.text.statement import spell_out


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("sam's back from rome", "sam is back from rome"),
        ("the rent's due on friday", "the rent is due on friday"),
        ("sam's bike", "sam's bike"),
    ],
)
def test_a_short_is_is_written_out(typed: str, spelled: str) -> None:
    assert spell_out(typed) == spelled
