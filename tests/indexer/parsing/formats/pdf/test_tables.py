import dataclasses

from msgspec.structs import replace

from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.formats.pdf.ruled.grid import find_grids
from indexer.parsing.formats.pdf.ruled.strokes import Strokes
from indexer.parsing.formats.pdf.sections import join_lines as written_lines
from indexer.parsing.formats.pdf.sections import place_lines
from indexer.parsing.formats.pdf.table_continuation import join_continued_tables
from indexer.parsing.formats.pdf.tables import PdfTable, insert_table
from indexer.parsing.limits import Limits
from indexer.parsing.shared.tables import format_markdown_table
from tests.indexer.parsing.formats.making import pages, ruled, sections, stream, written

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
    content = RULES + b"\n" + written([("Name", 686, 10), ("Tea", 666, 10)], left=80)
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


def boxed(cells: list[tuple[int, int, int, int, str]]) -> bytes:
    """A page of boxes (left, bottom, width, height) with a word in each."""
    boxes = b"\n".join(b"%d %d %d %d re S" % cell[:4] for cell in cells)
    words = b"".join(
        written([(text, bottom + 4, 9)], left=left + 3) for left, bottom, _, _, text in cells
    )
    return boxes + b"\n" + words


PATIENT = Limits(cpu_seconds=100_000)


def test_a_cell_that_spans_others_stands_in_each_of_them() -> None:
    row = [(100, 20), (200, 20)]
    cells = [(72, 660, 28, 40, "Rent"), (100, 680, 200, 20, "Year")]
    cells += [(left, 660, 100, height, f"c{left}") for left, height in row]
    (section,) = sections(pages([boxed(cells)]), "span.pdf", PATIENT)
    assert section.text == "| Rent | Year | Year |\n| --- | --- | --- |\n| Rent | c100 | c200 |"


def test_the_label_of_a_row_stands_there_once() -> None:
    heads = [(left, 700, 80, 20, name) for left, name in ((72, "Item"), (152, "Qty"), (232, "Sum"))]
    cells = [*heads, (72, 680, 160, 20, "Total"), (232, 680, 80, 20, "365")]
    (section,) = sections(pages([boxed(cells)]), "total.pdf", PATIENT)
    assert section.text.endswith("| Total |  | 365 |")


def test_boxes_drawn_inside_a_form_make_a_table_where_the_form_stands() -> None:
    lines = b"\n".join(
        [b"0 %d m 228 %d l S" % (y, y) for y in (0, 20, 40)]
        + [b"%d 0 m %d 40 l S" % (x, x) for x in (0, 114, 228)]
    )
    form = stream(lines, "/Type /XObject /Subtype /Form /BBox [0 0 300 300]")
    content = b"q 1 0 0 1 72 660 cm /Fm1 Do Q "
    content += written([("Name", 686, 10), ("Tea", 666, 10)], left=80)
    content += written([("Amount", 686, 10), ("12", 666, 10)], left=200)
    data = pages([content], more={50: form}).replace(
        b"/Resources << /Font", b"/Resources << /XObject << /Fm1 50 0 R >> /Font"
    )
    (section,) = sections(data, "form.pdf", PATIENT)
    assert section.text == "| Name | Amount |\n| --- | --- |\n| Tea | 12 |"


def test_slanting_lines_and_a_drawing_of_very_many_rule_no_table() -> None:
    slanting = b"\n".join(b"%d 600 m %d 700 l S" % (x, x + 90) for x in range(72, 300, 20))
    many = b"\n".join(b"%d 100 m %d 700 l S 0 %d m 600 %d l S" % (x, x, x, x) for x in range(11000))
    text = written([("Nothing here is a table at all.", 650, 10)])
    for drawing in (slanting, many):
        (section,) = sections(pages([drawing + b"\n" + text]), "drawing.pdf", PATIENT)
        assert section.text == "Nothing here is a table at all."


def test_tables_are_looked_for_on_as_many_pages_as_the_limits_say() -> None:
    content = RULES + b"\n" + written([("Name", 686, 10), ("Tea", 666, 10)], left=80)
    content += written([("Amount", 686, 10), ("12", 666, 10)], left=200)
    found = sections(pages([content] * 3), "bill.pdf", dataclasses.replace(PATIENT, table_pages=2))
    assert sum(each.text.count("| Tea | 12 |") for each in found) == 2


