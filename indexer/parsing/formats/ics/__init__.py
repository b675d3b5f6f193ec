"""Parses calendars and address books: a section for each event, task and person."""

import quopri
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.ics.repeats import format_rule
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (".ics", ".vcf")
FOLD = re.compile(r"\n[ \t]")
DATE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?\d\d(Z?))?")
DAY = re.compile(r"--(\d\d)-?(\d\d)")  # of a birthday whose year is not known
ESCAPED = {"\\n": "\n", "\\N": "\n", "\\,": ",", "\\;": ";", "\\\\": "\\"}
ESCAPE = re.compile(r"\\[nN,;\\]")
QUOTED = re.compile(r"^[^:\n]{1,200}ENCODING=QUOTED-PRINTABLE", re.IGNORECASE)
FIRST, LAST = "begin", "end"
ENTRIES = ("vevent", "vtodo", "vjournal", "vcard")
TITLES = ("SUMMARY", "FN")
# Of programs, not of people; pictures and keys are long and hold no words.
SKIPPED = frozenset(
    {
        FIRST.upper(),
        LAST.upper(),
        "UID",
        "DTSTAMP",
        "SEQUENCE",
        "PRODID",
        "VERSION",
        "REV",
        "PHOTO",
        "LOGO",
    }
    | {"KEY", "SOUND", "TRANSP", "CLASS", "CREATED", "LAST-MODIFIED", "CALSCALE", "METHOD", "N"}
)
STRUCTURED = frozenset({"ADR", "ORG", "N"})  # in parts, with a semicolon between them
DATES = frozenset({"EXDATE", "RDATE"})  # several, with a comma between them
# What people call it; stored in the index, hence not translated. Other names stay as they are.
LABELS: Mapping[str, str] = {
    "DTSTART": "Start",
    "DTEND": "End",
    "RRULE": "Repeats",
    "EXDATE": "Except on",  # not translated: stored in the index
    "RDATE": "Also on",  # not translated: stored in the index
    "RECURRENCE-ID": "In place of",  # not translated: stored in the index
    "FN": "Name",
    "TEL": "Phone",
    "ADR": "Address",
    "ORG": "Company",
    "BDAY": "Birthday",
    "TITLE": "Job title",  # not translated: stored in the index
    "IMPP": "Chat",
    "URL": "URL",
    "GEO": "Coordinates",
    "X-WR-CALNAME": "Calendar",
}
# Parameters of a phone number, an address, ... that say what it is for.
KINDS: Mapping[str, str] = {"HOME": "home", "WORK": "work", "CELL": "mobile", "FAX": "fax"}
ZONE = 64  # characters of a time zone's name, which stands behind each of many times
UNTITLED = "Entry {number}"  # not translated: stored in the index


class Property(Struct, frozen=True):
    """One line of an entry, without what is for programs alone."""

    name: str = ""  # in capitals
    value: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)  # names in capitals
    kinds: tuple[str, ...] = ()  # "home", "mobile"
    group: str = ""  # of a line and the label that stands in another

    @property
    def label(self) -> str:
        label = LABELS.get(self.name, self.name.capitalize().replace("-", " "))
        return f"{label} ({', '.join(self.kinds)})" if self.kinds else label


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    yield from assemble(_extract_blocks(decoded.text), source.name)
    yield from decoded.notices


def _extract_blocks(text: str) -> Iterator[Heading | TextBlock]:
    number, outside = 0, list[str]()
    entry: list[str] | None = None
    inner = 0  # how deep in parts of programs, such as alarms and time zones
    for line in _list_lines(text):
        edge, _, kind = line.strip().lower().partition(":")
        if edge == FIRST and kind in ENTRIES:
            yield _build_outside(outside)
            entry, inner, outside = [], 0, []
        elif edge == LAST and kind in ENTRIES:
            number += 1
            yield from _format_entry(entry or [], number)
            entry = None
        elif edge == FIRST and kind != "vcalendar":
            inner += 1
        elif edge == LAST:
            inner = max(0, inner - 1)
        elif not inner:
            (outside if entry is None else entry).append(line)
    yield _build_outside([*outside, *(entry or [])])


def _build_outside(lines: Sequence[str]) -> TextBlock:
    """Build the text of lines that are no entry's, such as the name of a calendar."""
    return TextBlock("\n".join(filter(None, map(_format_line, lines))))


