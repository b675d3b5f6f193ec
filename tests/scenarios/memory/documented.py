"""Sentences of docs/memory.md, which a test tries on a real home."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "memory.md"


def promises(sentence: str) -> None:
    """Fail if docs/memory.md does not say so, whatever its line breaks."""
    assert _join(sentence) in _join(PAGE.read_text(encoding="utf-8")), sentence


def _join(text: str) -> str:
    return re.sub(r"\s+", " ", text)
