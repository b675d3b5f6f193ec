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
    )
