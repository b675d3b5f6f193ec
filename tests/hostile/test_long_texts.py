"""A text of millions of blocks is cut without a piece for each of them, and into parts as usual."""

from collections.abc import Callable, Sequence

import pytest

from indexer.ingest.chunker import DOCUMENT, pack, split_text
from indexer.ingest.sync import chunk_notes, chunk_pages, chunk_session
from indexer.scopes import ADMIN, Scope
from indexer.store.files import NewDocument
from indexer.text.markdown_blocks import AT_ONCE
from tests.hostile.linear import Shape, assert_linear

Chunk = Callable[[Scope, NewDocument, str], Sequence[object]]
LONG = (20_000, 200_000)  # characters

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


@pytest.mark.parametrize("chunk", [chunk_notes, chunk_pages, chunk_session])
@pytest.mark.parametrize(
    "unit", ["# a\n", "#\n", "# a\n\nA paragraph of some words.\n\n"], ids=repr
)
def test_a_synced_file_of_headings_is_cut_in_linear_time(chunk: Chunk, unit: str) -> None:
    document = NewDocument("notes.md", "notes.md", "md")
    assert_linear(lambda text: chunk(ADMIN, document, text), [Shape(unit)], LONG)


@pytest.mark.parametrize("head", ["|a|b|\n|-|-|\n", "```\n"])
def test_each_part_of_a_very_long_table_or_fence_repeats_its_head(head: str) -> None:
    text = head + "|1|2|\n" * (AT_ONCE // 2)
    parts = split_text(text, DOCUMENT)
    assert all(part.text.startswith(head) for part in parts)
    assert "".join(part.text[part.overlap :] for part in parts) == text
