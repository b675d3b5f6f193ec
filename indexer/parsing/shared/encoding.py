"""Decodes text, in whatever encoding the file was saved."""

import codecs
from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from indexer.documents import ParserNotice
from indexer.i18n import N_
from indexer.parsing.shared.code_pages import ChosenEncoding, choose_encoding

SAMPLE = 1 << 16
FEW = 120  # bytes beyond ASCII; with more, statistics find the encoding
HIGH = bytes(range(128, 256))
GUESSED = N_(
    "I guessed the encoding of the text ({encoding}). If letters look wrong, "
    "save the file as UTF-8 and send it again."
)
# Longer marks first: UTF-32's begins with UTF-16's.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Codecs for Python's own needs, which no file means, and of which some take time without end.
NO_CHARSETS = frozenset(("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"))
CONTROL = bytes({*range(32), 127} - {*b"\t\n\v\f\r\x1b"})


class DecodedText(Struct, frozen=True):
    """A file's text, with `\\n` line ends and without NUL."""

    text: str
    notices: tuple[ParserNotice, ...] = ()  # where its encoding is no more than a guess


def decode(data: bytes, system: Sequence[str] = ()) -> str:
    """Return the text in `data`, in languages of the `system` if in doubt; never fail."""
    return decode_with_notices(data, system).text


def decode_with_notices(data: bytes, system: Sequence[str]) -> DecodedText:
    """Decode as `decode` does, and say so where the encoding of a short text was guessed."""
    for candidate in _list_candidates(data, system):
        try:
            text = data.decode(candidate.name)
        except (UnicodeDecodeError, LookupError):
            continue
        notices = (
            () if candidate.is_sure else (ParserNotice((GUESSED.fill(encoding=candidate.name),)),)
        )
        return DecodedText(_normalize_line_ends(text), notices)
    return DecodedText(_normalize_line_ends(data.decode("cp1252", "replace")))


def decode_claimed(data: bytes, charset: str) -> str | None:
    """Decode from the charset that a file claims; None if there is no such, or it is another."""
    with suppress(LookupError, ValueError):
        codec = codecs.lookup(charset)
        if codec.name.replace("_", "-") not in NO_CHARSETS:
            return data.decode(codec.name)
    return None


def _normalize_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def looks_like_text(head: bytes) -> bool:
    """Return whether the start of a file is text, in any encoding, rather than binary."""
    if any(head.startswith(mark) for mark, _ in MARKS) or _detect_wide_encoding(head):
        return True
    controls = len(head) - len(head.translate(None, CONTROL))
    return controls <= max(1, len(head) // 100)  # of a short text one is more than a hundredth


def _list_candidates(data: bytes, system: Sequence[str]) -> Iterator[ChosenEncoding]:
    yield from (_make_sure(encoding) for mark, encoding in MARKS if data.startswith(mark))
    if wide := _detect_wide_encoding(data[:SAMPLE]):
        yield _make_sure(wide)
    # A guess by statistics took megabytes of UTF-8 for Japanese: what is valid UTF-8 is UTF-8.
    yield _make_sure("utf-8")
    if len(data) - len(data.translate(None, HIGH)) < FEW:
        chosen = choose_encoding(data, system)
        yield from [chosen] if chosen else []
    yield from map(_make_sure, _guess_encodings(data[:SAMPLE]))
    yield _make_sure("cp1252")


def _make_sure(encoding: str) -> ChosenEncoding:
    return ChosenEncoding(encoding, is_sure=True)


def _detect_wide_encoding(data: bytes) -> str:
    """Detect UTF-16 or UTF-32 without a mark, by where plain letters have their zero bytes."""
    if len(data) < 4 or data.count(0) * 10 < len(data):
        return ""
    zeros = [data[start::4].count(0) * 4 / len(data) for start in range(4)]
    if min(zeros[1:]) > 0.6 and zeros[0] < 0.4:
        return "utf-32-le"
    if min(zeros[:3]) > 0.6 and zeros[3] < 0.4:
        return "utf-32-be"
    even, odd = (zeros[0] + zeros[2]) / 2, (zeros[1] + zeros[3]) / 2
    controls = len(data) - data.count(0) - len(data.translate(None, CONTROL))
    if max(even, odd) < 0.2 or abs(even - odd) < 0.15 or controls * 50 > len(data):
        return ""
    return "utf-16-be" if even > odd else "utf-16-le"


def _guess_encodings(data: bytes) -> Iterator[str]:
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    if best is not None:
        yield best.encoding
