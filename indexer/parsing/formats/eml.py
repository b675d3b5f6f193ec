"""Parses mail: headers, body, and the attachments as files of their own."""

from collections.abc import Iterator
from email.message import EmailMessage, Message
from functools import partial

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.encoding import decode, decode_claimed
from indexer.parsing.shared.html_events import iter_events, parse_html
from indexer.parsing.shared.mail_headers import UNTITLED, parse_mail
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.nested_files import Member, parse_attachments
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (".eml",)
HEADERS = ("From", "To", "Cc", "Date")


def parse(source: SourceFile) -> Iterator[Parsed]:
    message = parse_mail(source.data)
    yield from assemble(_extract_blocks(message), source.name)
    yield from parse_attachments(source, _list_attachments(message))


def _extract_blocks(message: EmailMessage) -> Iterator[Heading | TextBlock]:
    yield Heading(1, str(message["Subject"] or UNTITLED))
    headers = ((name, message[name]) for name in HEADERS)
    yield TextBlock("\n".join(f"{name}: {value}" for name, value in headers if value))
    body = message.get_body(("plain", "html"))
    if body is not None and body.get_content_type() == "text/html":
        page = parse_html(decode_part(body))
        yield from build_blocks(iter_events(page.body)) if page.body is not None else ()
    elif body is not None:
        yield TextBlock(decode_part(body))


def decode_part(part: Message) -> str:
    """Decode the part's text from the charset it claims, or from the one its bytes suggest."""
    data = _load_bytes(part)
    text = decode_claimed(data, part.get_content_charset() or "")
    return decode(data) if text is None else text


def _load_bytes(part: Message) -> bytes:
    if part.get_content_maintype() == "message":
        inner = part.get_payload()
        mails = inner if isinstance(inner, list) else []
        return b"".join(mail.as_bytes() for mail in mails if isinstance(mail, Message))
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _list_attachments(message: EmailMessage) -> Iterator[Member]:
    for number, part in enumerate(message.iter_attachments(), 1):
        suffix = ".eml" if part.get_content_maintype() == "message" else ""
        unnamed = f"attachment {number}{suffix}"  # not translated: stored in the index
        yield Member(part.get_filename() or unnamed, partial(_load_bytes, part))
