"""E-books in their reading order."""

import pytest

from tests.indexer.parsing.formats.making import sections, zipped


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="b%20b.xhtml"/>'
        '<item id="a" href="a.xhtml"/></manifest><spine><itemref idref="n"/><itemref idref="a"/>'
        '<itemref idref="b"/><itemref idref="missing"/><itemref idref="a"/></spine></package>'
    )
    container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    book = zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "OPS/book.opf": package,
            "OPS/nav.xhtml": "<html><body><h1>Contents</h1></body></html>",
            "OPS/b b.xhtml": "<html><body><h1>Two</h1><p>second</p></body></html>",
            "OPS/a.xhtml": "<html><body><h1>One</h1><p>first</p></body></html>",
        }
    )
    assert [(each.title, each.text) for each in sections(book, "a.epub")] == [
        ("One", "first"),
        ("Two", "second"),
    ]


CHAPTER = "<html><head><title>{title}</title></head><body>{text}</body></html>"
NAV = '<html><body><nav><ol><li><a href="a.xhtml#x">The House</a></li></ol></nav></body></html>'
NCX = (
    "<ncx><navMap><navPoint><navLabel><text>The House</text></navLabel>"
    '<content src="a.xhtml"/></navPoint></navMap></ncx>'
)


@pytest.mark.parametrize(("contents", "text"), [("nav.xhtml", NAV), ("toc.ncx", NCX)])
def test_chapters_have_the_titles_of_the_contents_where_they_have_none(
    contents: str, text: str
) -> None:
    kind = 'properties="nav"' if text is NAV else 'media-type="application/x-dtbncx+xml"'
    chapters = ("a", "b", "c")
    items = "".join(f'<item id="{each}" href="{each}.xhtml"/>' for each in chapters)
    spine = "".join(f'<itemref idref="{each}"/>' for each in chapters)
    package = (
        '<package xmlns:dc="urn:dc"><metadata><dc:title>My Book</dc:title></metadata><manifest>'
        f'<item id="n" href="{contents}" {kind}/>{items}</manifest><spine>{spine}</spine></package>'
    )
    book = zipped(
        {
            "META-INF/container.xml": '<container><rootfile full-path="book.opf"/></container>',
            "book.opf": package,
            contents: text,
            "a.xhtml": CHAPTER.format(title="My Book", text="<p>It is old.</p>"),
            "b.xhtml": CHAPTER.format(title="My Book", text="<p>And large.</p>"),
            "c.xhtml": CHAPTER.format(title="Keys", text="<h2>Keys</h2><p>There are two.</p>"),
        }
    )
    assert [(each.path, each.text) for each in sections(book, "a.epub")] == [
        (("The House",), "It is old.\n\nAnd large."),
        (("Keys",), "There are two."),
    ]
