"""Mail and its attachments."""

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
