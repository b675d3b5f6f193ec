"""Parses web pages that a browser saved as one file (MHTML): the main text of the page."""

from collections.abc import Iterator
from email.message import EmailMessage

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.eml import decode_part
from indexer.parsing.formats.webpage import extract_page_blocks
from indexer.parsing.shared.mail_headers import parse_mail
from indexer.parsing.shared.sections import TextBlock, assemble

SUFFIXES = (".mhtml", ".mht")
PAGE, PLAIN = "text/html", "text/plain"


def parse(source: SourceFile) -> Iterator[Parsed]:
    """Yield the page; its frames, pictures and style sheets are no text of its own."""
    message = parse_mail(source.data)
    page = next(_list_parts(message, PAGE), None)
    if page is not None:
        yield from assemble(extract_page_blocks(decode_part(page)), source.name)
    elif plain := next(_list_parts(message, PLAIN), None):
        yield from assemble([TextBlock(decode_part(plain))], source.name)
    else:
        raise ParseError("no_text", source.name)


def _list_parts(message: EmailMessage, kind: str) -> Iterator[EmailMessage]:
    for part in message.walk():
        if part.get_content_type() == kind and isinstance(part, EmailMessage):
            yield part
