from collections import Counter

import pytest

from indexer.documents import Section
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.outline import read_outline
from indexer.parsing.formats.pdf.pages import open_pdf
from tests.indexer.parsing.formats.making import outline, pages, sections, words, written

BODY = [(f"Line {n} of the text stands here.", 600 - 14 * n, 10) for n in range(8)]


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
    with open_pdf(SourceFile("a.pdf", pages([written(BODY)], catalog, more))) as document:
        assert [(each.title, each.page) for each in read_outline(document)] == [
            ("Lost", 0),
            ("Two", 0),
        ]


def test_a_title_in_a_list_of_contents_is_not_where_its_section_begins() -> None:
    catalog, more = outline([("One", 1, 700)])
    lines = [("Contents", 760, 10), ("One", 740, 10), ("Two", 720, 10), ("One", 630, 10)]
    found = sections(pages([written([*lines, ("Text.", 610, 10)])], catalog, more), "a.pdf")
    assert found[-1].text == "One\n\nText."


def test_a_section_begins_where_its_title_runs_into_its_text() -> None:
    catalog, more = outline([("Rotate", 1, 705), ("Turn", 1, 645)])
    lines = [
        ("Rotate sets the angle that the picture is drawn at.", 700, 10),
        ("This may also turn flat pages.", 657, 10),
        ("Turn is a shorter way of saying the same thing as above.", 640, 10),
    ]
    found = sections(pages([written(lines)], catalog, more), "a.pdf")
    assert [each.text.split()[0] for each in found] == ["Rotate", "Turn"]


def test_dots_that_lead_to_a_page_number_are_left_out() -> None:
    dots = " ." * 20
    lines = [
        (f"1 Rents{dots} 7", 700, 10),
        (f"Date:{'.' * 9}", 680, 10),
        ("Wait ... here.", 660, 10),
    ]
    (found,) = sections(pages([written(lines)]), "a.pdf")
    assert found.text.split("\n\n") == ["1 Rents: 7", "Date:", "Wait ... here."]


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
    assert two.find_pages(0, turn) == (1, 1)
    assert two.find_pages(turn, len(two.text)) == (2, 2)
    assert two.find_pages(0, len(two.text)) == (1, 2)


def test_a_title_without_text_stands_at_the_head_of_what_is_below_it() -> None:
    first = written([("5 Boilers", 740, 14), ("5.1 Ash", 700, 12), ("It is hot.", 680, 10)])
    second = written([("5.2 Pump", 740, 12), ("It is loud.", 700, 10)])
    entries = [("Boilers", 1, 750), ("Ash", 1, 710), ("Pump", 2, 750)]
    catalog, objects = outline(entries)
    nested = objects | {
        100: b"<< /Type /Outlines /First 101 0 R /Last 101 0 R >>",
        101: b"<< /Title (Boilers) /Parent 100 0 R /First 102 0 R /Last 103 0 R /Count 2"
        b" /Dest [10 0 R /XYZ 0 750 0] >>",
        102: objects[102].replace(b"100 0 R", b"101 0 R"),
        103: objects[103].replace(b"100 0 R", b"101 0 R"),
    }
    found = sections(pages([first, second], catalog, nested), "a.pdf")
    assert [(each.path, each.text) for each in found] == [
        (("Boilers", "Ash"), "5 Boilers\n\n5.1 Ash\n\nIt is hot."),
        (("Boilers", "Pump"), "5.2 Pump\n\nIt is loud."),
    ]


def test_a_page_that_was_taken_out_of_a_book_is_not_split_by_the_book_s_outline() -> None:
    entries: list[tuple[str, int, int | None]] = [(f"Tale {n}", 1, 700 - n) for n in range(30)]
    catalog, more = outline(entries)
    (found,) = sections(pages([written(BODY)], catalog, more), "page.pdf")
    assert (found.title, len(found.text.splitlines())) == ("Page 1", 8)


def test_what_stands_before_the_outline_begins_is_below_the_document_s_title() -> None:
    catalog, more = outline([("One", 2, 700)])
    cover = written([("A Book of Boats", 700, 24), ("by nobody", 660, 10)])
    chapter = written([("One", 700, 10), *BODY])
    found = sections(pages([cover, chapter], catalog, more), "book.pdf")
    assert [each.path for each in found] == [("A Book of Boats",), ("One",)]


def test_lines_of_a_title_page_are_no_sections_of_their_own() -> None:
    cover = [("The office", 740, 18), ("of boats", 700, 14), ("A Book of Boats", 650, 24)]
    found = sections(pages([written([*cover, *BODY])]), "book.pdf")
    assert [each.title for each in found] == ["A Book of Boats"]
    assert found[0].text.startswith("The office\n\nof boats\n\nA Book of Boats\n\nLine 0")
