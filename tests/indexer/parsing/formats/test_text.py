"""Formats that are text: Markdown, HTML, CSV, code, notebooks, RTF."""

import json
from pathlib import Path

import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.protocol import clean
from tests.indexer.parsing.formats.making import sections


def test_front_matter_is_no_heading() -> None:
    found = sections(b"---\ntitle: Plan\n---\n\n# One\n\ntext\n", "a.md")
    assert [(each.title, each.line) for each in found] == [("a.md", 1), ("One", 5)]
    assert "title: Plan" in found[0].text


def test_only_headings_at_the_margin_count() -> None:
    found = sections(b"> # quoted\n\n- # listed\n\nSetext\n======\n\ntext\n", "a.md")
    assert [each.title for each in found] == ["a.md", "Setext"]


def test_titles_are_words_without_markup() -> None:
    (section,) = sections(b'# <a id="x"></a>The *big* `code` [link](http://x)\n\ntext', "a.md")
    assert section.title == "The big code link"


def test_markdown_keeps_every_line() -> None:
    text = "intro\n\n# A\n\n- one\n- two\n\n```\n# not\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    found = sections(text.encode(), "a.md")
    assert found[0].text == "intro"
    assert found[1].text == text.split("# A\n\n", 1)[1]


def test_headings_of_the_handbook_agree_with_commonmark(data: Path) -> None:
    from markdown_it import MarkdownIt

    path = data / "documents" / "wiki.md"
    tokens = MarkdownIt("commonmark").parse(path.read_text())
    expected = [each.map[0] + 1 for each in tokens if each.type == "heading_open" and each.map]
    found = [each.line for each in sections(path.read_bytes(), path.name)]
    assert [line for line in expected if line not in found] == []


PAGE = """<!doctype html><html><head><title>Shop</title><style>p {}</style></head><body>
<nav>Home</nav><h1>Tea</h1><p>Green <b>tea</b><br>and more</p><script>bad()</script>
<ul><li>one<ul><li>nested</li></ul></li><li>two</li></ul>
<ol start="3"><li>third</li><li>fourth</li></ol>
<table><caption>Prices</caption><tr><th>Name</th><th>Cost</th></tr><tr><td>Oolong</td><td>5</td>
</tr></table><pre>a  b
 c</pre></body></html>"""


def test_a_page_shows_what_a_browser_would() -> None:
    found = sections(PAGE.encode(), "shop.html")
    assert [(each.title, each.path) for each in found] == [("shop.html", ()), ("Tea", ("Tea",))]
    assert found[1].text == (
        "Green tea\nand more\n\n- one\n  - nested\n- two\n\n3. third\n4. fourth\n\nPrices\n\n"
        "| Name | Cost |\n| --- | --- |\n| Oolong | 5 |\n\n```\na  b\n c\n```"
    )


def test_tables_that_arrange_a_page_are_no_tables() -> None:
    page = b"<table><tr><td><h1>One</h1>text<table><tr><td>a</td><td>b</td></tr></table></td></tr>"
    (section,) = sections(b"<html>" + page + b"</table></html>", "old.html")
    assert (section.title, section.text) == ("One", "text\n\n| a | b |\n| --- | --- |")


def test_a_page_is_read_in_the_encoding_it_declares() -> None:
    page = '<html><meta charset="windows-1251"><p>Привет, мир</p></html>'
    (section,) = sections(page.encode("cp1251"), "ru.html")
    assert section.text == "Привет, мир"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_csv_is_a_table_whatever_separates_it(separator: str) -> None:
    text = "\n".join(separator.join(row) for row in (("name", "sum"), ("tea", "1"), ("milk", "2")))
    (section,) = sections(text.encode(), "a.csv")
    assert section.text == "| name | sum |\n| --- | --- |\n| tea | 1 |\n| milk | 2 |"


def test_code_is_cut_at_its_definitions() -> None:
    code = (
        b"import os\n\n\ndef first(x):\n    return x\n\n\nclass Second:\n    def inner(self): ...\n"
    )
    found = sections(code, "a.py")
    assert [(each.title, each.line) for each in found] == [
        ("a.py", 1),
        ("def first(x)", 4),
        ("class Second", 8),
    ]
    assert found[2].text == "class Second:\n    def inner(self): ..."


