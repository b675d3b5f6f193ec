"""What stands on a terminal is what the reply says."""

import io
import re

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from rich.console import Console as Screen

from adapters.console.markdown import TerminalMarkdown, escape_controls


def drawn(markdown: str, width: int = 60) -> str:
    """As a person reads it: without colours and without the blanks that fill a line."""
    file = io.StringIO()
    screen = Screen(file=file, force_terminal=True, color_system=None, width=width)
    screen.print(TerminalMarkdown(markdown))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()).strip("\n")


def test_lines_stay_lines() -> None:
    assert drawn("/cancel: Stop\n/new: Begin again") == "/cancel: Stop\n/new: Begin again"
    assert drawn("- one\n  and more\n- two") == " • one\n   and more\n • two"


def test_markup_is_drawn() -> None:
    assert drawn("a **b** *c* `e`\n\n- one\n- two") == "a b c e\n\n • one\n • two"
    assert drawn("| a | b |\n|---|---|\n| 1 | 2 |").split() == ["a", "b", "────", "1", "2"]


@pytest.mark.parametrize(
    "text",
    [
        "type connect <server> <port> and press Enter",
        "<div onclick=x>",
        "<kbd>Ctrl",
        "<!-- hidden -->",
        "<https://example.org> <user@host>",
        "[1]: handbook.pdf",
        "> " * 60 + "down here",
        "**a " * 400 + "down here" + " b**" * 400,
        "|" + "h|" * 40 + "\n|" + "-|" * 40 + "\n|" + "v|" * 40,
    ],
)
def test_what_rich_would_leave_out_is_shown(text: str) -> None:
    assert "".join(drawn(text).split()) == "".join(text.split())


def test_what_the_parser_would_drop_is_shown_on_the_widest_terminal() -> None:
    assert drawn("> " * 60 + "down here", width=400).endswith("down here")


def test_the_address_of_a_link_and_of_a_picture_is_shown() -> None:
    assert drawn("[plan](http://x.example) ![map](m.png)") == "plan (http://x.example) !map (m.png)"


def test_a_long_word_in_a_table_is_not_cut_off() -> None:
    table = drawn(f"| a | b |\n|---|---|\n| {'w' * 200} | end |")
    assert (table.count("w"), table.count("end")) == (200, 1)


def test_several_tables_are_drawn_though_they_have_many_columns_together() -> None:
    assert "|" not in drawn("\n\n".join(["| a | b |\n|---|---|\n| 1 | 2 |"] * 9))


def test_nothing_that_a_terminal_would_obey_reaches_it() -> None:
    told = drawn("a\x1b[2Jb\x9b1mc\x07\x01d\x7f\te")
    assert told.startswith("a␛[2Jb�1mc␇␁d␡")
    assert told.endswith("e")
    assert drawn("> " * 60 + "\x1b[2J").endswith("␛[2J")
    assert escape_controls("plan\x1b]0;title\x07") == "plan␛]0;title␇"


PIECES = st.sampled_from(
    [
        *("*", "**", "`", "```\n", "[1]", "](x)", "![", "<b>", "<!--", "</script>", "> ", "- "),
        *(
            "1. ",
            "| a |\n|-|\n",
            "|a|b|\n|-|-|\n| ",
            "\n",
            "\n\n",
            "# ",
            "~~",
            "wörd",
            "\\",
            "&lt;",
        ),
        *("\x00", "\x1b[", "    "),
    ]
)


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=25), st.integers(5, 100))
@example(["|a|" * 40, "\n", "|-|" * 40, "\n", "wörd"], 80)
def test_no_word_is_lost_whatever_is_written(pieces: list[str], width: int) -> None:
    written = "".join(pieces)
    # What stands behind the marks that open a block of code names its language, and is no text;
    # a row has no more cells than the head of its table.
    assume(not re.search(r"(~~~|```)[^\n]*wörd|\|[^\n]*wörd", written))
    shown = "".join(drawn(written, width).replace("▌", "").split())
    assert written.count("wörd") == shown.count("wörd")
    assert "\x1b" not in shown
