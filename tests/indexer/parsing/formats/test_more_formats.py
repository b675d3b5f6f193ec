"""Mailboxes, calendars, address books, subtitles, vector pictures, web archives and TAR."""

import tarfile
from email.message import EmailMessage
from io import BytesIO

import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.formats.ics.repeats import format_rule
from indexer.parsing.limits import Limits
from tests.indexer.parsing.formats.making import notices, sections

MAIL = "From: ann@example.org\nTo: ben@example.org\nSubject: {subject}\n\n{text}\n"


def texts(data: str | bytes, name: str) -> list[str]:
    return [
        each.text for each in sections(data if isinstance(data, bytes) else data.encode(), name)
    ]


def tarred(files: dict[str, bytes], packing: str = "gz") -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode=f"w:{packing}") as archive:  # type: ignore[call-overload]  # a mode
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, BytesIO(data))
    return packed.getvalue()


def test_each_mail_of_a_mailbox_is_read() -> None:
    mails = [MAIL.format(subject=f"No {n}", text=f">From here on: {n}") for n in (1, 2)]
    box = "".join(f"From ann Thu Jan  1 00:00:00 2026\n{mail}\n" for mail in mails)
    found = sections(box.encode(), "old.mbox")
    assert [each.path for each in found] == [("mail 1.eml", "No 1"), ("mail 2.eml", "No 2")]
    assert found[1].text.endswith("From here on: 2")


def test_events_and_people_are_sections() -> None:
    event = (
        "BEGIN:VCALENDAR\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\n"
        "DTSTART;TZID=Europe/Berlin:20260301T093000\r\nLOCATION:Long\r\n  Street 5\\, Kassel\r\n"
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    (found,) = sections(event.encode(), "a.ics")
    assert found.title == "Dentist"
    assert "Start: 2026-03-01 09:30 (Europe/Berlin)" in found.text
    assert "Location: Long Street 5, Kassel" in found.text
    card = (
        "BEGIN:VCARD\nFN:Ann Roth\nTEL;TYPE=home:+49 561 1\nPHOTO;ENCODING=b:AAAA\n"
        "ADR:;;Weg 1;Kassel\nEND:VCARD\n"
    )
    (person,) = sections(card.encode(), "a.vcf")
    assert person.title == "Ann Roth"
    assert person.text.split("\n")[1:] == ["Phone (home): +49 561 1", "Address: Weg 1, Kassel"]


def test_what_programs_note_in_an_event_is_left_out_and_the_rest_has_its_usual_name() -> None:
    event = (
        "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Europe/Berlin\nEND:VTIMEZONE\nBEGIN:VEVENT\n"
        "SUMMARY:Holiday\nDTSTART;VALUE=DATE:20260301\nDTEND;VALUE=DATE:20260305\n"
        "RRULE:FREQ=YEARLY;COUNT=3\nEXDATE:20270301,20280301\n"
        'ORGANIZER;CN="Roth: Ann":mailto:ann@example.org\nBEGIN:VALARM\nACTION:DISPLAY\n'
        "END:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    assert texts(event, "a.ics") == [
        "Summary: Holiday\nStart: 2026-03-01\nEnd: 2026-03-04\nRepeats: yearly, 3 times\n"
        "Except on: 2027-03-01, 2028-03-01\nOrganizer: Roth: Ann (ann@example.org)"
    ]


def test_old_address_books_are_read() -> None:
    card = (
        "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96zil;M=\n"
        "ia\nTEL;CELL:0171 2\nTEL;WORK;FAX:0561 3\nBDAY:--0412\nEND:VCARD\n"
    )
    (person,) = sections(card.encode(), "a.vcf")
    assert person.title == "Özil, Mia"
    lines = ["Phone (mobile): 0171 2", "Phone (work, fax): 0561 3", "Birthday: 04-12"]
    assert person.text.split("\n") == lines


def test_subtitles_are_what_is_said() -> None:
    srt = (
        "1\n00:00:01,000 --> 00:00:02,000\n<i>Good</i> day.\n\n"
        "2\n00:01:05,500 --> 00:01:06,000\nSit\ndown.\n"
    )
    assert texts(srt, "film.srt") == ["00:00:01 Good day.\n00:01:05 Sit down."]
    vtt = "WEBVTT\n\n00:01.000 --> 00:02.000 align:start\nGood day.\n"
    assert texts(vtt, "film.vtt") == ["00:01 Good day."]


def test_who_speaks_stands_before_what_is_said() -> None:
    vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Mr. Bob>Good <b>day</b>.</v>\n"
    assert texts(vtt, "film.vtt") == ["00:01 Mr. Bob: Good day."]


def test_the_words_of_a_vector_picture_are_read() -> None:
    text = "<title>Plan</title><text>Room <tspan>4</tspan></text>"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'
    assert texts(svg, "plan.svg") == ["Plan\nRoom 4"]


@pytest.mark.parametrize("packing", ["", "gz", "bz2", "xz"])
def test_documents_in_a_tar_are_read_under_their_names(packing: str) -> None:
    data = tarred({"a/b.md": b"# One\n\ntext", "c.txt": b"words", ".env": b"secret"}, packing)
    name = f"all.tar.{packing}" if packing else "all.tar"
    assert [each.path for each in sections(data, name)] == [("a/b.md", "One"), ("c.txt",)]
    assert notices(data, name) == ["I left out hidden files (1): .env."]


def test_a_tar_that_unpacks_to_too_much_is_refused() -> None:
    data = tarred({"a.txt": bytes(3 << 20)})
    with pytest.raises(ParseError, match="too large"):
        sections(data, "a.tgz", Limits(unpacked_bytes=1 << 20))


def test_what_is_packed_but_no_tar_is_told_as_that() -> None:
    import gzip

    with pytest.raises(ParseError, match="Unpack it"):
        sections(gzip.compress(b"only a text" * 200), "a.txt.gz")


def test_xml_is_read_without_its_tags() -> None:
    xml = (
        '<?xml version="1.0"?><shop xmlns="urn:x" place="Kassel"><item id="7"><name>Tea</name>'
        "<note>Green, <b>loose</b> leaves</note></item><item><name>Milk</name></item></shop>"
    )
    assert texts(xml, "shop.xml") == [
        "shop place: Kassel\nitem id: 7\nname: Tea\nnote: Green, loose leaves\n\nname: Milk"
    ]


def test_xml_that_is_not_whole_is_text() -> None:
    assert "{{ name }}" in texts("<item><name>{{ name }}</item>", "template.xml")[0]


def test_rst_has_sections_and_no_roles() -> None:
    rst = (
        "=====\nHouse\n=====\n\n.. _top:\n\nSee :ref:`the keys <keys>`.\n\nKeys\n----\n\n"
        ".. note:: There are two.\n\n.. image:: key.png\n   :width: 10\n\nDoor\n~~~~\n\n"
        "::\n\n   turn left\n\nRent\n----\n\nIt is 900. [1]_\n\n.. [1] Since May.\n"
    )
    found = sections(rst.encode(), "house.rst")
    assert [each.path for each in found] == [
        ("House",),
        ("House", "Keys"),
        ("House", "Keys", "Door"),
        ("House", "Rent"),
    ]
    assert found[0].text == "See the keys."
    assert found[1].text == "There are two."
    assert "   turn left" in found[2].text
    assert found[3].text.endswith("[1] Since May.")
    assert [each.line for each in found] == [1, 9, 17, 24]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=WEEKLY;BYDAY=SA;UNTIL=20260627T000000Z", "weekly, on Saturday, until 2026-06-27"),
        ("FREQ=MONTHLY;INTERVAL=2;BYDAY=2MO,-1FR", "every 2 months, on second Monday, last Friday"),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;WKST=MO", "yearly, in May, on day 1"),
        ("FREQ=DAILY;BYSETPOS=3;COUNT=10", "daily, bysetpos 3, 10 times"),
        ("BYMONTH=99;BYDAY=XX;UNTIL=soon", "in 99, on XX, until soon"),
        ("", ""),
    ],
)
def test_how_often_an_entry_returns_is_said_in_words(rule: str, words: str) -> None:
    assert format_rule(rule) == words


