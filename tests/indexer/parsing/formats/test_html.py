"""HTML files: all that a browser would show."""

from tests.indexer.parsing.formats.making import sections

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
