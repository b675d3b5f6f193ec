from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.documents import ParserProgress, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.layout import ParsedPage
from indexer.parsing.formats.pdf.pages import open_pdf, read_page
from indexer.parsing.formats.pdf.running_heads import mark_running_heads
from indexer.parsing.limits import Limits
from indexer.parsing.ocr.pictures import format_spans
from indexer.parsing.ocr.process import find_tesseract
from indexer.parsing.ocr.recognizer import UNIT
from indexer.parsing.sandbox import parse
from tests.indexer.parsing.formats.making import notices, pages, pdf, sections, written

BODY = [(f"Line {n} of the text stands here.", 600 - 14 * n, 10) for n in range(8)]


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


def test_a_sentence_is_part_of_the_page_that_it_begins_on() -> None:
    first = written([("The boiler is checked each", 700, 10)])
    second = written([("autumn. The roof is new.", 700, 10), ("It is red.", 688, 10)])
    third = written([("of tin.", 700, 10)])
    found = sections(pages([first, second, third]), "plain.pdf")
    assert [(each.title, each.text, each.pages) for each in found] == [
        ("Page 1", "The boiler is checked each\nautumn.", (1, 2)),
        ("Page 2", "The roof is new.\nIt is red.", (2, 2)),
        ("Page 3", "of tin.", (3, 3)),
    ]
    assert found[0].find_pages(0, 10) == (1, 1)


def test_a_hyphen_at_the_end_of_a_line_parts_no_paragraphs() -> None:
    lines = ("The boiler is checked every au-", "tumn by the firm", "that built it.")
    made = written([(line, 700 - 14 * at, 10) for at, line in enumerate(lines)])
    (found,) = sections(pages([made]), "plain.pdf")
    assert "\n\n" not in found.text
    assert found.text.endswith("by the firm\nthat built it.")


def test_a_letter_in_another_size_begins_no_paragraph() -> None:
    shown = ["7 0 0 7 72 700 Tm (A) Tj", "10 0 0 10 77 700 Tm (gency: Federal Aviation) Tj"]
    shown.append("10 0 0 10 72 686 Tm (Administration) Tj")
    (found,) = sections(pages([f"BT /F1 1 Tf {' '.join(shown)} ET".encode()]), "plain.pdf")
    assert found.text == "Agency: Federal Aviation\nAdministration"


def test_a_sentence_over_several_short_pages_loses_nothing() -> None:
    made = [written([(text, 700, 10)]) for text in ("Bring a coat", "and boots", "and a lamp")]
    found = sections(pages(made), "slides.pdf")
    assert [(each.text, each.pages) for each in found] == [
        ("Bring a coat\nand boots", (1, 2)),
        ("and a lamp", (3, 3)),
    ]


LINES = st.lists(st.sampled_from(("Bring a coat", "and boots", "a lamp.", "The roof")), max_size=3)


@settings(max_examples=60)
@given(st.lists(LINES, min_size=1, max_size=5).filter(any))
def test_no_letter_is_lost_wherever_pages_turn(texts: list[list[str]]) -> None:
    made = [written([(text, 600 - 30 * at, 10) for at, text in enumerate(each)]) for each in texts]
    found = "".join(each.text for each in sections(pages(made), "plain.pdf"))
    sent = "".join(line for each in texts for line in each)
    assert Counter("".join(found.split())) == Counter("".join(sent.split()))


def test_one_heading_is_enough_for_a_leaflet() -> None:
    (section,) = sections(pages([written([("Opening hours", 700, 18), *BODY])]), "leaflet.pdf")
    assert section.path == ("Opening hours",)


def test_pages_without_headings_stand_below_the_title_of_the_document() -> None:
    first = written([("The House Book", 700, 18), *BODY])
    found = sections(pages([first, *[written(BODY)] * 4]), "book.pdf")
    assert [each.title for each in found] == [f"Page {n}" for n in range(1, 6)]
    assert {each.path for each in found} == {("The House Book",)}


def test_the_first_of_several_titles_names_no_other_page() -> None:
    made = [written([(f"Report {n}", 700, 18), *BODY]) for n in range(2)]
    bare = [written(BODY)] * 40
    found = sections(pages([*made, *bare]), "reports.pdf")
    assert {each.path for each in found} == {()}


def test_a_leaflet_may_have_many_headings_on_a_page() -> None:
    parts = [
        written([(f"Part {n}", 740 - 70 * n, 14)])
        + written(
            [(f"Words about matter {n} in line {k}.", 726 - 70 * n - 12 * k, 10) for k in range(4)]
        )
        for n in range(8)
    ]
    found = sections(pages([b"\n".join(parts)]), "leaflet.pdf")
    assert [each.path for each in found] == [(f"Part {n}",) for n in range(8)]


