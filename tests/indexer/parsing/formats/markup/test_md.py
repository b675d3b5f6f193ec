"""Markdown: headings as CommonMark has them, and text without HTML tags."""

from pathlib import Path

import pytest

from tests.indexer.parsing.formats.making import sections


def test_front_matter_is_part_of_what_the_first_heading_names() -> None:
    (section,) = sections(b"---\ntitle: Plan\n---\n\n# One\n\ntext\n", "a.md")
    assert (section.title, section.line) == ("One", 5)
    assert section.text == "---\ntitle: Plan\n---\n\ntext"
    assert section.find_lines([0, len(section.text) - 1]) == [5, 7]


@pytest.mark.parametrize("text", ["text", "text\n\n# One\n\nmore", "## One\n\nmore"])
def test_the_title_of_front_matter_heads_what_has_no_heading(text: str) -> None:
    found = sections(f'---\ndate: 3 May\ntitle: "The Plan"\n---\n\n{text}'.encode(), "a.md")
    assert found[0].path[0] == "The Plan"
    assert "date: 3 May" in found[0].text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("::: {.note}\nSalt it.\n:::", "Salt it."),
        (":::warning\n\nSalt it.\n\n:::", "Salt it."),
        (": Table 1: wings {#tbl-wings}", ": Table 1: wings"),
        ('```{.python startFrom="10"}\nx = {1}\n```', "```python\nx = {1}\n```"),
        ("``` {#a .c++}\nx\n```", "```\nx\n```"),
        ("a set {1, 2} ends in {x}", "a set {1, 2} ends in {x}"),
        ("He wrote ::: and left", "He wrote ::: and left"),
    ],
)
def test_attributes_and_marks_of_boxes_are_no_text(written: str, read: str) -> None:
    (section,) = sections(written.encode(), "a.md")
    assert section.text == read


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


def test_attributes_are_no_text() -> None:
    text = (
        "# Fees {#fees .wide}\n\n[link](a.md){target=_blank} and `run`{.sh}\n{: .note}\n\n"
        '![pic](a.png){width=50% title="a b"}\n\n## Winter {: .x}\n\n{.big}\nend'
    )
    first, second = sections(text.encode(), "a.md")
    assert (first.title, first.text) == ("Fees", "[link](a.md) and `run`\n\n![pic](a.png)")
    assert (second.path, second.text) == (("Fees", "Winter"), "end")


@pytest.mark.parametrize(
    "text",
    ["a set {1, 2} and {x}", "`{#id}` and `](a){.b}`", "name {first} {last}", "so {.gitignore} is"],
)
def test_other_braces_are_text(text: str) -> None:
    (section,) = sections(f"# Use {text}\n\n{text}\n".encode(), "a.md")
    assert section.text == text
    assert section.title == "Use " + text.replace("`", "")
