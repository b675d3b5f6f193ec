import random

import pytest

from adapters.telegram.formatted import Entity, FormattedText
from adapters.telegram.links import is_openable
from adapters.telegram.render import render
from tests.adapters.telegram.oracle import parsed_link
from tests.hostile.pace import measure_seconds, measure_slowness


def covered(formatted: FormattedText) -> list[tuple[str, str]]:
    encoded = formatted.text.encode("utf-16-le")
    return [
        (entity.kind, encoded[entity.offset * 2 : entity.end * 2].decode("utf-16-le"))
        for entity in formatted.entities
    ]


@pytest.mark.parametrize(
    "text",
    [
        "use <name> and vector<string>",
        "<b>raw</b> & <!-- note --> <think>hm</think>",
        "write to Ann <ann@example.org>",
        "a <key:value> pair",
        "call __init__ and snake_case_name",
        "[1]: handbook.pdf",
        "see [the plan][1] and [^2]",
        "2 * 3 * 4 = 24",
        "|not a table|",
    ],
)
def test_what_is_not_marking_stays_letter_by_letter(text: str) -> None:
    assert render(text) == FormattedText(text)


def test_offsets_count_utf16_units() -> None:
    assert render("😀 **b**") == FormattedText("😀 b", (Entity("bold", 3, 1),))


def test_styles_become_entities_that_do_not_end_in_white_space() -> None:
    found = render("**a `c` b** *i* ~~s~~")
    assert found.text == "a c b i s"
    assert covered(found) == [
        ("bold", "a"),
        ("code", "c"),
        ("bold", " b"),
        ("italic", "i"),
        ("strikethrough", "s"),
    ]


def test_a_heading_is_bold_even_where_it_says_so_itself() -> None:
    assert covered(render("# One **two**\ntext")) == [("bold", "One two")]


def test_code_keeps_its_indentation_and_its_language() -> None:
    found = render("Do:\n```python\n    x = 1\n\n\ty = 2\n```\nthen")
    assert found.text == "Do:\n\n    x = 1\n\n    y = 2\n\nthen"
    assert covered(found) == [("pre", "    x = 1\n\n    y = 2")]
    assert found.entities[0].language == "python"


def test_the_rest_of_a_fence_line_is_said_before_the_code() -> None:
    assert render("```py title=a.py\nx\n```").text == "title=a.py\nx"
    assert render("```{r, echo=F}\nx\n```").text == "{r, echo=F}\nx"


def test_an_unfinished_code_block_is_code_already() -> None:
    assert covered(render("```\nx = 1")) == [("pre", "x = 1")]


def test_lists_keep_their_numbers_and_their_depth() -> None:
    source = "3. three\n   - inner\n     - deep\n5. five\n\n7) seven"
    assert render(source).text == "3. three\n  • inner\n    • deep\n5. five\n\n7) seven"


def test_a_quote_in_a_quote_is_one_quote() -> None:
    assert covered(render("> a\n> > b\n\nc")) == [("blockquote", "a\n\nb")]


def test_a_table_is_aligned_and_keeps_surplus_cells() -> None:
    source = "| Item | Price |\n|---|--:|\n| 紙 | 5 |\n| Pen | [12](x.md) | spare |"
    assert render(source).text.split("\n") == [
        "Item |     Price |",
        "-----+-----------+------",
        "紙   |         5 |",
        "Pen  | 12 (x.md) | spare",
    ]
    assert [kind for kind, _ in covered(render(source))] == ["pre"]


def test_a_link_telegram_opens_is_a_link_and_any_other_is_written_out() -> None:
    found = render('[a](https://x.org/p "why") [b](../b.md) [](c.pdf) ![d](https://x.org/d.png)')
    assert found.text == "a (why) b (../b.md) c.pdf d"
    assert [entity.url for entity in found.entities] == ["https://x.org/p", "https://x.org/d.png"]


def test_a_link_stays_when_its_label_is_code() -> None:
    assert covered(render("[`x`](https://x.org)")) == [("text_link", "x")]


def test_the_picture_in_a_link_keeps_its_address() -> None:
    found = render("[![logo](https://a.org/l.png)](https://x.org)")
    assert found.text == "logo (https://a.org/l.png)"
    assert [entity.url for entity in found.entities] == ["https://x.org"]


@pytest.mark.parametrize(
    "target",
    [
        "http://x.org", "https://x.org/a?b=c#d", "http://127.0.0.1:80/x", "HTTP://X.ORG",
        "https://例え.jp/x", "http://user:p@x.org/", "http://localhost", "https://x", "ftp://x.org",
        "tel:+123", "file:///etc/x", "#fragment", "/a/b", "http://x.org:99999", "https://",
        "javascript:alert(1)", "http://x.o\\rg", "http://x.org/a\\b", "http://x.org/<b>",
        "http://x.org/a b", "http://x .org", "http://[::1", "http://x.org:0", "http://x.org:", "",
    ],
)  # fmt: skip
def test_a_target_is_accepted_if_tdlib_keeps_it(target: str) -> None:
    unusual = " " in target or "@" in target  # opened by Telegram, and not by us
    assert is_openable(target) == (parsed_link(target) is not None and not unusual)


def test_no_accepted_target_is_dropped_by_tdlib() -> None:
    luck = random.Random(5)  # noqa: S311 - the same targets in every run
    pieces = ("x.org", "a-b.c", "例え", ".", ":", ":80", ":0", ":99999", "@", "/", "?", "#", "%",
              "_", "ü", "[", "\\", "\t", "😀", "&", "<", "1.2.3.4", "http://")  # fmt: skip
    for _ in range(5000):
        target = "https://" + "".join(luck.choices(pieces, k=luck.randint(1, 5)))
        assert not is_openable(target) or parsed_link(target) is not None, target


def test_a_ring_is_kept_though_telegram_drops_it() -> None:
    assert render("a\u030angstro\u0308m").text == "ångstro\u0308m"


def test_half_a_surrogate_pair_does_not_stop_a_message() -> None:
    assert render("a\ud83d b \ud83d\ude00").text == "a\ufffd b 😀"


def test_control_characters_are_spaces_as_telegram_shows_them() -> None:
    assert render("a\x07b\tc").text == "a b c"


@pytest.mark.parametrize("text", ["", " \n\t ", "```\n\n```", "\x07\x08", "\u202e"])
def test_nothing_to_show_is_blank(text: str) -> None:
    assert not render(text).text.strip()


@pytest.mark.parametrize("text", ["[" * 5000, "*a " * 3000, "`" * 5000, "<" * 5000, "**" * 3000])
def test_a_hostile_text_is_rendered_in_reasonable_time(text: str) -> None:
    assert measure_seconds(lambda: render(text)) < 5 * measure_slowness()
