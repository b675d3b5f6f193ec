from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.documents import Progress, Section
from indexer.limits import Limits
from indexer.ocr import UNIT, tesseract
from indexer.parse_errors import ParseError
from indexer.parsers import Source
from indexer.parsers.pdf import ranges
from indexer.parsers.pdf.outline import read_outline
from indexer.parsers.pdf.pages import Line, Page, open_pdf
from indexer.parsers.pdf.sections import placed
from indexer.parsers.pdf.sections import written as written_lines
from indexer.parsers.pdf.spanning import joined
from indexer.parsers.pdf.tables import Table, replaced
from indexer.tables import markdown_table
from tests.indexer.parsers.making import (
    notices,
    outline,
    pages,
    parsed,
    pdf,
    sections,
    words,
    written,
)

BODY = [(f"Line {n} of the text stands here.", 600 - 14 * n, 10) for n in range(8)]
RULES = b"\n".join(
    [b"72 %d m 300 %d l S" % (y, y) for y in (700, 680, 660)]
    + [b"%d 660 m %d 700 l S" % (x, x) for x in (72, 186, 300)]
)


def book(entries: list[tuple[str, int, int | None]]) -> list[Section]:
    """Two pages: a preface, chapters One and Two on page 1, Three on page 2."""
    catalog, more = outline(entries)
    first = written(
        [
            ("Preface words.", 740, 10),
            ("One", 700, 10),
            ("First text.", 680, 10),
            ("Two", 640, 10),
            ("Second text.", 620, 10),
        ]
    )
    second = written([("goes on.", 740, 10), ("Three", 700, 10), ("Third text.", 680, 10)])
    return sections(pages([first, second], catalog, more), "book.pdf")


@pytest.mark.spec("S4-7", "S4-24", "S4-135")
def test_sections_on_one_page_are_cut_at_their_titles_and_nothing_is_lost() -> None:
    found = book([("One", 1, 710), ("Two", 1, 650), ("Three", 2, 710)])
    assert [(each.title, each.pages) for each in found] == [
        ("book.pdf", (1, 1)),
        ("One", (1, 1)),
        ("Two", (1, 2)),
        ("Three", (2, 2)),
    ]
    assert found[2].text == "Two\n\nSecond text.\ngoes on."
    text = "Preface words. One First text. Two Second text. goes on. Three Third text."
    assert Counter(words(found)) == Counter(text.split())


def test_an_entry_without_a_height_is_found_by_its_title() -> None:
    found = book([("One", 1, None), ("Two", 1, None)])
    assert [each.text.split()[0] for each in found] == ["Preface", "One", "Two"]


def test_an_entry_whose_title_is_nowhere_is_cut_by_its_height() -> None:
    found = book([("Elsewhere", 1, 645), ("Three", 2, 710)])
    assert [each.text.split()[0] for each in found] == ["Preface", "Two", "Three"]


def test_an_entry_that_leads_nowhere_begins_with_the_next() -> None:
    found = book([("Lost", 9, 700), ("Two", 1, 650)])
    assert [each.title for each in found] == ["book.pdf", "Two"]


def test_an_entry_that_leads_nowhere_keeps_its_place_in_the_outline() -> None:
    catalog, more = outline([("Lost", 9, 700), ("Two", 1, 650), ("Last", 9, 100)])
    with open_pdf(Source("a.pdf", pages([written(BODY)], catalog, more))) as document:
        assert [(each.title, each.page) for each in read_outline(document)] == [
            ("Lost", 0),
            ("Two", 0),
        ]


def test_a_title_in_a_list_of_contents_is_not_where_its_section_begins() -> None:
    catalog, more = outline([("One", 1, 700)])
    lines = [("Contents", 760, 10), ("One", 740, 10), ("Two", 720, 10), ("One", 630, 10)]
    found = sections(pages([written([*lines, ("Text.", 610, 10)])], catalog, more), "a.pdf")
    assert found[-1].text == "One\n\nText."