def test_a_mail_in_a_mailbox_may_forward_a_mail_with_files() -> None:
    inner = EmailMessage()
    inner["Subject"] = "Prices"
    inner.set_content("See the list.")
    inner.add_attachment(b"Paddle,12\nSail,240\n", "text", "csv", filename="prices.csv")
    outer = EmailMessage()
    outer["Subject"] = "Fwd: prices"
    outer.set_content("As you asked.\n\nFrom here on it is quoted.")
    outer.add_attachment(inner)
    box = b"From ann Thu Jan  1 00:00:00 2026\n" + outer.as_bytes()
    found = sections(box, "old.mbox")
    assert found[-1].path[-1] == "prices.csv"
    assert "| Sail | 240 |" in found[-1].text
    assert notices(box, "old.mbox") == []


def test_a_line_of_a_mail_that_begins_like_a_separator_ends_nothing() -> None:
    box = "From a Thu Jan  1 00:00:00 2026\n" + MAIL.format(subject="A", text="Hi\nFrom now on: B")
    (found,) = sections(box.encode(), "old.mbox")
    assert found.text.endswith("Hi\nFrom now on: B")


def test_lines_of_a_text_in_a_vector_picture_stay_apart() -> None:
    drawn = (
        "<svg xmlns='http://www.w3.org/2000/svg'><text><tspan x='1' y='2'>Kitchen</tspan>"
        "<tspan x='1' dy='9'>14 <tspan fill='red'>m</tspan>²</tspan></text></svg>"
    )
    assert texts(drawn, "a.svg") == ["Kitchen 14 m²"]


def test_signs_of_subtitles_are_read() -> None:
    vtt = "WEBVTT\n\n00:01.000 --> 00:04.000\nFish &amp; chips &lt;hot&gt;\n"
    assert texts(vtt, "a.vtt") == ["00:01 Fish & chips <hot>"]


def test_labels_that_people_gave_to_numbers_are_kept() -> None:
    card = (
        "BEGIN:VCARD\nFN:Ann Roth\nitem1.TEL:+49 561 1\nitem1.X-ABLabel:Boat\n"
        "item2.URL:https://example.org\nitem2.X-ABLabel:_$!<HomePage>!$_\nEND:VCARD\n"
    )
    (text,) = texts(card, "a.vcf")
    assert "Phone (Boat): +49 561 1\nURL (HomePage): https://example.org" in text


def test_a_calendar_s_name_is_kept() -> None:
    event = "BEGIN:VEVENT\nSUMMARY:Dentist\nEND:VEVENT\n"
    calendar = f"BEGIN:VCALENDAR\nX-WR-CALNAME:Family\n{event}END:VCALENDAR\n"
    assert texts(calendar, "a.ics") == ["Calendar: Family", "Summary: Dentist"]


def test_links_of_rst_are_their_words() -> None:
    assert texts("See `the list <https://example.org>`_ and x\\ `1 <#f>`__.\n", "a.rst") == [
        "See the list and x1."
    ]
