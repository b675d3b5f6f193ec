"""Finds the type of a file. Its bytes decide; its name only distinguishes kinds of text."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from struct import unpack_from
from typing import BinaryIO

from indexer.i18n import N_, Sentence
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import find_type
from indexer.parsing.shared.encoding import looks_like_text

HEAD = 4096
DIRECTORY = 1 << 18  # bytes of a ZIP's list of files that are looked at
BEGINNING = 1 << 22  # bytes in which the parts of an old Office file are looked for
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "rtf"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF87a", "image"),
    (b"GIF89a", "image"),
    (b"7z\xbc\xaf\x27\x1c", "sevenzip"),
    (b"II*\x00", "image"),
    (b"MM\x00*", "image"),
)
TAR_MARKS = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ")  # of programs that pack one
OFFICE = (("word/", "docx"), ("ppt/", "pptx"), ("xl/", "xlsx"))
MIMETYPES = (
    (b"application/epub+zip", "epub"),
    (b"application/vnd.oasis.opendocument.text", "odf"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "odf"),
    (b"application/vnd.oasis.opendocument.presentation", "odf"),
)
UNKNOWN = N_(": this type of file is not supported. Save it as PDF or text and try again")
PACKED = N_(": it is an archive. Unpack it and send the files in it")
SOUND = N_(": it is sound, not text")
PROGRAM = N_(": it is a program, not a document")
ADVICE: tuple[tuple[bytes, Sentence], ...] = (
    (b"\x1f\x8b", PACKED),
    (b"BZh", PACKED),
    (b"\xfd7zXZ", PACKED),
    (b"Rar!", PACKED),
    (b"ID3", SOUND),
    (b"OggS", SOUND),
    (b"RIFF", N_(": it is sound or video, not text")),
    (b"\x7fELF", PROGRAM),
    (b"MZ", PROGRAM),
    (b"SQLite format 3", N_(": it is a database, not a document")),
)
HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
MAIL = re.compile(rb"(?:[A-Z][\w-]*: [^\n]*\n(?:[ \t][^\n]*\n)*){2,}", re.I)


def sniff(file: BinaryIO, name: str) -> str:
    """Return the document type, which is the parser module's name; raise ParseError for none."""
    head = file.read(HEAD)
    suffix = PurePath(name).suffix.lower()
    if not head:
        raise ParseError("empty", name)
    if _is_tar(head, suffix):
        return "tar"
    if b"\0" in head and (advice := _find_advice(head)):
        raise ParseError("unsupported", name, advice)
    found = (
        _match_magic(head, suffix) or _sniff_office(file, head, name) or _sniff_text(head, suffix)
    )
    if found:
        return found
    if find_type(suffix):
        raise ParseError("damaged", name)
    raise ParseError("unsupported", name, UNKNOWN)


def _is_tar(head: bytes, suffix: str) -> bool:
    """Return whether this is a TAR, or packed: what else is packed is found when it is opened."""
    return head[257:262] == b"ustar" or (find_type(suffix) == "tar" and head.startswith(TAR_MARKS))


def _match_magic(head: bytes, suffix: str) -> str:
    # Some bytes may come before a PDF begins; in another file the mark may be part of the text.
    if head.lstrip().startswith(b"%PDF-") or (suffix == ".pdf" and b"%PDF-" in head[:1024]):
        return "pdf"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "image"
    if head.startswith(b"bplist00") and suffix == ".webarchive":
        return "webarchive"
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        return "image"
    return next((kind for magic, kind in MAGIC if head.startswith(magic)), "")


def _sniff_office(file: BinaryIO, head: bytes, name: str) -> str:
    if head.startswith(OLE):
        if _is_message(file, name):
            return "msg"
        if "EncryptedPackage".encode("utf-16-le") in _read_beginning(file):
            raise ParseError("password", name)  # a newer file that is locked
        return "old_office"
    if not head.startswith(b"PK\x03\x04"):
        return ""
    if head[30:38] == b"mimetype":
        stored = head[38 + unpack_from("<H", head, 28)[0] :]
        if found := next((kind for mime, kind in MIMETYPES if stored.startswith(mime)), ""):
            return found
    names = set(list_zip_names(file))
    if not names:
        raise ParseError("damaged", name)
    return _match_names(names)


def _match_names(names: set[str]) -> str:
    if "META-INF/container.xml" in names:
        return "epub"
    if {"content.xml", "META-INF/manifest.xml"} <= names:
        return "odf"
    if "[Content_Types].xml" in names:
        for folder, kind in OFFICE:
            if any(name.startswith(folder) for name in names):
                return kind
    return "zip"


def list_zip_names(file: BinaryIO) -> Iterator[str]:
    """Yield the first names in a ZIP's directory, without opening what may be a bomb."""
    size = file.seek(0, 2)
    file.seek(max(0, size - 65_557))
    tail = file.read()
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) < end + 22:
        return
    length, offset = unpack_from("<II", tail, end + 12)
    file.seek(min(offset, size))
    directory = file.read(min(length, DIRECTORY))
    at = 0
    while at + 46 <= len(directory) and directory.startswith(b"PK\x01\x02", at):
        named, extra, comment = unpack_from("<HHH", directory, at + 28)
        yield directory[at + 46 : at + 46 + named].decode("utf-8", "replace")
        at += 46 + named + extra + comment


def _is_message(file: BinaryIO, name: str) -> bool:
    """Return whether this is a mail of Outlook's: its list of parts may stand far below."""
    named = PurePath(name).suffix.lower() == ".msg"
    return named or "__properties_version1.0".encode("utf-16-le") in _read_beginning(file)


def _read_beginning(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read(BEGINNING)


def _sniff_text(head: bytes, suffix: str) -> str:
    if not looks_like_text(head):
        return ""
    named = find_type(suffix)
    if named in TEXTS:
        return named
    if HTML.match(_skip_comments(head)):
        return "html"
    return "eml" if named == "eml" or (not suffix and MAIL.match(head)) else "txt"


def _skip_comments(head: bytes) -> bytes:
    """Return what follows the comments of a page; no pattern, for one could backtrack for hours."""
    head = head.lstrip()
    while head.startswith(b"<!--"):
        _comment, closed, head = head[4:].partition(b"-->")
        head = head.lstrip() if closed else b""
    return head


def _find_advice(head: bytes) -> Sentence | None:
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return None
    return next((advice for magic, advice in ADVICE if head.startswith(magic)), None)


TEXTS = frozenset(
    {"md", "txt", "csv", "html", "eml", "code", "ipynb", "rtf", "webpage"}
    | {"ics", "mbox", "mhtml", "rst", "subtitles", "svg", "webarchive", "xml"}
)
