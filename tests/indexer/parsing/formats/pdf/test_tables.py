from dataclasses import replace

from indexer.parsing.formats.pdf.pages import Line, ParsedPage
from indexer.parsing.formats.pdf.sections import join_lines as written_lines
from indexer.parsing.formats.pdf.sections import place_lines
from indexer.parsing.formats.pdf.table_continuation import join_continued_tables
from indexer.parsing.formats.pdf.tables import PdfTable, insert_table
from indexer.parsing.limits import Limits
from indexer.parsing.shared.tables import format_markdown_table
from tests.indexer.parsing.formats.making import pages, sections, written

RULES = b"\n".join(
    [b"72 %d m 300 %d l S" % (y, y) for y in (700, 680, 660)]
    + [b"%d 660 m %d 700 l S" % (x, x) for x in (72, 186, 300)]
)


def test_a_ruled_table_becomes_markdown_in_the_place_of_its_lines() -> None:
    content = RULES + b"\n" + written([("Name Amount", 740, 10)])
    content += written([("Name", 686, 10), ("Tea", 666, 10)], left=80)
    content += written([("Amount", 686, 10), ("12", 666, 10)], left=200)
    patient = Limits(cpu_seconds=100_000)  # this process has used a parser's share long ago
    (section,) = sections(pages([content]), "bill.pdf", patient)
    assert section.text == "Name Amount\n\n| Name | Amount |\n| --- | --- |\n| Tea | 12 |"


def test_no_tables_are_looked_for_where_the_limits_say_none() -> None:
    content = RULES + written([("Name", 686, 10), ("Tea", 666, 10)], left=80)
    content += written([("Amount", 686, 10), ("12", 666, 10)], left=200)
    (section,) = sections(pages([content]), "bill.pdf", Limits(table_pages=0))
    assert "|" not in section.text


def line(text: str, top: float) -> Line:
    return Line(text, top, 80, 10, bold=False)


def test_a_table_that_misses_much_of_its_place_changes_nothing() -> None:
    page = ParsedPage(1, (line("first words", 90), line("second words", 70)))
    table = PdfTable((("first", ""), ("", "words")), 72, 50, 300, 100)
    assert insert_table(page, table) is page


def test_what_a_table_misses_of_its_place_is_kept_after_it() -> None:
    long = "abcdefghij" * 10
    page = ParsedPage(1, (line(f"{long} one", 90), line(f"{long} two xyz", 70), line("after", 20)))
    table = PdfTable(((long, "one"), (long, "two")), 72, 50, 300, 100)
    assert [each.text for each in insert_table(page, table).lines][1:] == ["xyz", "after"]


def part(*rows: tuple[str, ...]) -> Line:
    return Line(format_markdown_table(rows), 700, 80, 10, bold=False, cells=rows)


def test_a_table_over_several_pages_has_one_head_and_cites_each_page() -> None:
    pages = [
        ParsedPage(1, (line("Title", 740), part(("Name", "Sum"), ("Tea", "1")))),
        ParsedPage(2, (part(("Milk", "2"), ("Rice", "3")),)),
        ParsedPage(3, (part(("Salt", "4")), line("after", 20))),
    ]
    text, turns = written_lines(place_lines(join_continued_tables(pages)))
    rows = "| Name | Sum |\n| --- | --- |\n| Tea | 1 |\n| Milk | 2 |\n| Rice | 3 |\n| Salt | 4 |"
    assert text == f"Title\n\n{rows}\n\nafter"
    assert [(text[offset:].split()[1], page) for offset, page in turns] == [
        ("Milk", 2),
        ("Salt", 3),
    ]


def test_tables_of_another_width_or_place_are_tables_of_their_own() -> None:
    first = ParsedPage(1, (part(("a", "b"), ("c", "d")),))
    for other in (part(("x", "y", "z")), replace(part(("x", "y")), left=200.0)):
        pages = [first, ParsedPage(2, (other,))]
        assert join_continued_tables(pages) == pages


def test_tables_of_one_column_stay_as_they_are() -> None:
    pages = [ParsedPage(1, (part(("a", ""), ("b", "")),)), ParsedPage(2, (part(("c", "")),))]
    assert join_continued_tables(pages) == pages


def test_what_stands_above_a_wide_table_is_read_before_it() -> None:
    page = ParsedPage(1, (line("cell one", 90), line("Title", 200), line("cell two", 70)))
    rows = (("cell", "one"), ("cell", "two"))
    texts = [
        each.text for each in insert_table(page, PdfTable(rows, 72, 50, 500, 100, wide=True)).lines
    ]
    assert texts == ["Title", format_markdown_table(rows)]
    narrow = insert_table(page, PdfTable(rows, 72, 50, 300, 100)).lines
    assert narrow[-1].text == "Title"
