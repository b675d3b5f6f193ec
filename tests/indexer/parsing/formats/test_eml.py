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
