"""Notebooks: text, code and output."""

import json

import pytest

from indexer.parsing.errors import ParseError
from tests.indexer.parsing.formats.making import notices, sections


def test_a_notebook_has_its_text_code_and_output() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "words"]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [{"text": ["1\n"]}, {"data": {"image/png": "AAAA"}}],
        },
    ]
    (section,) = sections(json.dumps({"cells": cells}).encode(), "a.ipynb")
    assert section.title == "Title"
    assert section.text == "words\n\n```\nprint(1)\n```\n\n```\n1\n```"


@pytest.mark.parametrize("content", [b"{", b"[1]", b'{"cells": 3}'])
def test_a_broken_notebook_is_damaged(content: bytes) -> None:
    with pytest.raises(ParseError, match="damaged"):
        sections(content, "a.ipynb")


def test_output_that_is_cut_short_is_told() -> None:
    long = {"cell_type": "code", "source": "x", "outputs": [{"text": "y" * 5_000}]}
    assert "cut short: 1" in notices(json.dumps({"cells": [long]}).encode(), "a.ipynb")[0]
