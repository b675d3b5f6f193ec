"""7z archives: what is in them is read, and none harms who opens it."""

from zlib import crc32

import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from tests.indexer.parsing.formats.archives.seven_zips import (
    BRANCHES,
    LOCKED,
    LOCKED_LIST,
    LZMA2,
    PPMD,
)
from tests.indexer.parsing.formats.making import notices, sections

HEAD = b"7z\xbc\xaf\x27\x1c\x00\x04"


@pytest.mark.parametrize("data", [LZMA2, BRANCHES], ids=["lzma2", "in two steps"])
def test_documents_in_an_archive_are_read_under_their_names(data: bytes) -> None:
    found = sections(data, "all.7z")
    assert [(each.path, each.text) for each in found] == [
        (("house/rent.md", "Rent"), "The rent is 900 euros."),
        (("house/keys.txt",), "There are two keys."),
    ]
    assert notices(data, "all.7z")[-1] == "I left out hidden files (1): .env."


@pytest.mark.parametrize("data", [LOCKED, LOCKED_LIST], ids=["files", "list"])
def test_a_locked_archive_is_told_as_that(data: bytes) -> None:
    with pytest.raises(ParseError, match="password"):
        sections(data, "all.7z")


def test_what_is_packed_in_a_rare_way_is_to_be_unpacked() -> None:
    with pytest.raises(ParseError, match="Unpack it"):
        sections(PPMD, "all.7z")


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(ParseError, match="too large"):
        sections(LZMA2, "all.7z", Limits(unpacked_bytes=50))
    with pytest.raises(
        ParseError, match=r"more than 2 files, the limit of documents\.limits\.entries"
    ):
        sections(LZMA2, "all.7z", Limits(entries=2))


@pytest.mark.parametrize(
    "header",
    [
        b"\x17\x06\x00\xff" + b"\xff" * 8,
        b"\x01\x04\x07\x0b\xff" + b"\xff" * 8,
        b"\x01\x05\xff" + b"\xff" * 8,
        b"\x17" * 40,
        b"\x01",
    ],
    ids=["streams", "blocks", "files", "lists in lists", "cut off"],
)
def test_counts_that_no_file_can_hold_are_damage(header: bytes) -> None:
    size, total = len(header).to_bytes(8, "little"), crc32(header).to_bytes(4, "little")
    sizes = bytes(4) + bytes(8) + size + total
    with pytest.raises(ParseError, match="damaged"):
        sections(HEAD + sizes + header, "all.7z")


def test_a_file_whose_bytes_are_not_those_that_were_packed_is_told() -> None:
    changed = LZMA2.replace(b"900 euros", b"100 euros")
    assert [each.text for each in sections(changed, "all.7z")] == ["There are two keys."]
    assert "rent.md is damaged" in notices(changed, "all.7z")[0]


def test_a_list_of_files_that_was_changed_is_damage() -> None:
    with pytest.raises(ParseError, match="damaged"):
        sections(LZMA2[:-10] + b"\x22" + LZMA2[-9:], "all.7z")


def test_what_is_cut_off_anywhere_is_told() -> None:
    for end in range(len(HEAD), len(LZMA2), 7):
        with pytest.raises(ParseError):
            sections(LZMA2[:end], "all.7z")
