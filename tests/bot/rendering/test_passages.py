"""Where a passage stands, as people read it."""

import pytest

from bot.rendering.passages import format_location
from indexer.documents import Chunk, Hit
from indexer.scopes import KB


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Page 3", "plan.pdf, page 3"),
        ("Page 4", "plan.pdf, Page 4, page 3"),
        ("Roof", "plan.pdf, Roof, page 3"),
        ("", "plan.pdf, page 3"),
    ],
)
def test_a_page_without_a_heading_is_named_once(name: str, shown: str) -> None:
    chunk = Chunk("doc:1", name, "The roof is red.", pages=(3, 3))
    assert format_location(Hit(chunk, "/plan.pdf", "plan.pdf", KB, "pdf", 0.5)) == shown
