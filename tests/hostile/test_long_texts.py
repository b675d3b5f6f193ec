"""A text of millions of blocks is cut without a piece for each of them, and into parts as usual."""

import pytest

from indexer.ingest.chunker import DOCUMENT, pack, split_text
from indexer.text.markdown_blocks import AT_ONCE

UNITS = (
    *(". ", "a. ", "a\n\n", "a,\n\n", "- a\n", "# a\n", "#\n", "1. a\n", "    a\n", "> a\n", "a\n"),
    *("|a|\n", "|a|\n|-|\n", "```\na\n```\n", "Table 1: a\n\n", "a:\n\n", "。", "\n", "\u2028"),
)
LEAST = 450  # characters of a part: there are never many times as many as in other texts


@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_no_text_is_cut_into_small_parts(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    parts = split_text(text, DOCUMENT)
    assert "".join(part.text[part.overlap :] for part in parts) == text
    assert len(parts) <= len(text) // LEAST + 1


@pytest.mark.parametrize("unit", ["a. ", ". ", "|a|\n", "a\n\n", "- a\n"])
def test_few_pieces_of_a_long_text_are_kept(unit: str) -> None:
    groups = pack(unit * (3 * AT_ONCE // len(unit)), DOCUMENT)
    assert sum(len(group.pieces) for group in groups) < len(groups) + 2 * DOCUMENT.size


@pytest.mark.parametrize("head", ["|a|b|\n|-|-|\n", "```\n"])
def test_each_part_of_a_very_long_table_or_fence_repeats_its_head(head: str) -> None:
    text = head + "|1|2|\n" * (AT_ONCE // 2)
    parts = split_text(text, DOCUMENT)
    assert all(part.text.startswith(head) for part in parts)
    assert "".join(part.text[part.overlap :] for part in parts) == text
