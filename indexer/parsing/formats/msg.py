"""Parses mail as Outlook saves it: headers, body, the attachments, and mails that are attached.

Such a file holds its properties as streams that are named by number and kind ([MS-OXMSG]). What is
missing or damaged in one of them leaves the others readable.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from struct import iter_unpack
from typing import TYPE_CHECKING

from indexer.documents import Parsed, ParserNotice
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.encoding import decode
from indexer.parsing.shared.html_events import iter_events, parse_html
from indexer.parsing.shared.mail_headers import UNTITLED
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.nested_files import Member, parse_attachments
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

if TYPE_CHECKING:
    from olefile import OleFileIO  # type: ignore[import-untyped]  # it ships no type information

SUFFIXES = (".msg",)
SUBJECT, BODY, HTML, RTF = "0037", "1000", "1013", "1009"
SENDER, ADDRESS, SMTP_ADDRESS = "0C1A", "0C1F", "5D01"
SHOWN = (("To", "0E04"), ("Cc", "0E03"))
FILE_NAMES = ("3707", "3704")  # the long one first
DATA, INNER = "__substg1.0_37010102", "__substg1.0_3701000D"
TEXT_KINDS = (("001F", "utf-16-le"), ("001E", ""))
PROPERTIES, ATTACHMENT = "__properties_version1.0", "__attach_version1.0_"
HEADS = (32, 24)  # bytes before the entries of a message, and of one that is attached
SENT, DELIVERED = (0x0039, 0x0E06)
TIME = 0x0040
EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
ONLY_RTF = N_(
    "The text of {name} is stored only as RTF, which I cannot read in a message. "
    "Save the message as EML and send that."
)

Path = tuple[str, ...]  # of a storage in the file


def parse(source: SourceFile) -> Iterator[Parsed]:
    import olefile

    try:
        file = olefile.OleFileIO(BytesIO(source.data))
    except OSError:
        raise ParseError("damaged", source.name) from None
    with file:
        message = _Message(file, _group_attachments(file), ())
        yield from assemble(message.list_blocks(source.limits.depth), source.name)
        if message.has_only_rtf:
            yield ParserNotice((ONLY_RTF.fill(name=source.name),))
        yield from parse_attachments(source, message.list_files(source.limits.depth))


def _group_attachments(file: "OleFileIO") -> Mapping[Path, list[Path]]:
    """Return the storages of attachments, in their order, by the storage of their mail."""
    found = defaultdict[Path, list[Path]](list)
    for each in sorted(map(tuple, file.listdir(streams=False, storages=True))):
        if each[-1].startswith(ATTACHMENT):
            found[each[:-1]].append(each)
    return found


class _Message:
    """One mail in the file; `place` is its storage."""

    def __init__(
        self, file: "OleFileIO", attachments: Mapping[Path, list[Path]], place: Path
    ) -> None:
        self._file = file
        self._attachments = attachments
        self._place = place

    def list_blocks(self, depth: int) -> Iterator[Heading | TextBlock]:
        """Yield headers and body, then those of the mails attached, up to `depth` in each other."""
        yield Heading(1 + len(self._place) // 2, self._read_text(SUBJECT) or UNTITLED)
        headers = (f"{name}: {value}" for name, value in self._list_headers() if value)
        yield TextBlock("\n".join(headers))
        if body := self._read_text(BODY):
            yield TextBlock(body)
        elif page := self._read_page():
            tree = parse_html(page)
            yield from build_blocks(iter_events(tree.body)) if tree.body is not None else ()
        for inner in self._list_inner() if depth > 0 else ():
            yield from inner.list_blocks(depth - 1)

    def list_files(self, depth: int) -> Iterator[Member]:
        for number, place in enumerate(self._attachments.get(self._place, ()), 1):
            if self._exists((*place, DATA)):
                unnamed = f"attachment {number}"  # not translated: stored in the index
                name = self._at(place).find_file_name() or unnamed
                yield Member(name, partial(self._read, (*place, DATA)))
        for inner in self._list_inner() if depth > 0 else ():
            yield from inner.list_files(depth - 1)

    def find_file_name(self) -> str:
        return next(filter(None, map(self._read_text, FILE_NAMES)), "")

    @property
    def has_only_rtf(self) -> bool:
        rtf = self._exists((*self._place, f"__substg1.0_{RTF}0102"))
        return rtf and not (self._read_text(BODY) or self._read_page())

    def _list_headers(self) -> Iterator[tuple[str, str]]:
        address = self._read_text(SMTP_ADDRESS) or self._read_text(ADDRESS)
        sender = self._read_text(SENDER)
        yield "From", f"{sender} <{address}>" if address else sender
        for name, number in SHOWN:
            yield name, self._read_text(number).rstrip("\0")
        yield "Date", self._read_date()

    def _read_date(self) -> str:
        data = self._read((*self._place, PROPERTIES))[HEADS[bool(self._place)] :]
        entries = iter_unpack("<HHIQ", data[: len(data) // 16 * 16])
        times = {number: value for kind, number, _flags, value in entries if kind == TIME}
        ticks = times.get(SENT) or times.get(DELIVERED) or 0
        try:
            sent = EPOCH + timedelta(microseconds=ticks // 10)
        except OverflowError:
            return ""
        return f"{sent:%Y-%m-%d %H:%M} UTC" if ticks else ""

    def _read_text(self, number: str) -> str:
        for kind, encoding in TEXT_KINDS:
            data = self._read((*self._place, f"__substg1.0_{number}{kind}"))
            if data:
                text = data.decode(encoding, "replace") if encoding else decode(data)
                return text.rstrip("\0").replace("\r\n", "\n").strip()
        return ""

    def _read_page(self) -> bytes:
        return self._read((*self._place, f"__substg1.0_{HTML}0102"))

    def _list_inner(self) -> Iterator["_Message"]:
        for place in self._attachments.get(self._place, ()):
            if self._exists((*place, INNER)):
                yield self._at((*place, INNER))

    def _at(self, place: Path) -> "_Message":
        return _Message(self._file, self._attachments, place)

    def _exists(self, path: Path) -> bool:
        return bool(self._file.exists(list(path)))

    def _read(self, path: Path) -> bytes:
        """Read a stream; nothing if it is missing or damaged."""
        if not self._exists(path):
            return b""
        try:
            data: bytes = self._file.openstream(list(path)).read()
        except OSError:
            return b""
        return data
