"""Decodes text, in whatever encoding the file was saved."""

import codecs
from collections.abc import Iterator

SAMPLE = 1 << 16
# Longer marks first: UTF-32's begins with UTF-16's.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
CONTROL = bytes({*range(32), 127} - {*b"\t\n\v\f\r\x1b"})


def decode(data: bytes) -> str:
    """Return the text in `data` with `\\n` line ends and without NUL; never fail."""
    for encoding in _list_candidates(data):
        try:
            text = data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        return _normalize_line_ends(text)
    return _normalize_line_ends(data.decode("cp1252", "replace"))


def _normalize_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def looks_like_text(head: bytes) -> bool:
    """Return whether the start of a file is text, in any encoding, rather than binary."""
    if any(head.startswith(mark) for mark, _ in MARKS) or _detect_wide_encoding(head):
        return True
    controls = len(head) - len(head.translate(None, CONTROL))
    return controls <= max(1, len(head) // 100)  # of a short text one is more than a hundredth


def _list_candidates(data: bytes) -> Iterator[str]:
    yield from (encoding for mark, encoding in MARKS if data.startswith(mark))
    if wide := _detect_wide_encoding(data[:SAMPLE]):
        yield wide
    # A guess by statistics took megabytes of UTF-8 for Japanese: what is valid UTF-8 is UTF-8.
    yield "utf-8"
    yield from _guess_encodings(data[:SAMPLE])
    yield "cp1252"


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
