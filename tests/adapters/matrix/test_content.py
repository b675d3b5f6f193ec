"""Replies as events: nothing is lost, nothing is obeyed, nothing is too big."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.matrix.content import EVENT_BYTES, add_to_topic, build_edit, build_file, build_message
from adapters.shared.parts import split


def shown(markdown: str) -> str:
    return str(build_message(markdown).get("formatted_body"))


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**plan** and `code`", "<p><strong>plan</strong> and <code>code</code></p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("a\nb", "<p>a<br />\nb</p>"),
        ("[1]: handbook.pdf", "<p>[1]: handbook.pdf</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("[x](https://a.example/?a=1&b)", '<p><a href="https://a.example/?a=1&amp;b">x</a></p>'),
    ],
)
def test_markdown_becomes_html_that_obeys_no_text(markdown: str, expected: str) -> None:
    assert shown(markdown) == expected


def test_a_picture_is_never_fetched() -> None:
    assert "<img" not in shown("![chart](https://spy.example/seen.png)")


def test_choices_are_numbered_below_the_text_and_their_labels_are_no_markup() -> None:
    content = build_message("Really?", ["Yes <b>", "a_b_c"])
    assert content["body"] == "Really?\n\n1) Yes <b>\n2) a_b_c"
    assert (
        content["formatted_body"] == "<p>Really?</p><ol><li>Yes &lt;b&gt;</li><li>a_b_c</li></ol>"
    )


def test_choices_below_a_numbered_list_are_counted_on_from_there() -> None:
    content = build_message("1. a.md\n2. b.md", ["1", "2", "Next"])
    assert content["body"] == "1. a.md\n2. b.md\n\n3) Next"
    assert str(content["formatted_body"]).endswith('<ol start="3"><li>Next</li></ol>')
    assert shown("Only this.") == str(build_message("Only this.", ["1"])["formatted_body"])


def test_an_answer_calls_nobody() -> None:
    assert build_message("@room @ann:example.org")["m.mentions"] == {}
    assert build_edit(build_message("@room"), "$1")["m.mentions"] == {}


def test_what_would_be_too_big_with_its_html_is_plain() -> None:
    content = build_message("&" * 10_000)
    assert ("formatted_body" in content, content["body"]) == (False, "&" * 10_000)


def test_an_edit_carries_the_whole_message_and_a_short_word_for_old_clients() -> None:
    content = build_edit(build_message("x" * 9_000), "$1")
    assert content["m.new_content"] == build_message("x" * 9_000)
    assert content["m.relates_to"] == {"rel_type": "m.replace", "event_id": "$1"}
    assert len(str(content["body"])) < 300


def test_only_a_message_of_its_own_is_put_into_a_topic() -> None:
    assert add_to_topic(build_message("x"), "") == build_message("x")
    assert add_to_topic(build_message("x"), "$root")["m.relates_to"] == {
        "rel_type": "m.thread",
        "event_id": "$root",
        "is_falling_back": True,
        "m.in_reply_to": {"event_id": "$root"},
    }
    assert add_to_topic(build_edit(build_message("x"), "$1"), "$root") == build_edit(
        build_message("x"), "$1"
    )


def test_a_file_is_told_in_the_clear_or_with_its_keys() -> None:
    assert build_file("a.pdf", 3, "application/pdf", {"url": "mxc://a/b"})["url"] == "mxc://a/b"
    secret = {"url": "mxc://a/b", "key": {"k": "x"}}
    assert build_file("a.pdf", 3, "application/pdf", secret)["file"] == secret


def test_a_short_text_is_one_part_and_a_blank_one_none() -> None:
    assert split("\n**plan**\n\nmore\n") == ["**plan**\n\nmore"]
    assert split(" \n\n ") == []


def test_a_part_ends_before_a_block() -> None:
    paragraphs = [f"{n} " + "word " * 30 for n in range(40)]
    parts = split("\n\n".join(paragraphs), 1000)
    assert all(part[0].isdigit() for part in parts)
    assert "\n\n".join(parts).split() == " ".join(paragraphs).split()


def test_a_torn_code_block_is_closed_and_opened_again() -> None:
    lines = [f"line {n}" for n in range(200)]
    parts = split("Before\n\n```python\n" + "\n".join(lines) + "\n```\nAfter", 600)
    assert len(parts) > 2
    for part in parts[1:]:
        assert part.startswith("```python\n")
    assert all(part.count("```") == 2 for part in parts)
    assert [line for part in parts for line in part.splitlines() if "line" in line] == lines


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        ("```python3", "```"),
        ("```C#", "```"),
        ("```Dockerfile", "```"),
        ("~~~ js {1,3}", "~~~"),
        ("````md\n```", "````"),
    ],
)
def test_a_torn_code_block_is_closed_by_its_fence_alone(opens: str, closes: str) -> None:
    lines = "\n".join(f"line {n}" for n in range(100))
    parts = split(f"{opens}\n{lines}\n{closes}", 400)
    assert len(parts) > 1
    for part in parts:
        first, *_, last = part.splitlines()
        assert (first, last) == (opens.splitlines()[0], closes)


@settings(max_examples=60)
@given(st.text(alphabet="aä漢🛎&<`~ \n*", max_size=3000), st.integers(200, 2000))
def test_every_part_fits_and_no_word_is_lost(text: str, size: int) -> None:
    parts = split(text, size)
    assert all(len(part.encode()) <= size for part in parts)

    def words(told: str) -> str:
        return "".join(told.split()).replace("`", "").replace("~", "")

    assert words("".join(parts)) == words(text)


@settings(max_examples=30)
@given(st.text(alphabet='aä漢🛎&<"\x01\n*|_[]()', min_size=1, max_size=400), st.integers(1, 60))
def test_no_event_is_too_big(text: str, times: int) -> None:
    for part in split(text * times):
        content = add_to_topic(build_message(part, ["label"] * 5), "$" + "r" * 44)
        assert len(json.dumps(content, ensure_ascii=False).encode()) <= EVENT_BYTES + 1000
        assert len(json.dumps(build_edit(content, "$e"), ensure_ascii=False).encode()) <= 46_500


def test_mathematics_keeps_its_backslashes() -> None:
    shown = build_message(r"With \(\frac{a_1}{b_2}\):")["formatted_body"]
    assert shown == (
        r'<p>With <span data-mx-maths="\frac{a_1}{b_2}"><code>\frac{a_1}{b_2}</code></span>:</p>'
    )