def test_a_notebook_has_its_text_code_and_output() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "words"]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [{"text": ["1\n"]}, {"data": {"image/png": "AAAA"}}],
        },
    ]
    (section,) = sections(json.dumps({"cells": cells}).encode(), "a.ipynb")
    assert section.title == "Title"
    assert section.text == "words\n\n```\nprint(1)\n```\n\n```\n1\n```"


@pytest.mark.parametrize("content", [b"{", b"[1]", b'{"cells": 3}'])
def test_a_broken_notebook_is_damaged(content: bytes) -> None:
    with pytest.raises(ParseError, match="damaged"):
        sections(content, "a.ipynb")


RTF = (
    rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset128 MS;}"
    rb"{\f2\fcharset204 Cyr;}}{\stylesheet{\s1\outlinelevel1 heading 2;}{\s2 Title;}}"
    rb"{\info{\author Nobody}}{\header Running head}"
    rb"{\pard\s2 The Book\par}{\pard\s1 Chapter \'e9\par}"
    rb"\pard Caf\'e9 \u8364?{\uc2\u26085\'93\'fa} {\f1\'93\'fa\'96\'7b} {\f2\'cf\'f0\'e8}"
    rb" \emdash  end"
    rb"{\*\footnote note}.\par{\*\unknown hidden}"
    rb"\trowd\intbl a\cell b\cell\row\trowd\intbl c\cell d\cell\row\pard After\par"
    rb"{\field{\*\fldinst HYPERLINK x}{\fldrslt shown}}\par{\pict 0102}\bin3 {{{\par}"
)


def test_rtf_has_headings_code_pages_tables_and_no_hidden_parts() -> None:
    found = sections(RTF, "a.rtf")
    assert [(each.title, each.path, each.level) for each in found] == [
        ("Chapter é", ("The Book", "Chapter é"), 2)
    ]
    assert found[0].text == (
        "Café €日 日本 При — end (note) .\n\n| a | b |\n| --- | --- |\n| c | d |\n\nAfter\n\nshown"
    )


def test_tags_in_markdown_go_and_their_words_stay() -> None:
    text = (
        "# A\n\n<div class='x'>\n\nSee <b>this</b> and\n<a href='u'>that</a>.\n\n</div>\n\n"
        "<div>\n\n<!-- hidden -->\n\n</div>\n\n<https://example.org> and `<kept>` 1 < 2 > 0\n\n"
        "```html\n<p>\n\n\n</p>\n```\n\n<p>inside</p>\n"
    )
    (section,) = sections(text.encode(), "a.md")
    assert section.text == (
        "See this and\nthat.\n\n<https://example.org> and `<kept>` 1 < 2 > 0\n\n"
        "```html\n<p>\n\n\n</p>\n```\n\ninside"
    )


@pytest.mark.parametrize("stray", [b"\x07", b"\0"])
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.html", "a.eml", "a.py", "a"])
def test_a_stray_control_byte_does_no_harm(name: str, stray: bytes) -> None:
    (section,) = sections(b"The bell " + stray + b"rings at noon.\n", name)
    assert clean(section.text) == "The bell rings at noon."


@pytest.mark.parametrize(
    "text",
    [
        "run the command <restart-blue> and wait",
        "<restart-blue>",
        "type connect <server> <Port> and </path>",
        "copy <file name> to <your folder>",
        "from <input> to <output>, by <time>",
        "put <script> before its name",
    ],
)
def test_a_placeholder_is_no_tag(text: str) -> None:
    (section,) = sections(f"# Use {text}\n\n{text}\n".encode(), "a.md")
    assert (section.title, section.text) == (f"Use {text}", text)


def test_a_name_of_html_is_a_tag_where_it_is_used_as_one() -> None:
    text = (
        "a <time>b</time><br>c<img src=x> d<video controls/>\n\n<p>e\n\n<script>bad()</script>f\n\n"
        "<div>\n<script>\nbad()\n\n</script>\n\n<font color=red>g"
    )
    (section,) = sections(text.encode(), "a.md")
    assert section.text == "a bc d\n\ne\n\nf\n\ng"
