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