def test_titles_of_slides_are_no_halves_of_a_sentence() -> None:
    made = [written([(text, 700, 10)]) for text in ("Next steps", "Budget", "Staff")]
    found = sections(pages(made), "slides.pdf")
    assert [each.text for each in found] == ["Next steps", "Budget", "Staff"]


def test_a_wide_step_between_lines_parts_paragraphs() -> None:
    content = written([("One line", 700, 10), ("and its next.", 688, 10), ("Another.", 640, 10)])
    (section,) = sections(pages([content]), "a.pdf")
    assert section.text == "One line\nand its next.\n\nAnother."


def test_a_page_that_does_not_load_is_told_and_the_rest_is_read() -> None:
    data = pages([written(BODY), written(BODY)]).replace(
        b"/Type /Page /Parent", b"/Type /Pag  /Parent", 1
    )
    assert "page 1" in notices(data, "half.pdf")[0]


def test_a_document_without_text_says_so() -> None:
    with pytest.raises(ParseError, match="pages are empty"):
        sections(pages([b""]), "empty.pdf")


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(ParseError, match="3 pages, and I read at most 2"):
        sections(pages([written(BODY)] * 3), "long.pdf", Limits(pages=2))


@pytest.mark.parametrize("day", ["11/22/26, 3:27 PM", "22.11.26, 15:27"])
def test_what_a_browser_prints_in_the_margins_is_no_text_of_the_page(day: str) -> None:
    foot = ("https://example.org/lease?a=1 1/2", 20, 8)
    page = [("The rent is due.", 600, 12), (f"{day} Lease", 780, 8), foot]
    (section,) = sections(pages([written(page)]), "lease.pdf")
    assert section.text == "The rent is due."


@pytest.mark.parametrize(
    "page",
    [
        [("11/22/26, 3:27 PM Lease", 780, 8), ("The rent is due.", 600, 12)],
        [("https://example.org/lease 1/2", 780, 8), ("The rent is due.", 600, 12)],
        [("The rent is due.", 600, 12), ("https://example.org/lease", 20, 8)],
    ],
)
def test_a_line_that_only_looks_like_it_stays(page: list[tuple[str, int, int]]) -> None:
    (section,) = sections(pages([written(page)]), "lease.pdf")
    assert all(text in section.text for text, _, _ in page)


def test_page_ranges_read_well() -> None:
    assert format_spans([4]) == "4"
    assert format_spans([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7-8"


def _count_running_heads(path: Path) -> Counter[str]:
    """The letters of the lines that leave the text."""
    parsed_pages = list[ParsedPage]()
    with open_pdf(SourceFile(path.name, path.read_bytes())) as document:
        parsed_pages += (
            read_page(document, at, look_for_tables=False) for at in range(len(document))
        )
    before, after = (
        Counter("".join(line.text for page in each for line in page.lines))
        for each in (parsed_pages, mark_running_heads(parsed_pages))
    )
    return before - after


def test_the_manual_keeps_every_letter_but_those_of_running_heads(data: Path) -> None:
    import pypdfium2

    path = data / "documents" / "R-intro.pdf"
    found = sections(path.read_bytes(), path.name, Limits(table_pages=0))
    document = pypdfium2.PdfDocument(path)
    there = Counter[str]()
    for page in document:
        there.update(page.get_textpage().get_text_range())
    kept = Counter("".join(each.text for each in found)) + _count_running_heads(path)
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


@pytest.mark.skipif(not find_tesseract(), reason="tesseract is not installed")
async def test_a_scan_is_read_by_tesseract(data: Path) -> None:
    path = data / "documents" / "skew.pdf"
    found = [each async for each in parse(path)]
    progress = [each for each in found if isinstance(each, ParserProgress) and each.unit == UNIT]
    assert progress == [ParserProgress(0, 1, UNIT)]
    text = " ".join(each.text for each in found if isinstance(each, Section))
    assert len(text.split()) > 400


def test_without_tesseract_a_scan_says_how_to_get_it(data: Path) -> None:
    path = data / "documents" / "skew.pdf"
    with pytest.raises(ParseError, match=r"its pages are pictures\. To read .* install tesseract"):
        sections(path.read_bytes(), path.name)


def test_pages_that_are_pictures_are_named(data: Path) -> None:
    path = data / "documents" / "multipage.pdf"
    (notice,) = notices(path.read_bytes(), path.name)
    assert notice.startswith("I could not read pages 1-3, 5-6: they are pictures of text. To read")