def test_headings_inside_a_ruled_table_leave_it_whole() -> None:
    rows: list[tuple[str, ...]] = [("Part", "Price"), ("Cellar",), ("Pump", "65"), ("Boiler", "48")]
    rows += [("Roof",), ("Panel", "210"), ("Pipe", "12"), ("Pot", "9")]
    (section,) = sections(pages([ruled(rows, "F2")]), "a.pdf", PATIENT)
    assert section.text.split("\n")[:4] == [
        "| Part | Price |",
        "| --- | --- |",
        "| Cellar |  |",
        "| Pump | 65 |",
    ]
    assert section.text.endswith("| Roof |  |\n| Panel | 210 |\n| Pipe | 12 |\n| Pot | 9 |")


def test_rows_without_lines_between_them_are_rows() -> None:
    cells = [(72, 680, 100, 20, "City"), (172, 680, 100, 20, "Rent")]
    boxes = boxed(cells) + b"72 600 100 80 re S 172 600 100 80 re S\n"
    texts = [("Ulm", "640"), ("Bonn", "725"), ("Kassel", "580")]
    for at, (city, rent) in enumerate(texts):
        boxes += written([(city, 660 - 20 * at, 9)], left=75)
        boxes += written([(rent, 660 - 20 * at, 9)], left=175)
    (section,) = sections(pages([boxes]), "a.pdf", PATIENT)
    assert section.text == (
        "| City | Rent |\n| --- | --- |\n| Ulm | 640 |\n| Bonn | 725 |\n| Kassel | 580 |"
    )


def test_lines_of_one_cell_are_no_rows() -> None:
    cells = [(72, 680, 100, 20, "City"), (172, 680, 100, 20, "Note")]
    boxes = boxed(cells) + b"72 600 100 80 re S 172 600 100 80 re S\n"
    boxes += written([("Ulm", 660, 9)], left=75)
    boxes += written([("near", 660, 9), ("the", 640, 9), ("lake", 620, 9)], left=175)
    (section,) = sections(pages([boxes]), "a.pdf", PATIENT)
    assert section.text.endswith("| Ulm | near the lake |")


def test_a_table_goes_on_below_running_heads_and_without_its_repeated_head() -> None:
    pages = [
        ParsedPage(1, (line("Report", 760), part(("Name", "Sum"), ("Tea", "1")), line("1", 30))),
        ParsedPage(2, (line("Report", 760), part(("Name", "Sum"), ("Milk", "2")), line("2", 30))),
        ParsedPage(3, (line("Report", 760), part(("Name", "Sum"), ("Rice", "3")), line("end", 30))),
    ]
    joined = join_continued_tables(pages)
    head = "| Name | Sum |\n| --- | --- |"
    assert [each.lines[1].text for each in joined] == [
        f"{head}\n| Tea | 1 |",
        "| Milk | 2 |",
        "| Rice | 3 |",
    ]
    text, _ = written_lines(place_lines(joined[1:]))
    assert text == f"Report\n{head}\n| Milk | 2 |\n\n2\nReport\n{head}\n| Rice | 3 |\n\nend"


def below_a_wide_head(words: bytes) -> str:
    """The text of a table whose head is one cell over three columns, with these words."""
    boxes = b"72 680 75 40 re S 147 680 225 40 re S\n"
    words += written([("State", 690, 10)], left=76)
    for row, cells in enumerate((("Ohio", 7, 31, 2), ("Texas", 5, 46, 9))):
        for at, cell in enumerate(cells):
            left, bottom = 72 + 75 * at, 660 - 20 * row
            boxes += b"%d %d 75 20 re S\n" % (left, bottom)
            words += written([(str(cell), bottom + 6, 10)], left=left + 4)
    (section,) = sections(pages([boxes + words]), "a.pdf")
    return section.text


def test_names_in_a_head_without_lines_stand_over_their_columns() -> None:
    names = (("Permit", 150), ("Long gun", 225), ("Admin", 300))
    words = written([("Checks of 2015", 706, 10)], left=220)
    text = below_a_wide_head(words + b"".join(written([(n, 690, 10)], left=x) for n, x in names))
    assert text.split("\n") == [
        "| State | Checks of 2015 Permit | Checks of 2015 Long gun | Checks of 2015 Admin |",
        "| --- | --- | --- | --- |",
        "| Ohio | 7 | 31 | 2 |",
        "| Texas | 5 | 46 | 9 |",
    ]


