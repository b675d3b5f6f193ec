import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from indexer.documents import Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.source import parse_source
from tests.indexer.parsing.fake_tesseract import Reader, table
from tests.indexer.parsing.formats.making import docx, paragraph, sections, style, zipped

TEXT_BOX = (
    "<w:drawing><wps:txbx><w:txbxContent><w:p><w:r><w:t>Boxed</w:t></w:r></w:p>"
    "</w:txbxContent></wps:txbx></w:drawing>"
)
FRACTION = (
    "<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num>"
    "<m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>"
)


@pytest.mark.spec("S4-8", "S4-25")
def test_headings_nest_by_level_and_an_empty_one_lives_in_the_path() -> None:
    body = (
        paragraph("Before.")
        + paragraph("One", "Heading1")
        + paragraph("Two", "Heading2")
        + paragraph("text of two")
        + paragraph("Three", "Heading1")
        + paragraph("text of three")
    )
    assert [(each.path, each.level, each.text) for each in sections(docx(body), "a.docx")] == [
        ((), 0, "Before."),
        (("One", "Two"), 2, "text of two"),
        (("Three",), 1, "text of three"),
    ]


@pytest.mark.spec("S4-25")
def test_custom_styles_are_headings_by_their_own_or_inherited_level() -> None:
    styles = (
        style("Title")
        + style("Chapter Name", level=1)
        + style("Fancy Chapter", based_on="ChapterName")
        + style("Quote's", level=2)
        + style("Plain", level=9)
    )
    body = "".join(
        paragraph(name, name.replace(" ", "")) + paragraph(f"below {name}")
        for name in ("Title", "Chapter Name", "Fancy Chapter", "Quote's", "Plain")
    )
    found = sections(docx(body, styles=styles), "a.docx")
    assert [(each.title, each.level) for each in found] == [
        ("Title", 1),
        ("Chapter Name", 2),
        ("Fancy Chapter", 2),
        ("Quote's", 3),
    ]
    assert "below Plain" in found[-1].text


def test_styles_based_on_each_other_in_a_circle_are_no_loop() -> None:
    styles = style("A", based_on="B") + style("B", based_on="A")
    assert sections(docx(paragraph("text", "A"), styles=styles), "a.docx")[0].text == "text"


def test_a_paragraph_with_its_own_level_is_a_heading() -> None:
    body = paragraph("Mine", properties='<w:outlineLvl w:val="1"/>') + paragraph("text")
    (section,) = sections(docx(body), "a.docx")
    assert (section.title, section.level) == ("Mine", 2)


def test_paragraphs_do_not_run_into_each_other() -> None:
    (section,) = sections(docx(paragraph("Ends here.") + paragraph("Second one.")), "a.docx")
    assert section.text == "Ends here.\n\nSecond one."


def test_tables_keep_their_rows_and_cells() -> None:
    rows = "".join(
        "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in (("Name", "Sum | net"), ("Tea", "12"))
    )
    (section,) = sections(docx(f"<w:tbl>{rows}</w:tbl>"), "a.docx")
    assert section.text == "| Name | Sum \\| net |\n| --- | --- |\n| Tea | 12 |"


def test_text_boxes_and_equations_are_not_lost() -> None:
    body = f"<w:p><w:r><w:t>Around </w:t></w:r><w:r>{TEXT_BOX}</w:r></w:p><w:p>{FRACTION}</w:p>"
    (section,) = sections(docx(body), "a.docx")
    assert "Boxed" in section.text
    assert "(a)/(b)" in section.text


def test_a_text_box_with_a_fallback_is_read_once() -> None:
    box = "<w:txbxContent><w:p><w:r><w:t>Boxed</w:t></w:r></w:p></w:txbxContent>"
    choice = f'<mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
    both = f"<mc:AlternateContent>{choice}<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
    (section,) = sections(docx(f"<w:p><w:r>{both}</mc:AlternateContent></w:r></w:p>"), "a.docx")
    assert section.text.count("Boxed") == 1


def test_a_footnote_follows_the_paragraph_that_refers_to_it() -> None:
    body = (
        '<w:p><w:r><w:t>Claim.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
        + paragraph("Later text.")
    )
    notes = f'<w:footnote w:id="2">{paragraph("The proof.")}</w:footnote>'
    (section,) = sections(docx(body, footnotes=notes), "a.docx")
    assert section.text == "Claim.[1]\n\n[1] The proof.\n\nLater text."


def test_a_style_map_in_the_file_erases_nothing() -> None:
    found = sections(docx(paragraph("secret text")), "a.docx")
    with_map = docx(paragraph("secret text"))
    assert found == sections(with_map, "a.docx")


def test_lists_are_lines_with_their_marks(data: Path) -> None:
    path = data / "documents" / "equations.docx"
    (section,) = sections(path.read_bytes(), path.name)
    assert "\n- Second item with equations: E=mc^2 and F=ma" in section.text


def test_real_files_keep_what_mammoth_drops(data: Path) -> None:
    def text(name: str) -> str:
        found = sections((data / "documents" / name).read_bytes(), name)
        return "\n".join(f"{each.title}\n{each.text}" for each in found)

    assert "Student falls ill" in text("textbox.docx")
    assert "[1] A tachyon walks into a bar." in text("footnotes.docx")
    assert "Walking on imported air" in text("embedded-style-map.docx")


def bold(text: str) -> str:
    return f"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r></w:p>"


