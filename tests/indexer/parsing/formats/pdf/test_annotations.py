"""Values of forms, notes on the page and attached files of PDFs."""

import pytest

from tests.indexer.parsing.formats.making import notices, pages, sections, stream, written

PAGE = written([("Name: ________ Date: ________", 700, 10), ("yes        no", 660, 10)])
TAIL = written([("The last line of the page.", 100, 10)])


def field(kind: str, box: str, value: str, flags: str = "") -> bytes:
    return (
        f"<< /Type /Annot /Subtype /Widget /FT /{kind} /Rect [{box}] /F 4 {value} {flags} >>"
    ).encode()


def form(*fields: bytes, content: bytes = PAGE + TAIL) -> bytes:
    numbers = range(200, 200 + len(fields))
    listed = " ".join(f"{number} 0 R" for number in numbers)
    return pages(
        [content],
        f"/AcroForm << /Fields [{listed}] /DA (/F1 10 Tf) /DR << /Font << /F1 5 0 R >> >> >>",
        dict(zip(numbers, fields, strict=True)),
        extra=f"/Annots [{listed}]",
    )


def lines(data: bytes) -> list[str]:
    return "\n".join(each.text for each in sections(data, "form.pdf")).split("\n")


def test_values_stand_in_their_line() -> None:
    name = field("Tx", "102 695 150 710", "/T (name) /V (Anna Meier)")
    date = field("Tx", "177 695 240 710", "/T (date) /V (3 May)")
    assert lines(form(name, date))[0] == "Name: Anna Meier ________ Date: 3 May ________"


def test_boxes_are_checked_or_not() -> None:
    states = "/AP << /N << /On 300 0 R /Off 300 0 R >> >>"
    yes = field("Btn", "60 655 71 668", "/T (a) /V /On /AS /On", states)
    no = field("Btn", "105 655 113 668", "/T (b) /V /Off /AS /Off", states)
    data = form(yes, no)
    assert "[x] yes [ ] no" in " ".join(lines(data)).replace("  ", " ")


def test_a_box_is_checked_whose_picture_has_another_name() -> None:
    """As LibreOffice writes it."""
    states = "/AP << /N << /on 300 0 R /Off 300 0 R >> >>"
    yes = field("Btn", "60 655 71 668", "/T (a) /V /Yes /AS /Yes", states)
    no = field("Btn", "105 655 113 668", "/T (b) /V /Off /AS /Off", states)
    assert "[x] yes [ ] no" in " ".join(lines(form(yes, no))).replace("  ", " ")


def test_a_value_beside_no_line_is_a_line_of_its_own_with_its_label() -> None:
    lonely = field("Tx", "72 395 300 410", "/T (x) /TU (Account) /V (DE02 1203)")
    found = lines(form(lonely))
    assert "Account: DE02 1203" in found
    assert found.index("Account: DE02 1203") < found.index("The last line of the page.")


def test_a_chosen_option_is_read() -> None:
    choice = field("Ch", "72 395 300 410", "/T (x) /Opt [(Monday) (Friday)] /V (Friday)")
    assert "Friday" in lines(form(choice))


@pytest.mark.parametrize("kind", ["Text", "Highlight"])
def test_a_note_on_the_page_is_read(kind: str) -> None:
    note = f"<< /Type /Annot /Subtype /{kind} /Rect [72 395 90 410] /Contents (Ask Ben) >>"
    assert "Note: Ask Ben" in lines(form(note.encode()))


def test_text_that_somebody_typed_onto_the_page_is_text() -> None:
    note = b"<< /Type /Annot /Subtype /FreeText /Rect [72 395 90 410] /Contents (PAID) >>"
    assert "PAID" in lines(form(note))


def test_hidden_notes_stay_hidden() -> None:
    note = b"<< /Type /Annot /Subtype /Text /F 2 /Rect [72 395 90 410] /Contents (secret) >>"
    assert "secret" not in " ".join(lines(form(note)))


def test_a_form_without_any_text_but_its_values_is_read() -> None:
    name = field("Tx", "102 695 150 710", "/T (name) /V (Anna Meier)")
    assert lines(form(name, content=b"")) == ["Anna Meier"]


def attached(data: bytes, name: str = "notes.txt", content: bytes = PAGE) -> bytes:
    return pages(
        [content],
        f"/Names << /EmbeddedFiles << /Names [({name}) 300 0 R] >> >>",
        {
            300: f"<< /Type /Filespec /F ({name}) /UF ({name}) /EF << /F 301 0 R >> >>".encode(),
            301: stream(data, "/Type /EmbeddedFile"),
        },
    )


def test_attached_files_are_read_below_their_names() -> None:
    found = sections(attached(b"The code is 4711."), "a.pdf")
    assert ("notes.txt",) in [each.path for each in found]
    assert "The code is 4711." in [each.text for each in found]


def test_a_pdf_of_nothing_but_attached_files_is_read() -> None:
    (found,) = sections(attached(b"The code is 4711.", content=b""), "a.pdf")
    assert found.text == "The code is 4711."


def test_an_attached_file_that_cannot_be_read_is_told_and_spoils_nothing() -> None:
    data = attached(b"\x7fELF\0\0\0", "tool.bin")
    assert [each.text for each in sections(data, "a.pdf")]
    assert "tool.bin" in notices(data, "a.pdf")[0]
