"""The words of an answer as they are read out."""

from bot.voice.spoken_text import MOST, build_spoken_text
from tests.hostile.pace import measure_seconds, measure_slowness


def test_citations_are_not_read_but_other_brackets_are() -> None:
    text = "It closes at nine [1]. See list[2] of 1931 [3]."
    marks = (text.index("[1]"), text.index("[3]"))
    assert build_spoken_text(text, marks) == "It closes at nine. See list[2] of 1931."


def test_markup_code_and_addresses_are_left_out() -> None:
    text = (
        "# Rules\n\n- **Nine** is _late_\n- see [the list](https://example.org/x)\n\n```sh\n"
        "rm -rf x\n```\n\nMore: https://example.org/y snake_case stays"
    )
    assert build_spoken_text(text, ()) == (
        "Rules\nNine is late\nsee the list\nMore: snake_case stays"
    )


def test_an_address_may_have_parentheses() -> None:
    text = "See [the tern](https://example.org/Tern_(bird)), [a [list](x) and more"
    assert build_spoken_text(text, ()) == "See the tern, [a list and more"


def test_code_alone_is_nothing_to_say() -> None:
    assert build_spoken_text("```\nx = 1\n```", ()) == ""


def test_a_long_answer_ends_with_a_whole_sentence() -> None:
    spoken = build_spoken_text("One sentence of many. " * 400, ())
    assert MOST - 30 < len(spoken) <= MOST
    assert spoken.endswith("many.")


def test_no_text_takes_long() -> None:
    pieces = (
        "[",
        "](",
        "`",
        "```",
        "_",
        "[a",
        "#",
        "http",
        "![",
        "~~~",
        "|*",
        "[a](",
        "[a](b(",
    )
    texts = [piece * 100_000 for piece in pieces]
    took = measure_seconds(lambda: [build_spoken_text(text, ()) for text in texts])
    assert took < 5 * measure_slowness()
