"""Markdown to a tree of known tags, in which every text stays a text."""

import json
import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adapters.web.marks import TAGS, build_tree

HEADINGS = [f"h{level}" for level in range(1, 7)]
CELLS = [f"{cell}-{side}" for cell in ("th", "td") for side in ("right", "center")]
MATH = ["math", "formula", "open", "done"]
KNOWN = {*TAGS.values(), *HEADINGS, *CELLS, *MATH, "pre", "code", "hr", "br", "cite"}
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
    ("```py\nx = 1\n```", [["pre", "x = 1", "py"]]),
    ("one\ntwo", [["p", "one", ["br"], "two"]]),
    ("---", [["hr"]]),
    ("<b>no</b>", [["p", "<b>no</b>"]]),
    ("<div onclick=x>\n\nno", [["p", "<div onclick=x>"], ["p", "no"]]),
    ("[here](http://evil.example)", [["p", ["a", "http://evil.example", "here"]]]),
    ("[here](mailto:a@evil.example)", [["p", "here", " (mailto:a@evil.example)"]]),
    ("![x](http://evil.example/p.png)", [["p", "x", " (http://evil.example/p.png)"]]),
    ("<http://evil.example>", [["p", ["a", "http://evil.example", "http://evil.example"]]]),
    ("[1]: handbook.pdf", [["p", "[1]: handbook.pdf"]]),
    (
        "| a |\n| - |\n| b |",
        [["table", ["thead", ["tr", ["th", "a"]]], ["tbody", ["tr", ["td", "b"]]]]],
    ),
    (
        "| a | b |\n| -: | :-: |\n| 1 | 2 |",
        [
            [
                "table",
                ["thead", ["tr", ["th-right", "a"], ["th-center", "b"]]],
                ["tbody", ["tr", ["td-right", "1"], ["td-center", "2"]]],
            ]
        ],
    ),
    (
        "- [ ] a **b**\n- [x] c\n- [1] d",
        [
            [
                "ul",
                ["li", ["p", ["open"], "a ", ["strong", "b"]]],
                ["li", ["p", ["done"], "c"]],
                ["li", ["p", "[1] d"]],
            ]
        ],
    ),
    (
        r"With \(\frac{a_1}{b_2}\) and $E_0=mc^2$.",
        [["p", "With ", ["math", r"\frac{a_1}{b_2}"], " and ", ["math", "E_0=mc^2"], "."]],
    ),
    ("So:\n\\[\nx_1\n- b\n\\]\n\nit", [["p", "So:"], ["formula", "x_1\n- b"], ["p", "it"]]),
    ("$$\na \\\\ b\n$$", [["formula", r"a \\ b"]]),
    ("From $5 to $10, US$3", [["p", "From $5 to $10, US$3"]]),
    (r"a\[1\] and \(b", [["p", "a[1] and (b"]]),
    ("", []),
]


@pytest.mark.parametrize(("markdown", "expected"), CASES)
def test_each_mark_has_its_tag(markdown: str, expected: list[Any]) -> None:
    assert build_tree(markdown) == expected


def test_what_cites_is_a_citation_and_the_same_number_elsewhere_is_text() -> None:
    assert build_tree("Set x[1] at noon [1], not [7]. [12]", [17, 31]) == [
        ["p", "Set x[1] at noon ", ["cite", "1"], ", not [7]. ", ["cite", "12"]]
    ]


@pytest.mark.parametrize("text", ["`x[1]` **is.**[1]", "```\nx[1]\n```\n[1]", "# x[1]\n\n- y [1]"])
def test_the_mark_behind_a_quotation_is_the_only_citation(text: str) -> None:
    grown = build_tree(text, [text.rindex("[1]")])
    assert (cites(grown), texts(grown).count("[1]")) == (1, 1)


def cites(nodes: list[Any]) -> int:
    lists = [node for node in nodes if isinstance(node, list)]
    return sum(node[0] == "cite" or cites(node[1:]) for node in lists)


def test_a_sign_changes_nothing_else() -> None:
    """Text around a citation is parsed as if the citation were not there."""
    assert build_tree("**Open.**[1] *a*", [9]) == [
        ["p", ["strong", "Open."], ["cite", "1"], " ", ["em", "a"]]
    ]


@pytest.mark.parametrize("text", ["`a[1]`", "```\na[1]\n```", "[a](http://b.example/[1])"])
def test_in_code_and_in_an_address_nothing_is_a_citation(text: str) -> None:
    assert build_tree(text, [text.index("[1]")]) == build_tree(text)


@pytest.mark.parametrize("text", ["[\ufdd01] is", "&#xfdd0;1 is", "[&#64976;1] is"])
def test_no_text_makes_a_citation_of_its_own(text: str) -> None:
    assert "cite" not in tags(build_tree(text))


def test_what_is_nested_too_deeply_is_shown_as_it_was_written() -> None:
    deep = "> " * 60 + "down here"
    assert build_tree(deep) == [["pre", deep]]


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
    marks = [found.start() for found in re.finditer(r"\[1\]", written)]
    # What stands behind the marks that open a block of code names its language, and is no text.
    assume(not re.search(r"(~~~|```)[^\n]*wörd", written))
    grown = build_tree(written, marks)
    assert "\ufdd0" not in json.dumps(grown, ensure_ascii=False)
    assert tags(grown) <= KNOWN
    assert written.count("wörd") == texts(grown).count("wörd")
