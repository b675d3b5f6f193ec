"""Mail and its attachments."""

import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from tests.indexer.parsing.formats.making import notices, sections

MAIL = b"""From: Ann <ann@example.org>
To: bob@example.org
Subject: =?utf-8?q?Caf=C3=A9_plan?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=X

--X
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

See the caf=E9 plan.
--X
Content-Type: text/markdown; name=plan.md
Content-Disposition: attachment; filename=plan.md

# Budget

Forty euros.
--X
Content-Disposition: attachment; filename=tool.exe
Content-Transfer-Encoding: base64

TVqQAAMAAAAEAAAA
--X--
"""


def test_a_mail_brings_its_attachments() -> None:
    found = sections(MAIL, "mail.eml")
    assert [(each.title, each.path) for each in found] == [
        ("Café plan", ("Café plan",)),
        ("Budget", ("plan.md", "Budget")),
    ]
    assert "From: Ann <ann@example.org>" in found[0].text
    assert "See the café plan." in found[0].text
    assert "tool.exe: it is a program" in notices(MAIL, "mail.eml")[0]


def test_a_mail_with_more_files_than_may_be_in_one_is_refused() -> None:
    most = Limits(entries=50)
    head = b"Content-Type: multipart/mixed; boundary=b\n\n"
    assert len(sections(head + b"--b\n\nx\n" * 51, "mail.eml", most)) == 51
    with pytest.raises(ParseError, match="it holds more than 50 files"):
        sections(head + b"--b\n\nx\n" * 52, "mail.eml", most)


@pytest.mark.parametrize(
    "charset", [b"undefined", b"idna", b"punycode", b"unicode_escape", b"utf\0-8", b"x-none"]
)
def test_a_charset_that_no_mail_has_spoils_no_text(charset: bytes) -> None:
    head = b"Subject: Tea\nContent-Type: text/plain; charset=%s\n\n" % charset
    (found,) = sections(head + "Café at \\x41 five.".encode(), "mail.eml")
    assert "Café at \\x41 five." in found.text


@pytest.mark.parametrize(
    "line",
    [
        b"From: <",
        b"To: " + b"(" * 5000,
        b"Cc: a@b.c, " + b'"' * 999,
        b"Content-Type: text/plain; name*=undefined''caf%E9",
        b"Content-Type: text/plain" + b"; a=b" * 100_000,
        b"Content-Type: " + b"(" * 1999,
        b"Date: Mon, 30 Nov 99999999999 10:00:00 +0000",
    ],
)
def test_a_header_that_cannot_be_parsed_hides_no_text(line: bytes) -> None:
    (found,) = sections(b"Subject: Tea\n%s\n\nAt five." % line, "mail.eml", Limits(cpu_seconds=5))
    assert (found.title, "At five." in found.text) == ("Tea", True)


@pytest.mark.parametrize(
    ("parameter", "name"),
    [
        (b"filename*=undefined''caf%C3%A9.md", "café.md"),
        (b"filename*=idna'en'plan.md", "plan.md"),
        (b"filename*=utf\0''plan.md", "plan.md"),
    ],
)
def test_a_name_in_a_charset_that_there_is_not_names_the_file(parameter: bytes, name: str) -> None:
    given = MAIL.replace(b"filename=plan.md", parameter).replace(b"; name=plan.md", b"")
    assert sections(given, "mail.eml")[1].path == (name, "Budget")