def test_bold_paragraphs_are_headings_where_there_are_no_others() -> None:
    body = "".join(bold(f"Part {n}") + paragraph("text") + paragraph("more") for n in range(3))
    cell = f"<w:tbl><w:tr><w:tc>{bold('Cell')}</w:tc><w:tc>{bold('Other')}</w:tc></w:tr></w:tbl>"
    found = sections(docx(body + cell + bold("A bold sentence ends.")), "a.docx")
    assert [each.title for each in found] == ["Part 0", "Part 1", "Part 2"]
    assert found[2].text.endswith("| Cell | Other |\n| --- | --- |\n\nA bold sentence ends.")


def test_one_bold_paragraph_is_the_title_where_a_document_begins_with_it() -> None:
    text = paragraph("text") * 3
    assert [each.title for each in sections(docx(bold("Fees") + text), "a.docx")] == ["Fees"]
    assert [each.title for each in sections(docx(text + bold("Fees")), "a.docx")] == ["a.docx"]


def test_bold_paragraphs_are_text_where_headings_or_only_bold_are() -> None:
    styled = paragraph("One", "Heading1") + bold("Not this") + bold("Nor this") + paragraph("x") * 9
    assert [each.title for each in sections(docx(styled), "a.docx")] == ["One"]
    assert [each.title for each in sections(docx(bold("All bold") * 9), "a.docx")] == ["a.docx"]


def test_a_file_without_its_main_part_is_damaged() -> None:
    broken = zipped({"[Content_Types].xml": "<Types/>", "word/other.xml": "<x/>"})
    with pytest.raises(ParseError, match="damaged"):
        sections(broken, "a.docx")


def test_comments_follow_what_they_are_about() -> None:
    comment = (
        '<w:comment w:id="0" w:author="Ben" w:initials="B">'
        "<w:p><w:r><w:t>Ask Ines</w:t></w:r></w:p></w:comment>"
    )
    reference = '<w:r><w:commentReference w:id="0"/></w:r>'
    body = f"<w:p><w:r><w:t>Rent is 900.</w:t></w:r>{reference}</w:p>{paragraph('Next.')}"
    (section,) = sections(docx(body, comments=comment), "a.docx")
    assert section.text == "Rent is 900.[B1]\n\n[B1] Ask Ines\n\nNext."


def test_heads_and_feet_of_pages_are_kept_once() -> None:
    data = docx(paragraph("Dear Anna"), header1=paragraph("Ines Roth, Kassel"), footer1="")
    (section,) = sections(data, "letter.docx")
    assert section.text == "Dear Anna\n\nInes Roth, Kassel"


def test_pictures_of_text_stand_where_they_are() -> None:
    drawing = (
        '<w:p><w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
        'wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:inline><wp:docPr '
        'id="1" name="x" descr="A door"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats'
        '.org/drawingml/2006/picture">'
        '<pic:pic><pic:blipFill><a:blip r:embed="rId9"/></pic:blipFill></pic:pic>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    data = docx(paragraph("Before.") + drawing + paragraph("After."))
    found = read_with(data, Reader(table(("Code", 95), ("4711", 95))), "word/media/image1.png")
    assert found == "Before.\n\nA door Code 4711\n\nAfter."
    gibberish = read_with(data, Reader(table(("~,", 20))), "word/media/image1.png")
    assert gibberish == "Before.\n\nA door\n\nAfter."


def read_with(data: bytes, reader: Reader, picture: str) -> str:
    """The text of a Word file with a picture that its relation rId9 leads to."""
    packed, shown = BytesIO(data), BytesIO()
    Image.new("L", (300, 200), 255).save(shown, "PNG")
    with zipfile.ZipFile(packed) as old:
        files = {name: old.read(name) for name in old.namelist()}
    relation = (
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        f'relationships/image" Target="{picture.removeprefix("word/")}"/></Relationships>'
    )
    name = "word/_rels/document.xml.rels"
    files[name] = files[name].replace(b"</Relationships>", relation.encode())
    source = SourceFile("a.docx", zipped({**files, picture: shown.getvalue()}), recognizer=reader)
    return "\n\n".join(each.text for each in parse_source(source) if isinstance(each, Section))


def word_table(rows: list[list[str]]) -> str:
    written = ("".join(f"<w:tc>{cell}{paragraph('')}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in written) + "</w:tbl>"


def test_a_table_in_a_cell_keeps_the_rows_of_the_outer_one() -> None:
    inner = word_table([[paragraph("home"), paragraph("12")], [paragraph("work"), paragraph("34")]])
    outer = [[paragraph("Name"), paragraph("Phones")], [paragraph("Anna"), inner]]
    (section,) = sections(docx(word_table(outer)), "a.docx")
    assert section.text.split("\n")[2] == "| Anna | home, 12; work, 34 |"


def test_boxes_to_check_are_checked_or_not() -> None:
    space = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
    new = "".join(
        f'<w:sdt><w:sdtPr><w14:checkbox {space}><w14:checked w14:val="{value}"/></w14:checkbox>'
        f"</w:sdtPr><w:sdtContent>{paragraph(sign)}</w:sdtContent></w:sdt>"
        for value, sign in ((1, "☒"), (0, "☐"))
    )
    old = (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/>'
        "</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText>"
        '</w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>Keys returned</w:t></w:r></w:p>'
    )
    (section,) = sections(docx(new + old), "form.docx")
    assert section.text == "[x]\n\n[ ]\n\n[x] Keys returned"
