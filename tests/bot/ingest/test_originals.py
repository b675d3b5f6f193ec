"""The name under which the file of a document is sent back."""

import pytest
from msgspec.structs import replace

from bot.ingest.originals import format_file_name
from indexer.documents import Document
from indexer.scopes import KB

DOCUMENT = Document(1, "notes.md", "notes.md", KB, "md", 0, 1, 10, 0)


@pytest.mark.parametrize(
    ("file", "name", "kind", "sent"),
    [
        ("notes.md", "notes.md", "md", "notes.md"),
        ("lecture.mp3.md", "lecture.mp3", "md", "lecture.mp3.md"),
        ("r.md", "Recording 2026-11-24 14:05", "md", "Recording 2026-11-24 14.05.md"),
        ("https://a.example/r.md", "https://a.example/r.md", "md", "r.md"),
        ("https://a.example/r.md", "https://a.example/about", "webpage", "about.html"),
    ],
)
def test_a_file_is_sent_under_a_name_that_says_what_it_is(
    file: str, name: str, kind: str, sent: str
) -> None:
    document = replace(DOCUMENT, file=file, name=name, document_type=kind)
    assert format_file_name(document) == sent
