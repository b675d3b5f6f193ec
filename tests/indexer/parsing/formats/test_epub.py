"""E-books in their reading order."""

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
