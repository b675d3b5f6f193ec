"""Thousands of nasty texts: none refused, no character lost, every part within the limits."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.adapters.telegram.lossless import check
from tests.adapters.telegram.nasty import FRAGMENTS, nasty

TEXTS = 6_000
BATCHES = 4


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nasty_markdown_loses_nothing_and_is_refused_by_nobody(batch: int) -> None:
    luck = random.Random(batch)  # noqa: S311 - the same texts in every run
    for _ in range(TEXTS // BATCHES):
        check(nasty(luck))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=8))
def test_any_text_loses_nothing_and_is_refused_by_nobody(pieces: list[str]) -> None:
    check("\n".join(pieces))


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", "**", "[", "`", "<", "![", "~~", "| ", "_a*"])
def test_absurd_nesting_loses_nothing(mark: str) -> None:
    check(mark * 300 + "end")
