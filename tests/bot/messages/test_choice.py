"""A button is one line, whatever others called what it names."""

import pytest

from adapters.shared.numbered import format_choices
from bot.messages import Choice


@pytest.mark.parametrize("end", ["\n", "\r\n", "\x0b", "\x85", "\u2028"])
def test_a_line_end_in_a_label_begins_no_other_button(end: str) -> None:
    choice = Choice(f"1. buy milk{end}2) Apply all", "/programs approve 1")
    assert format_choices([choice.label]) == ["1) buy milk 2) Apply all"]


def test_a_mark_that_turns_writing_round_is_left_out() -> None:
    assert Choice("1. \u202egnp.rent\u202c", "/show 1").label == "1.  gnp.rent "
    isolated = "Revoke \u2068Cleo\u2069"
    assert Choice(isolated, "/users revoke test:3").label == isolated
