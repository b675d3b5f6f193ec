from io import BytesIO

import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.sniff import list_zip_names, sniff
from tests.indexer.parsing.formats.making import docx, zipped

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def kind(data: bytes, name: str) -> str:
    return sniff(BytesIO(data), name)


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"%PDF-1.4\n", "a.txt", "pdf"),
        (b"junk before %PDF-1.4\n", "a.pdf", "pdf"),
        (b"A text about %PDF- marks", "a.md", "md"),
        (b"<!DOCTYPE html><p>x", "a.pdf", "html"),
        (b"  <!-- a --><HTML>", "page", "html"),
        (b"<html>", "a.md", "md"),
        (b"BMW is a maker of cars", "cars.txt", "txt"),
        (b"MZ is no program here", "a.txt", "txt"),
        (b"From: a\nTo: b\n\nhello", "mail", "eml"),
        (b"Note: a\n\nhello", "note", "txt"),
        (b"a,b\n1,2\n", "a.csv", "csv"),
        (b"{\\rtf1 x}", "a.doc", "rtf"),
        ("Straße".encode("cp1252"), "a.txt", "txt"),
        ("Text".encode("utf-16"), "a.txt", "txt"),
        (b"ring \x07 the bell", "a.txt", "txt"),
        (b"# ring\0 the bell", "a.md", "md"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "a.webp", "image"),
        (b"BM\x10\0\0\0\0\0\0\0", "a.bmp", "image"),
    ],
)
def test_the_bytes_decide(data: bytes, name: str, expected: str) -> None:
    assert kind(data, name) == expected


def test_containers_are_told_apart_by_what_they_hold() -> None:
    office = {"[Content_Types].xml": "x"}
    assert kind(docx(""), "a.zip") == "docx"
    assert kind(zipped({**office, "xl/workbook.xml": "x"}), "a") == "xlsx"
    assert kind(zipped({**office, "ppt/presentation.xml": "x"}), "a") == "pptx"
    assert kind(zipped({"META-INF/container.xml": "x"}), "a") == "epub"
    assert kind(zipped({"notes.txt": "word/document.xml"}), "a.docx") == "zip"
    assert kind(zipped({"inner.docx": docx("")}), "a.zip") == "zip"


@pytest.mark.parametrize(
    ("data", "name", "expected", "says"),
    [
        (OLE + "EncryptedPackage".encode("utf-16-le"), "a.docx", "password", "password"),
        (b"\x7fELF\0\0", "tool", "unsupported", "it is a program"),
        (b"Rar!\x1a\x07\0", "a.rar", "unsupported", "Unpack it"),
        (b"\0\1\2\3\4\5\6\7\xff", "a.pdf", "damaged", "damaged"),
        (b"PK\x03\x04 cut off", "a.xlsx", "damaged", "damaged"),
        (b"", "a.txt", "empty", "empty"),
    ],
)
def test_what_cannot_be_read_is_refused_with_advice(
    data: bytes, name: str, expected: str, says: str
) -> None:
    with pytest.raises(ParseError, match=says) as caught:
        kind(data, name)
    assert caught.value.kind == expected


def test_the_names_in_a_directory_that_lies_are_no_trouble() -> None:
    honest = zipped({"a.txt": "x"})
    assert list(list_zip_names(BytesIO(honest))) == ["a.txt"]
    end = honest.rindex(b"PK\x05\x06")
    for lie in (b"\xff\xff\xff\xff", b"\0\0\0\0"):
        data = honest[: end + 16] + lie + honest[end + 20 :]
        assert list(list_zip_names(BytesIO(data))) == []


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<!---->" * 60 + b"x", "txt"),  # took longer than a life with a pattern that backtracks
        (b"<!-- " * 800, "txt"),
        (b" <!-- a > b -->\n<!-- -- -->\n<html>", "html"),
        (b"<!-- never closed <html>", "txt"),
    ],
)
def test_comments_before_a_page_are_skipped_in_linear_time(data: bytes, expected: str) -> None:
    assert kind(data, "notes") == expected
