"""Parses calendars and address books: a section for each event, task and person."""

import re
from collections.abc import Iterator, Sequence

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (".ics", ".vcf")
FOLD = re.compile(r"\n[ \t]")
DATE = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")
ESCAPED = {"\\n": "\n", "\\N": "\n", "\\,": ",", "\\;": ";", "\\\\": "\\"}
ESCAPE = re.compile(r"\\[nN,;\\]")
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
UNTITLED = "Entry {number}"  # not translated: stored in the index


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    yield from assemble(_extract_blocks(decoded.text), source.name)
    yield from decoded.notices


def _extract_blocks(text: str) -> Iterator[Heading | TextBlock]:
    lines, number = list[str](), 0
    for line in FOLD.sub("", text).split("\n"):
        edge, _, kind = line.lower().partition(":")
        if edge == FIRST and kind in ENTRIES:
            lines = []
        elif edge == LAST and kind in ENTRIES:
            number += 1
            yield from _format_entry(lines, number)
            lines = []
        else:
            lines.append(line)
    yield TextBlock("\n".join(filter(None, map(_format_line, lines))))


def _format_entry(lines: Sequence[str], number: int) -> Iterator[Heading | TextBlock]:
    titles = (_split_line(line) for line in lines)
    title = next((value for name, value in titles if name in TITLES and value), "")
    yield Heading(1, title or UNTITLED.format(number=number))
    yield TextBlock("\n".join(filter(None, map(_format_line, lines))))


def _format_line(line: str) -> str:
    name, value = _split_line(line)
    skipped = name in SKIPPED or name.startswith("X-") or not value
    return "" if skipped else f"{name.capitalize()}: {value}"


def _split_line(line: str) -> tuple[str, str]:
    """Return the name of a property, without group and parameters, and its value for people."""
    head, _, value = line.partition(":")
    name = head.partition(";")[0].rpartition(".")[2].strip().upper()
    if name in STRUCTURED:
        value = ", ".join(part for part in value.split(";") if part)
    plain = ESCAPE.sub(lambda found: ESCAPED[found[0]], value).strip()
    date = DATE.fullmatch(plain)
    return name, _format_date(date) if date else plain.removeprefix("mailto:")


def _format_date(found: re.Match[str]) -> str:
    year, month, day, hour, minute, utc = found.groups()
    time = f" {hour}:{minute}{' UTC' if utc else ''}" if hour else ""
    return f"{year}-{month}-{day}{time}"
