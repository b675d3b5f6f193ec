"""Markdown to a tree of known tags, in which every text stays a text."""

import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adapters.web.marks import TAGS, tree

HEADINGS = [f"h{level}" for level in range(1, 7)]
KNOWN = {*TAGS.values(), *HEADINGS, "pre", "code", "hr", "br", "cite"}
CASES: list[tuple[str, list[Any]]] = [
    ("plain", [["p", "plain"]]),
    (
        "a **b** *c* ~~d~~ `e`",
        [["p", "a ", ["strong", "b"], " ", ["em", "c"], " ", ["s", "d"], " ", ["code", "e"]]],
    ),
    ("# Title\n\ntext", [["h1", "Title"], ["p", "text"]]),
    ("- one\n- two", [["ul", ["li", ["p", "one"]], ["li", ["p", "two"]]]]),
    ("1. one", [["ol", ["li", ["p", "one"]]]]),
    ("> said", [["blockquote", ["p", "said"]]]),
    ("```py\nx = 1\n```", [["pre", "x = 1"]]),
    ("one\ntwo", [["p", "one", ["br"], "two"]]),
    ("---", [["hr"]]),
    ("<b>no</b>", [["p", "<b>no</b>"]]),
    ("<div onclick=x>\n\nno", [["p", "<div onclick=x>"], ["p", "no"]]),
    ("[here](http://evil.example)", [["p", "here", " (http://evil.example)"]]),
    ("![x](http://evil.example/p.png)", [["p", "x", " (http://evil.example/p.png)"]]),
    ("<http://evil.example>", [["p", "http://evil.example", " (http://evil.example)"]]),
    ("[1]: handbook.pdf", [["p", "[1]: handbook.pdf"]]),
    (
        "| a |\n| - |\n| b |",
        [["table", ["thead", ["tr", ["th", "a"]]], ["tbody", ["tr", ["td", "b"]]]]],
    ),
    ("", []),
]


@pytest.mark.parametrize(("markdown", "expected"), CASES)
def test_each_mark_has_its_tag(markdown: str, expected: list[Any]) -> None:
    assert tree(markdown) == expected


def test_numbers_of_sources_are_citations_and_others_are_text() -> None:
    assert tree("At noon [1], not [7]. [1]", [1, 2]) == [
        ["p", "At noon ", ["cite", "1"], ", not [7]. ", ["cite", "1"]]
    ]


def test_a_citation_in_code_is_code() -> None:
    assert tree("`a[1]`", [1]) == [["p", ["code", "a[1]"]]]


def test_what_is_nested_too_deeply_is_shown_as_it_was_written() -> None:
    deep = "> " * 60 + "down here"
    assert tree(deep) == [["pre", deep]]


def tags(nodes: list[Any]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, list):
            found |= {node[0]} | tags(node[1:])
    return found


def texts(nodes: list[Any]) -> str:
    return "".join(node if isinstance(node, str) else texts(node[1:]) for node in nodes)


PIECES = st.sampled_from(
    [
        "*",
        "**",
        "`",
        "```\n",
        "[1]",
        "](x)",
        "![",
        "<b>",
        "</script>",
        "> ",
        "- ",
        "1. ",
        "| a |\n|-|\n",
        "\n",
        "\n\n",
        "# ",
        "~~",
        "wörd",
        "\\",
        "&amp;",
        "\ud83d",
        "\x00",
    ]
)


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=25))
def test_whatever_is_written_only_known_tags_come_of_it(pieces: list[str]) -> None:
    written = "".join(pieces)
    # What stands behind the marks that open a block of code names its language, and is no text.
    assume(not re.search(r"(~~~|```)[^\n]*wörd", written))
    grown = tree(written, [1])
    assert tags(grown) <= KNOWN
    assert written.count("wörd") == texts(grown).count("wörd")
