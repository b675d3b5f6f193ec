"""A page from the web is what it says, without what stands round it."""

import pytest

from indexer.parsing.formats.webpage import extract_page_blocks
from indexer.parsing.shared.sections import Heading, TextBlock

WORDS = "The ferry sails at noon from the old harbour, when the tide allows it. " * 4
LINKS = "".join(f'<li><a href="/{n}">Menu entry {n}</a></li>' for n in range(8))


def extract_text(html: str) -> str:
    found = extract_page_blocks(html.encode())
    return "\n".join(each.title if isinstance(each, Heading) else each.text for each in found)


@pytest.mark.parametrize(
    "body",
    [
        f"<nav><ul>{LINKS}</ul></nav><p>{WORDS}</p>",
        f"<div class=x><ul>{LINKS}</ul></div><div><p>{WORDS}</p></div>",
        f"<header><ul>{LINKS}</ul></header><main><p>{WORDS}</p></main><footer>{LINKS}</footer>",
        f"<div role=navigation>{LINKS}</div><article><p>{WORDS}</p></article>",
        f"<p>{WORDS}</p><form><p>Menu entry: subscribe</p></form><p hidden>Menu entry</p>",
    ],
)
def test_the_text_stays_and_the_furniture_goes(body: str) -> None:
    found = extract_text(f"<html><head><title>Ferry</title></head><body>{body}</body></html>")
    assert found.startswith("Ferry\n")
    assert WORDS.strip() in found
    assert "Menu entry" not in found


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        (f"<ul>{LINKS}</ul>", "Menu entry 7"),  # a page of links is about its links
        (f"<form><h1>Title</h1><p>{WORDS}</p></form>", WORDS),  # some pages are one form
        (f"<main></main><p>{WORDS}</p>", WORDS),  # filled by a script that is not run
        (f"<p>{WORDS}</p><table><tr><td><a href=a>One</a></td><td>2</td></tr></table>", "One"),
        (f"<article><p>{WORDS}</p></article><article><p>Two</p></article>" * 2, "Two"),
    ],
)
def test_nothing_that_a_page_is_about_is_lost(body: str, kept: str) -> None:
    found = extract_text(f"<html><body>{body}</body></html>")
    assert found.count(kept.strip()) == body.count(kept)


def test_a_main_heading_makes_the_title_needless() -> None:
    html = f"<title>Site | Ferry</title><main><h1>Ferry</h1><p>{WORDS}</p></main>"
    assert [type(each) for each in extract_page_blocks(html.encode())][:2] != [Heading, Heading]
    assert "Site" not in extract_text(html)


def test_a_page_without_anything_has_nothing_to_tell() -> None:
    assert [
        each for each in extract_page_blocks(b"") if isinstance(each, TextBlock) and each.text
    ] == []
