"""Parses subtitles: what is said, each piece behind its time."""

import re
from collections.abc import Iterator
from html import unescape

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import TextBlock, assemble

SUFFIXES = (".srt", ".vtt")
TIMES = re.compile(r"\s*((?:\d{1,3}:)?\d\d:\d\d)[.,]\d{3}\s*-->")
SPEAKER = re.compile(r"<v(?:\.[^\s<>]{1,100})?[ \t]([^<>]{1,100})>")
TAG = re.compile(r"</?[a-z][^<>]{0,100}>|<[\d:.]{1,20}>|\{\\[^{}]{0,100}\}", re.I)


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    yield from assemble([TextBlock("\n".join(_list_lines(decoded.text)))], source.name)
    yield from decoded.notices


def _list_lines(text: str) -> Iterator[str]:
    """Yield a line for each piece; rolling subtitles repeat the line before, which stays once."""
    last = ""
    for piece in text.split("\n\n"):
        lines = piece.strip("\n").split("\n")
        at = next((n for n, line in enumerate(lines) if TIMES.match(line)), None)
        words = [] if at is None else [_clean(line) for line in lines[at + 1 :]]
        said = " ".join(word for word in words if word and word != last)
        if said and at is not None and (found := TIMES.match(lines[at])):
            last = words[-1]
            yield f"{found[1]} {said}"


def _clean(line: str) -> str:
    """Return a line without its tags; who speaks stands before what is said."""
    return unescape(TAG.sub("", SPEAKER.sub(r"\1: ", line))).strip()
