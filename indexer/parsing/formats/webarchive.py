"""Parses web pages that Safari saved: the main text of the page."""

import plistlib
from collections.abc import Iterator
from xml.parsers.expat import ExpatError

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.webpage import extract_page_blocks
from indexer.parsing.shared.encoding import decode_claimed
from indexer.parsing.shared.sections import assemble

SUFFIXES = (".webarchive",)


def parse(source: SourceFile) -> Iterator[Parsed]:
    data, encoding = _load_page(source)
    text = decode_claimed(data, encoding)
    page = data if text is None else text  # else in the encoding that it declares itself
    yield from assemble(extract_page_blocks(page), source.name)


def _load_page(source: SourceFile) -> tuple[bytes, str]:
    """Return the bytes of the page that the archive is about, and their encoding."""
    try:
        archive = plistlib.loads(source.data)
    except (plistlib.InvalidFileException, ExpatError) as error:
        raise ParseError("damaged", source.name, detail=type(error).__name__) from None
    match archive:
        case {"WebMainResource": {"WebResourceData": bytes(data), **rest}}:
            encoding = rest.get("WebResourceTextEncodingName")
            return data, encoding if isinstance(encoding, str) else "utf-8"
    raise ParseError("damaged", source.name)
