"""Mails as Outlook saves them."""

from struct import pack

import pytest

from indexer.parsing.errors import ParseError
from tests.indexer.parsing.formats.compound import Tree, compound
from tests.indexer.parsing.formats.making import notices, sections

SENT = 133_485_408_000_000_000  # 2024-01-01 00:00 UTC, in 100 ns since 1601


def text(number: str, value: str) -> dict[str, bytes]:
    return {f"__substg1.0_{number}001F": value.encode("utf-16-le")}


def mail(subject: str, body: str, more: Tree | None = None, head: int = 32) -> Tree:
    properties = bytes(head) + pack("<HHIQ", 0x40, 0x39, 6, SENT)
    return {
        "__properties_version1.0": properties,
        **text("0037", subject),
        **text("0C1A", "Ann Roth"),
        **text("0C1F", "ann@example.org"),
        **text("0E04", "Ben"),
        **(text("1000", body) if body else {}),
        **(more or {}),
    }


def test_headers_and_body_are_read() -> None:
    (section,) = sections(compound(mail("Rent", "The rent is €900.\r\nYours\r\nAnn")), "a.msg")
    assert section.title == "Rent"
    assert section.text == (
        "From: Ann Roth <ann@example.org>\nTo: Ben\nDate: 2024-01-01 00:00 UTC\n\n"
        "The rent is €900.\nYours\nAnn"
    )


def test_its_bytes_tell_it_whatever_its_name() -> None:
    assert sections(compound(mail("Rent", "The rent.")), "mail")[0].title == "Rent"


def test_a_body_in_html_is_read() -> None:
    page = b"<html><body><p>The rent is <b>900</b>.</p></body></html>"
    data = compound(mail("Rent", "", {"__substg1.0_10130102": page}))
    assert sections(data, "a.msg")[0].text.endswith("The rent is 900.")


def test_a_long_body_and_one_in_old_letters_are_read() -> None:
    long = "The rent is nine hundred. " * 400
    assert sections(compound(mail("Rent", long)), "a.msg")[0].text.endswith("nine hundred.")
    old = mail("Rent", "", {"__substg1.0_1000001E": "Die Miete für Köln".encode("cp1252")})
    assert "Miete für Köln" in sections(compound(old), "a.msg")[0].text


def test_attachments_are_files_and_attached_mails_are_read() -> None:
    inner = mail("Earlier", "The deposit is 300.", head=24)
    tree = mail(
        "Rent",
        "See below.",
        {
            "__attach_version1.0_#00000000": {
                **text("3707", "lease.md"),
                "__substg1.0_37010102": b"# Lease\n\nTwo keys.\n",
            },
            "__attach_version1.0_#00000001": {"__substg1.0_3701000D": inner},
        },
    )
    found = sections(compound(tree), "a.msg")
    assert [each.path for each in found] == [("Rent",), ("Rent", "Earlier"), ("lease.md", "Lease")]
    assert found[1].text.endswith("Date: 2024-01-01 00:00 UTC\n\nThe deposit is 300.")


def test_a_body_in_rtf_alone_is_told() -> None:
    data = compound(mail("Rent", "", {"__substg1.0_10090102": b"LZFu"}))
    assert "only as RTF" in notices(data, "a.msg")[0]


@pytest.mark.parametrize("size", [512, 700, 1600])
def test_one_that_is_cut_off_is_refused(size: int) -> None:
    with pytest.raises(ParseError):
        sections(compound(mail("Rent", "The rent."))[:size], "a.msg")


def test_other_old_office_files_are_refused_with_advice() -> None:
    with pytest.raises(ParseError) as refused:
        sections(compound({"WordDocument": b"x" * 5000}), "a.doc")
    assert refused.value.kind == "unsupported"
