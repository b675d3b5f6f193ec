"""HTML files: all that a browser would show."""

import pytest

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


def table_of(rows: str) -> list[str]:
    return sections(f"<html><body><table>{rows}</table>".encode(), "a.html")[0].text.split("\n")


def test_a_label_over_several_rows_stands_in_each() -> None:
    rows = "<tr><td rowspan=2>Kassel<td>2023<td>700<tr><td>2024<td>750<tr><td>Bonn<td>2024<td>800"
    assert table_of(rows)[2:] == ["| Kassel | 2024 | 750 |", "| Bonn | 2024 | 800 |"]


def test_a_head_over_several_columns_stands_in_each() -> None:
    heads = "<tr><th rowspan=2>City<th colspan=2>2023<th>2024<tr><th>Q1<th>Q2<th>Q1"
    rows = f"{heads}<tr><td>B<td>1<td>2<td>3"
    assert table_of(rows)[0] == "| City | 2023 | 2023 | 2024 |"
    assert table_of(rows)[2] == "| City | Q1 | Q2 | Q1 |"


def test_the_label_of_a_row_stands_there_once() -> None:
    rows = "<tr><th>Item<th>Qty<th>Sum<tr><td>Tea<td>2<td>5<tr><td colspan=2>Total due<td>5"
    assert table_of(rows)[-1] == "| Total due |  | 5 |"


def test_a_title_over_a_table_is_not_repeated() -> None:
    assert table_of("<tr><td colspan=2>Report<tr><td>a<td>b")[0] == "| Report |  |"


def test_spans_that_are_absurd_are_cut() -> None:
    found = table_of("<tr><td colspan=2000000000 rowspan=2000000000>x<td>y<tr><td>z<td>w")
    assert len(found) == 3
    assert len(found[0]) < 1_000


def test_a_table_in_a_cell_is_text_of_that_cell() -> None:
    inner = "<table><tr><td>home<td>1,5<tr><td>work,<td>34</table>"
    rows = f"<tr><td>Name<td>Phones<tr><td>Anna<td>{inner}<tr><td>Ben<td>56,"
    assert table_of(rows)[2:] == ["| Anna | home, 1,5; work,, 34 |", "| Ben | 56, |"]


def test_tables_that_only_arrange_a_page_are_not_one() -> None:
    layout = "<tr><td><table><tr><td>A<td>1<tr><td>B<td>2</table><td><p>beside"
    assert table_of(layout) == ["| A | 1 |", "| --- | --- |", "| B | 2 |", "", "beside"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("10<sup>6</sup> cells", "10⁶ cells"),
        ("H<sub>2</sub>O", "H₂O"),
        ("the 1<sup>st</sup> of May", "the 1st of May"),
        ("1,200<sup>3</sup> litres", "1,200³ litres"),
        ("<math><mi>x</mi><mo>=</mo><mn>3</mn></math>", "x=3"),
        ("a<math><mn>3</mn><annotation>{3}</annotation></math>", "a3"),
    ],
)
def test_small_numbers_and_formulas_keep_their_meaning(written: str, read: str) -> None:
    (section,) = sections(f"<html><p>{written}</p></html>".encode(), "a.html")
    assert section.text == read


def test_a_role_makes_a_heading() -> None:
    page = b"<html><h1>Bus</h1><p>text</p><div role=heading aria-level=2>Fares</div><p>2.40</p>"
    assert [each.path for each in sections(page, "a.html")] == [("Bus",), ("Bus", "Fares")]


def test_bold_paragraphs_are_headings_where_a_page_has_no_others() -> None:
    page = b"<html><title>Bus</title><div><p><b>Fares</b></p><p>2.40</p></div>"
    page += b"<p><b>Dogs</b></p><p>ride free</p>"
    assert [each.path for each in sections(page, "a.html")] == [("Bus", "Fares"), ("Bus", "Dogs")]


def test_a_heading_in_a_row_of_its_own_parts_a_table() -> None:
    rows = "<tr><td colspan=2><h3>Utilities</h3></td></tr><tr><td>Water<td>31<tr><td>Gas<td>77"
    page = f"<html><h2>Rent</h2><table><tr><td>Flat<td>900{rows}</table></html>"
    found = sections(page.encode(), "a.html")
    assert [each.path for each in found] == [("Rent",), ("Rent", "Utilities")]
    assert found[1].text == "| Water | 31 |\n| --- | --- |\n| Gas | 77 |"


def test_headings_in_the_cells_of_a_head_name_columns() -> None:
    rows = "<tr><th><h3>Name</h3><th><h3>Age</h3><tr><td>Ann<td>31<tr><td>Bo<td>77"
    assert table_of(rows) == ["| Name | Age |", "| --- | --- |", "| Ann | 31 |", "| Bo | 77 |"]


@pytest.mark.parametrize("name", ["a.html", "a.webpage"])
@pytest.mark.parametrize("head", ["", "<meta charset=utf-8>"])
def test_words_in_elements_nested_too_deeply_stay(name: str, head: str) -> None:
    deep = "<div>" * 2_000 + "deep grüße" + "</div>" * 2_000
    page = f"<html>{head}<h1>Top</h1>{deep}<h2>Below</h2><table><tr><td>a<td>b</table>"
    found = sections(page.encode(), name)
    assert [each.path for each in found] == [("Top",), ("Top", "Below")]
    assert [each.text for each in found] == ["deep grüße", "| a | b |\n| --- | --- |"]
