"""RTF: headings, code pages and tables."""

from tests.indexer.parsing.formats.making import sections

RTF = (
    rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset128 MS;}"
    rb"{\f2\fcharset204 Cyr;}}{\stylesheet{\s1\outlinelevel1 heading 2;}{\s2 Title;}}"
    rb"{\info{\author Nobody}}{\header Running head}"
    rb"{\pard\s2 The Book\par}{\pard\s1 Chapter \'e9\par}"
    rb"\pard Caf\'e9 \u8364?{\uc2\u26085\'93\'fa} {\f1\'93\'fa\'96\'7b} {\f2\'cf\'f0\'e8}"
    rb" \emdash  end"
    rb"{\*\footnote note}.\par{\*\unknown hidden}"
    rb"\trowd\intbl a\cell b\cell\row\trowd\intbl c\cell d\cell\row\pard After\par"
    rb"{\field{\*\fldinst HYPERLINK x}{\fldrslt shown}}\par{\pict 0102}\bin3 {{{\par}"
)


def test_rtf_has_headings_code_pages_tables_and_no_hidden_parts() -> None:
    found = sections(RTF, "a.rtf")
    assert [(each.title, each.path, each.level) for each in found] == [
        ("Chapter é", ("The Book", "Chapter é"), 2)
    ]
    assert found[0].text == (
        "Café €日 日本 При — end (note) .\n\n| a | b |\n| --- | --- |\n| c | d |\n\nAfter\n\nshown"
        "\n\nRunning head"
    )


def test_heads_and_feet_stand_once_at_the_end_and_interrupt_nothing() -> None:
    head = rb"{\header\pard The Kestrel\par Dover\par}{\footerf\pard 12\par}"
    body = rb"{\rtf1 " + head + rb"\pard One \sectd" + head + rb"two.\par}"
    (section,) = sections(body, "a.rtf")
    assert section.text == "One two.\n\nThe Kestrel\nDover"


def test_a_style_that_is_called_heading_is_one() -> None:
    body = rb"{\rtf1{\stylesheet{\s3\b Heading 2;}}\pard\s3 Ash\par\pard It is hot.\par}"
    (section,) = sections(body, "a.rtf")
    assert (section.title, section.level) == ("Ash", 2)


def test_a_table_in_a_cell_is_text_of_the_cell() -> None:
    inner = (
        rb"\itap2 small\nestcell 12 mm\nestcell{\*\nesttableprops\trowd\nestrow}"
        rb"{\nonesttables\par}large\nestcell 19 mm\nestcell{\*\nesttableprops\trowd\nestrow}"
    )
    body = rb"{\rtf1\trowd\intbl Item\cell Sizes\cell\row\intbl Gasket\cell " + inner
    (section,) = sections(body + rb"\itap1\cell\row\pard end\par}", "a.rtf")
    assert "| Gasket | small, 12 mm; large, 19 mm |" in section.text
