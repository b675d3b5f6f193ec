"""Pages that the file turns, so that their readers see them upright."""

import pytest

from tests.indexer.parsing.formats.making import pages, ruled, sections

ROWS = [("Boat", "Berth", "Fee"), ("Albatross", "12", "340"), ("Gannet", "21", "410")]
# What moves a point that its readers see to where it stands before the page is turned.
PLACES = {90: "0 1 -1 0 612 0", 180: "-1 0 0 -1 612 792", 270: "0 -1 1 0 0 792"}


def turned(content: bytes, rotation: int) -> bytes:
    drawn = f"q {PLACES[rotation]} cm ".encode() + content + b" Q"
    return pages([drawn], extra=f"/Rotate {rotation}")


def aligned() -> bytes:
    cells = (
        f"/F1 10 Tf 1 0 0 1 {72 + 120 * column} {400 - 16 * row} Tm ({cell}) Tj"
        for row, cells in enumerate(ROWS)
        for column, cell in enumerate(cells)
    )
    return f"BT {' '.join(cells)} ET".encode()


@pytest.mark.parametrize("rotation", PLACES)
def test_texts_in_columns_are_a_table_on_a_turned_page(rotation: int) -> None:
    (section,) = sections(turned(aligned(), rotation), "a.pdf")
    assert section.text == (
        "| Boat | Berth | Fee |\n| --- | --- | --- |\n"
        "| Albatross | 12 | 340 |\n| Gannet | 21 | 410 |"
    )


@pytest.mark.parametrize("rotation", PLACES)
def test_a_ruled_table_is_one_on_a_turned_page(rotation: int) -> None:
    drawn = b"1 0 0 1 0 -300 cm " + ruled([("Boat", "Fee"), ("Gannet", "410"), ("Puffin", "150")])
    (section,) = sections(turned(drawn, rotation), "a.pdf")
    assert "| Boat | Fee |\n| --- | --- |\n| Gannet | 410 |\n| Puffin | 150 |" in section.text


@pytest.mark.parametrize("rotation", PLACES)
def test_a_turned_page_looks_the_same_after_it_was_read(rotation: int) -> None:
    """Its pictures are rendered later, from the same document."""
    import pypdfium2

    from indexer.parsing.formats.pdf.pages import read_page

    def render() -> bytes:
        page = document[0]
        try:
            return bytes(page.render(scale=0.2, grayscale=True).to_numpy().tobytes())
        finally:
            page.close()

    document = pypdfium2.PdfDocument(turned(ruled([("Boat", "Fee")] * 3), rotation))
    before = render()
    assert read_page(document, 0).lines
    assert render() == before
    document.close()


LINK = "<< /Type /Annot /Subtype /Link /Rect [90 90 99 99] /A << /S /URI /URI (http://a.org) >> >>"
NOTE = "<< /Type /Annot /Subtype /Text /Contents (Who pays?) /Rect [{}] >>"
PLACED = {0: "300 300 310 310", 90: "302 300 312 310", 270: "300 482 310 492"}


@pytest.mark.parametrize("rotation", [90, 270])
def test_links_leave_the_table_of_a_turned_page(rotation: int) -> None:
    drawn = f"q {PLACES[rotation]} cm ".encode() + aligned() + b" Q"
    data = pages([drawn], extra=f"/Rotate {rotation} /Annots [{LINK}]")
    (section,) = sections(data, "a.pdf")
    assert "| Albatross | 12 | 340 |" in section.text


@pytest.mark.parametrize("rotation", PLACED)
def test_a_note_stands_below_the_table_that_is_above_it(rotation: int) -> None:
    moved = f"q {PLACES[rotation]} cm ".encode() if rotation else b"q "
    below = b" BT /F1 10 Tf 1 0 0 1 72 250 Tm (All fees are due in May.) Tj ET Q"
    note = NOTE.format(PLACED[rotation])
    data = pages([moved + aligned() + below], extra=f"/Rotate {rotation} /Annots [{note}]")
    text = "\n".join(each.text for each in sections(data, "a.pdf"))
    assert "| Gannet | 21 | 410 |\n\nNote: Who pays?\n" in text
    assert text.endswith("All fees are due in May.")
