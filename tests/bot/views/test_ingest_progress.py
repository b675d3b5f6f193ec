import pytest

from bot.views.ingest_progress import format_progress
from indexer.documents import ParserProgress


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (ParserProgress(1, 1158), "1 of 1,158 pages"),
        (ParserProgress(3, 5, "scanned pages"), "3 of 5 scanned pages"),
        (ParserProgress(7, 0, "messages"), "7 messages"),
    ],
)
def test_progress_reads_as_a_person_says_it(progress: ParserProgress, text: str) -> None:
    assert format_progress(progress) == text
