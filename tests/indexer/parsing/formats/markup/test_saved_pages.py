"""Web pages that a browser saved: in one file, or with a folder of their pictures beside it."""

import plistlib

import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.shared.saved_pages import is_page_part
from tests.indexer.parsing.formats.making import sections, zipped

PAGE = (
    "<html><head><title>Rents in Kassel</title></head><body><nav><a href=a>Home</a> <a>News</a>"
    "</nav><article><p>The rent is €900 since May, and the deposit is two rents.</p></article>"
    "<footer><a>Imprint</a> <a>Terms</a></footer></body></html>"
)


def mhtml(*parts: tuple[str, str]) -> bytes:
    shown = "".join(f"--x\nContent-Type: {kind}\n\n{text}\n" for kind, text in parts)
    head = 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"; type="text/html"\n\n'
    return f"From: <Saved by Blink>\nSubject: Rents\n{head}{shown}--x--\n".encode()


def webarchive(data: bytes, encoding: str = "UTF-8") -> bytes:
    main = {"WebResourceData": data, "WebResourceTextEncodingName": encoding}
    return plistlib.dumps({"WebMainResource": main}, fmt=plistlib.FMT_BINARY)


def test_a_page_in_one_file_is_its_main_text_without_frames_and_styles() -> None:
    frame = ("text/html", "<html><body>Buy shoes</body></html>")
    data = mhtml(("text/html; charset=utf-8", PAGE), ("text/css", "p {color: red}"), frame)
    (found,) = sections(data, "page.mhtml")
    assert found.path == ("Rents in Kassel",)
    assert found.text == "The rent is €900 since May, and the deposit is two rents."


def test_a_page_saved_by_safari_is_read() -> None:
    (found,) = sections(webarchive(PAGE.encode()), "page.webarchive")
    assert (found.path, found.text[:19]) == (("Rents in Kassel",), "The rent is €900 si")
    old = PAGE.replace("<head>", '<head><meta charset="windows-1252">').encode("cp1252")
    (found,) = sections(webarchive(old, "windows-1252"), "page.webarchive")
    assert "€900" in found.text


@pytest.mark.parametrize(
    "data", [b"bplist00\x01", plistlib.dumps({"a": 1}), plistlib.dumps([], fmt=plistlib.FMT_BINARY)]
)
def test_what_is_no_web_archive_is_told(data: bytes) -> None:
    with pytest.raises(ParseError, match="damaged"):
        sections(data, "page.webarchive")


def test_a_page_that_names_where_it_was_saved_from_is_its_main_text() -> None:
    mark = "<!DOCTYPE html>\n<!-- saved from url=(0030)https://example.org/rents -->\n"
    (found,) = sections((mark + PAGE).encode(), "page.html")
    assert found.text == "The rent is €900 since May, and the deposit is two rents."
    assert "Imprint" in sections(PAGE.encode(), "mine.html")[0].text


def test_the_folder_of_a_saved_page_is_left_out_of_an_archive() -> None:
    files = {
        "pages/Rents.htm": PAGE,
        "pages/Rents-Dateien/ad.html": "<p>Buy shoes</p>",
        "pages/my_files/note.txt": "The key is below the mat.",
    }
    found = sections(zipped(files), "all.zip")
    assert [each.path[0] for each in found] == ["pages/Rents.htm", "pages/my_files/note.txt"]


def test_a_page_hides_no_document_in_an_archive() -> None:
    names = ("Deals.html", "Deals_files/ad.js", "Deals_files/deal.pdf")
    assert [name for name in names if is_page_part(name, names)] == ["Deals_files/ad.js"]


@pytest.mark.parametrize("encoding", ["undefined", "idna", "punycode", "hex", "no such"])
def test_an_encoding_that_no_page_has_spoils_none(encoding: str) -> None:
    (found,) = sections(webarchive(PAGE.encode(), encoding), "page.webarchive")
    assert found.text == sections(webarchive(PAGE.encode()), "page.webarchive")[0].text