def test_words_of_a_label_over_several_columns_are_no_names() -> None:
    label = "All checks that were made in November"
    assert below_a_wide_head(written([(label, 690, 10)], left=160)).count(label) == 3


def test_lines_across_without_any_down_make_no_table() -> None:
    across = [(700.0 - 20 * n, 72.0, 540.0) for n in range(4)]
    specks = [(100.0 + 20 * n, 500.0, 502.0) for n in range(4)]
    assert find_grids(Strokes(across=across, down=specks)) == []
    assert find_grids(Strokes(across=across)) == find_grids(Strokes(down=across)) == []


def draw_bill(cells: list[tuple[str, int, int]]) -> bytes:
    """Draw texts, each with its place and height, and rules below rows at 700, 670 and 640."""
    content = b"\n".join(b"72 %d m 420 %d l S" % (y, y) for y in (700, 670, 640))
    return content + b"\n" + b"\n".join(written([(t, y, 10)], left=x) for t, x, y in cells)


def test_a_row_between_rules_is_one_row_though_its_cells_have_several_lines() -> None:
    cells = [("Meter", 80, 710), ("Units", 200, 716), ("used", 200, 704), ("Amount", 320, 710)]
    cells += [("Day rate", 80, 682), ("484", 200, 682), ("144.23", 320, 682)]
    cells += [("Night", 80, 658), ("rate", 80, 646), ("211", 200, 652), ("29.75", 320, 652)]
    (section,) = sections(pages([draw_bill(cells)]), "bill.pdf", Limits(cpu_seconds=100_000))
    assert section.text.splitlines() == [
        "| Meter | Units used | Amount |",
        "| --- | --- | --- |",
        "| Day rate | 484 | 144.23 |",
        "| Night rate | 211 | 29.75 |",
    ]


def test_rows_that_nothing_rules_off_are_not_joined() -> None:
    cells = [("Name", 80, 706), ("Sum", 320, 706), ("Tea", 80, 688), ("12", 320, 688)]
    cells += [("Milk", 80, 676), ("14", 320, 676), ("Total", 80, 652), ("26", 320, 652)]
    text = sections(pages([draw_bill(cells)]), "bill.pdf", Limits(cpu_seconds=100_000))[0].text
    assert "Tea Milk" not in text
    assert "Milk 14" in text.replace("| ", "").replace("  ", " ")


def test_things_and_their_values_between_rules_are_a_table() -> None:
    cells = [("Policy", 80, 710), ("number", 111, 710), ("KX-20", 260, 710)]
    cells += [("Holder", 80, 680), ("Ann", 260, 680), ("Pryce,", 282, 680), ("Leek", 316, 680)]
    cells += [("Address", 80, 650), ("9", 260, 650), ("Mill", 270, 650), ("Lane", 290, 650)]
    (section,) = sections(pages([draw_bill(cells)]), "policy.pdf", Limits(cpu_seconds=100_000))
    assert section.text.splitlines() == [
        "| Policy number | KX-20 |",
        "| --- | --- |",
        "| Holder | Ann Pryce, Leek |",
        "| Address | 9 Mill Lane |",
    ]


def test_rows_set_with_room_are_a_table() -> None:
    rows = [("Rent", "890.00"), ("Heating", "95.00"), ("Garage", "45.00"), ("Total", "1030.00")]
    content = b"\n".join(
        written([(text, 700 - 30 * at, 11)], left=80 + 220 * column)
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    )
    text = sections(pages([content]), "lease.pdf", Limits(cpu_seconds=100_000))[0].text
    assert text.splitlines()[2:] == [
        "| Heating | 95.00 |",
        "| Garage | 45.00 |",
        "| Total | 1030.00 |",
    ]


def test_a_hard_space_alone_between_rules_breaks_no_page() -> None:
    cells = [("Name", 80, 710), ("\xa0", 200, 710), ("Sum", 320, 710)]
    cells += [("Tea", 80, 682), ("12", 320, 682), ("Milk", 80, 652), ("14", 320, 652)]
    text = sections(pages([draw_bill(cells)]), "bill.pdf", Limits(cpu_seconds=100_000))[0].text
    assert "Tea" in text
    assert "14" in text