def _list_lines(text: str) -> Iterator[str]:
    """Yield whole lines: what is too long for one is continued with a space, or after a `=`."""
    pieces = list[str]()
    for line in FOLD.sub("", text).split("\n"):
        pieces.append(line)
        if line.endswith("=") and QUOTED.match(pieces[0]):
            pieces[-1] = line[:-1]
        else:
            yield "".join(pieces)
            pieces = []
    yield "".join(pieces)


def _format_entry(lines: Sequence[str], number: int) -> Iterator[Heading | TextBlock]:
    found = _label_groups(list(map(_read_property, lines)))
    named = [each for title in (*TITLES, "N") for each in found if each.name == title]
    title = next((each.value for each in named if each.value), "")
    yield Heading(1, title or UNTITLED.format(number=number))
    yield TextBlock("\n".join(filter(None, map(_format_property, found))))


def _label_groups(found: Sequence[Property]) -> list[Property]:
    """Return the properties, those of a group with the label that people gave to it."""
    labels = {each.group: each.value for each in found if each.name == "X-ABLABEL" and each.group}
    return [
        replace(each, kinds=(*each.kinds, labels[each.group].strip("_$!<>")))
        if each.group in labels
        else each
        for each in found
    ]


def _format_line(line: str) -> str:
    return _format_property(_read_property(line))


def _format_property(found: Property) -> str:
    foreign = found.name.startswith("X-") and found.name not in LABELS
    skipped = found.name in SKIPPED or foreign or not found.value
    return "" if skipped else f"{found.label}: {_format_value(found)}"


def _format_value(found: Property) -> str:
    name = found.parameters.get("CN", "")
    return f"{name} ({found.value})" if name and name != found.value else found.value


def _read_property(line: str) -> Property:
    head, value = _split_head(line)
    first, *given = head.split(";")
    parameters = dict(_read_parameter(each) for each in given)
    if "QUOTED-PRINTABLE" in (*parameters, *parameters.values()):
        value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
    group, _, name = first.strip().upper().rpartition(".")
    types = ",".join((*parameters, parameters.get("TYPE", ""))).upper().split(",")
    kinds = tuple(KINDS[each] for each in dict.fromkeys(types) if each in KINDS)
    return Property(name, _read_value(name, value, parameters), parameters, kinds, group)


def _split_head(line: str) -> tuple[str, str]:
    """Split a line at its first colon that is not in a quoted parameter."""
    pieces = line.split('"')
    for at in range(0, len(pieces), 2):
        before, colon, after = pieces[at].partition(":")
        if colon:
            return '"'.join((*pieces[:at], before)), '"'.join((after, *pieces[at + 1 :]))
    return line, ""


def _read_parameter(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip().upper(), value.strip().strip('"')


def _read_value(name: str, value: str, parameters: Mapping[str, str]) -> str:
    if name in STRUCTURED:
        value = ", ".join(part.strip() for part in value.split(";") if part.strip())
    if name == "RRULE":
        return format_rule(value)
    if name in DATES:
        return ", ".join(_read_date(name, each, parameters) for each in value.split(","))
    plain = ESCAPE.sub(lambda found: ESCAPED[found[0]], value).strip()
    for scheme in ("mailto:", "MAILTO:", "tel:"):
        plain = plain.removeprefix(scheme)
    return _read_date(name, plain, parameters)


def _read_date(name: str, value: str, parameters: Mapping[str, str]) -> str:
    """Format a date or time as people read it; any other value stays as it is."""
    if day := DAY.fullmatch(value):
        return f"{day[1]}-{day[2]}"
    found = DATE.fullmatch(value)
    if not found:
        return value
    year, month, day_, hour, minute, utc = found.groups()
    if not hour:
        return _find_last_day(f"{year}-{month}-{day_}", name)
    zone = " UTC" if utc else ""
    if parameters.get("TZID"):
        zone = f" ({parameters['TZID'][:ZONE]})"
    return f"{year}-{month}-{day_} {hour}:{minute}{zone}"


def _find_last_day(day: str, name: str) -> str:
    """Return the day; for an end, which is the first day that is free again, the one before."""
    try:
        return str(date.fromisoformat(day) - timedelta(days=name == "DTEND"))
    except (ValueError, OverflowError):
        return day
