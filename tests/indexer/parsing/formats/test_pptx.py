"""Slides."""

from pathlib import Path

from tests.indexer.parsing.formats.making import sections, zipped


def test_slides_have_titles_tables_and_notes(data: Path) -> None:
    path = data / "documents" / "powerpoint_sample.pptx"
    found = sections(path.read_bytes(), path.name)
    assert [(each.title, each.pages) for each in found] == [
        ("Test Table Slide", (1, 1)),
        ("Second slide title", (2, 2)),
        ("Slide 3", (3, 3)),
    ]
    assert "| R1 | True | False |" in found[0].text
    assert "Notes: Some notes on the second slide." in found[1].text


def test_a_label_of_merged_cells_stands_in_all_of_them(data: Path) -> None:
    path = data / "documents" / "powerpoint_sample.pptx"
    text = sections(path.read_bytes(), path.name)[0].text
    assert text.split("\n")[2].startswith("|  | Class1 A merged with B | Class1 A merged with B |")
    assert "| R4 |  | True |  | True | False | False |" in text


OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"


def relation(target: str) -> str:
    return (
        f'<Relationships xmlns="{RELATIONS}">'
        f'<Relationship Id="r1" Type="x" Target="{target}"/></Relationships>'
    )


def slides_with_chart(series: str) -> bytes:
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "ppt/presentation.xml": (
                f'<p:p xmlns:p="{SLIDES}" xmlns:r="{OFFICE}"><p:sldId id="1" r:id="r1"/></p:p>'
            ),
            "ppt/_rels/presentation.xml.rels": relation("slides/slide1.xml"),
            "ppt/slides/slide1.xml": f'<p:sld xmlns:p="{SLIDES}"/>',
            "ppt/slides/_rels/slide1.xml.rels": relation("../charts/chart1.xml"),
            "ppt/charts/chart1.xml": f'<chart xmlns="{DRAWING}/chart">{series}</chart>',
        }
    )


def points(part: str, texts: dict[int, str]) -> str:
    listed = "".join(f'<pt idx="{at}"><v>{text}</v></pt>' for at, text in texts.items())
    return f"<{part}><numRef><numCache>{listed}</numCache></numRef></{part}>"


def test_a_chart_is_a_table_of_its_values_also_where_some_are_missing() -> None:
    months = points("cat", {0: "May", 1: "June", 10: "July"})
    first = f"<ser>{points('tx', {0: 'Tea'})}{months}{points('val', {0: '4', 10: '6'})}</ser>"
    second = f"<ser>{points('tx', {0: 'Mate'})}{months}{points('val', {1: '9', 10: '2'})}</ser>"
    (found,) = sections(slides_with_chart(first + second), "a.pptx")
    rows = ["|  | Tea | Mate |", "| --- | --- | --- |"]
    assert found.text.split("\n") == [
        *rows,
        "| May | 4 |  |",
        "| June |  | 9 |",
        "| July | 6 | 2 |",
    ]


def test_a_chart_of_thousands_of_series_is_read_as_words() -> None:
    series = (f"<ser>{points('val', {number: str(number)})}</ser>" for number in range(3000))
    (found,) = sections(slides_with_chart("".join(series)), "a.pptx")
    assert found.text.split("\n") == [str(number) for number in range(3000)]