def test_bold_sentences_and_running_heads_are_no_headings() -> None:
    content = [
        written([("The Running Head", 760, 18), (f"Chapter {name}", 700, 18), *BODY])
        + written([("A bold sentence ends here.", 450, 10)], "F2")
        for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
    ]
    titles = [each.title for each in sections(pages(content), "a.pdf") if each.level]
    assert titles == [f"Chapter {name}" for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")]


def test_a_part_of_a_section_knows_its_own_pages() -> None:
    two = next(each for each in book([("Two", 1, 650), ("Three", 2, 710)]) if each.title == "Two")
    turn = two.text.index("goes on.")
    assert two.turns == ((turn, 2),)
    assert two.pages_between(0, turn) == (1, 1)
    assert two.pages_between(turn, len(two.text)) == (2, 2)
    assert two.pages_between(0, len(two.text)) == (1, 2)


def test_without_an_outline_larger_type_makes_sections() -> None:
    content = [
        written([("Alpha", 700, 18), *BODY])
        + written([("Beta", 450, 18), ("Some text.", 430, 10)]),
        written([("Gamma", 700, 18), *BODY]),
    ]
    found = sections(pages(content), "paper.pdf")
    assert [(each.title, each.level) for each in found] == [("Alpha", 1), ("Beta", 1), ("Gamma", 1)]


def test_bold_lines_make_sections_below_larger_ones() -> None:
    bold = written([("Details of it", 660, 10)], "F2")
    content = [written([("Alpha", 700, 18)]) + bold + written(BODY) for _ in range(2)]
    found = sections(pages([*content, written([("Omega", 700, 18), *BODY])]), "paper.pdf")
    assert ("Alpha", "Details of it") in [each.path for each in found]


@pytest.mark.spec("S4-7", "S4-24")
def test_plain_pages_are_a_section_each() -> None:
    found = sections(pages([written(BODY), written(BODY)]), "plain.pdf")
    assert [(each.title, each.pages, each.level) for each in found] == [
        ("Page 1", (1, 1), 0),
        ("Page 2", (2, 2), 0),
    ]


def test_a_wide_step_between_lines_parts_paragraphs() -> None:
    content = written([("One line", 700, 10), ("and its next.", 688, 10), ("Another.", 640, 10)])
    (section,) = sections(pages([content]), "a.pdf")
    assert section.text == "One line\nand its next.\n\nAnother."


def test_a_ruled_table_becomes_markdown_in_the_place_of_its_lines() -> None:
    content = RULES + b"\n" + written([("Name Amount", 740, 10)])
    content += written([("Name", 686, 10), ("Tea", 666, 10)], left=80)
    content += written([("Amount", 686, 10), ("12", 666, 10)], left=200)
    (section,) = sections(pages([content]), "bill.pdf")
    assert section.text == "Name Amount\n\n| Name | Amount |\n| --- | --- |\n| Tea | 12 |"


def test_no_tables_are_looked_for_where_the_limits_say_none() -> None:
    content = RULES + written([("Name", 686, 10), ("Tea", 666, 10)], left=80)
    content += written([("Amount", 686, 10), ("12", 666, 10)], left=200)
    (section,) = sections(pages([content]), "bill.pdf", Limits(table_pages=0))
    assert "|" not in section.text


def line(text: str, top: float) -> Line:
    return Line(text, top, 80, 10, bold=False)


def test_a_table_that_misses_much_of_its_place_changes_nothing() -> None:
    page = Page(1, (line("first words", 90), line("second words", 70)))
    table = Table((("first", ""), ("", "words")), 72, 50, 300, 100)
    assert replaced(page, table) is page


def test_what_a_table_misses_of_its_place_is_kept_after_it() -> None:
    long = "abcdefghij" * 10
    page = Page(1, (line(f"{long} one", 90), line(f"{long} two xyz", 70), line("after", 20)))
    table = Table(((long, "one"), (long, "two")), 72, 50, 300, 100)
    assert [each.text for each in replaced(page, table).lines][1:] == ["xyz", "after"]


def part(*rows: tuple[str, ...]) -> Line:
    return Line(markdown_table(rows), 700, 80, 10, bold=False, cells=rows)


def test_a_table_over_several_pages_has_one_head_and_cites_each_page() -> None:
    pages = [
        Page(1, (line("Title", 740), part(("Name", "Sum"), ("Tea", "1")))),
        Page(2, (part(("Milk", "2"), ("Rice", "3")),)),
        Page(3, (part(("Salt", "4")), line("after", 20))),
    ]
    text, turns = written_lines(placed(joined(pages)))
    rows = "| Name | Sum |\n| --- | --- |\n| Tea | 1 |\n| Milk | 2 |\n| Rice | 3 |\n| Salt | 4 |"
    assert text == f"Title\n\n{rows}\n\nafter"
    assert [(text[offset:].split()[1], page) for offset, page in turns] == [
        ("Milk", 2),
        ("Salt", 3),
    ]


def test_tables_of_another_width_or_place_are_tables_of_their_own() -> None:
    first = Page(1, (part(("a", "b"), ("c", "d")),))
    for other in (part(("x", "y", "z")), replace(part(("x", "y")), left=200.0)):
        pages = [first, Page(2, (other,))]
        assert joined(pages) == pages


def test_tables_of_one_column_stay_as_they_are() -> None:
    pages = [Page(1, (part(("a", ""), ("b", "")),)), Page(2, (part(("c", "")),))]
    assert joined(pages) == pages


def test_what_stands_above_a_wide_table_is_read_before_it() -> None:
    page = Page(1, (line("cell one", 90), line("Title", 200), line("cell two", 70)))
    rows = (("cell", "one"), ("cell", "two"))
    texts = [each.text for each in replaced(page, Table(rows, 72, 50, 500, 100, wide=True)).lines]
    assert texts == ["Title", markdown_table(rows)]
    narrow = replaced(page, Table(rows, 72, 50, 300, 100)).lines
    assert narrow[-1].text == "Title"


def test_a_page_that_does_not_load_is_told_and_the_rest_is_read() -> None:
    data = pages([written(BODY), written(BODY)]).replace(
        b"/Type /Page /Parent", b"/Type /Pag  /Parent", 1
    )
    assert "page 1" in notices(data, "half.pdf")[0]


def test_a_document_without_text_says_so() -> None:
    with pytest.raises(ParseError, match="pages are empty"):
        sections(pages([b""]), "empty.pdf")


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(ParseError, match="3 pages, and I read up to 2"):
        sections(pages([written(BODY)] * 3), "long.pdf", Limits(pages=2))


def test_page_ranges_read_well() -> None:
    assert ranges([4]) == "page 4"
    assert ranges([1, 2, 3, 5, 7, 8]) == "pages 1-3, 5, 7-8"


def test_the_manual_keeps_every_letter_once(data: Path) -> None:
    import pypdfium2

    path = data / "documents" / "R-intro.pdf"
    found = sections(path.read_bytes(), path.name, Limits(table_pages=0))
    document = pypdfium2.PdfDocument(path)
    there = Counter[str]()
    for page in document:
        there.update(page.get_textpage().get_text_range())
    kept = Counter("".join(each.text for each in found))
    letters = [each for each in there if each.isalnum()]
    assert {each: kept[each] for each in letters} == {each: there[each] for each in letters}
    document.close()


@pytest.mark.parametrize(
    ("name", "kind"),
    [("encryption_openpassword.pdf", "password"), ("invalid.pdf", "damaged")],
)
def test_locked_and_broken_files_are_told_apart(data: Path, name: str, kind: str) -> None:
    with pytest.raises(ParseError) as caught:
        sections((data / "documents" / name).read_bytes(), name)
    assert caught.value.kind == kind


def test_a_file_its_owner_locked_opens_like_any_other(data: Path) -> None:
    path = data / "documents" / "encryption_notextaccess.pdf"
    assert sections(path.read_bytes(), path.name)


def test_joined_words_at_line_ends_are_whole(data: Path) -> None:
    path = data / "documents" / "tracemonkey.pdf"
    text = " ".join(
        each.text for each in sections(path.read_bytes(), path.name, Limits(table_pages=0))
    )
    assert "compile that" in text
    assert "\ufffe" not in text


def test_a_loop_in_the_page_tree_is_no_loop_for_us() -> None:
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>",
    }
    with pytest.raises(ParseError):
        sections(pdf(objects), "loop.pdf")


@pytest.mark.skipif(not tesseract(), reason="tesseract is not installed")
def test_a_scan_is_read_by_tesseract(data: Path) -> None:
    path = data / "documents" / "skew.pdf"
    found = parsed(path.read_bytes(), path.name)
    progress = [each for each in found if isinstance(each, Progress) and each.unit == UNIT]
    assert progress == [Progress(0, 1, UNIT)]
    text = " ".join(each.text for each in found if isinstance(each, Section))
    assert len(text.split()) > 400


def test_without_tesseract_a_scan_says_how_to_get_it(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    path = data / "documents" / "skew.pdf"
    with pytest.raises(ParseError, match=r"its pages are pictures\. To read .* install tesseract"):
        sections(path.read_bytes(), path.name)


def test_pages_that_are_pictures_are_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    path = data / "documents" / "multipage.pdf"
    (notice,) = notices(path.read_bytes(), path.name)
    assert notice.startswith("I could not read pages 1-3, 5-6: pictures of text. To read")
