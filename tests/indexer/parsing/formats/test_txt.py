"""Plain text, and bytes in any text that do not belong there."""

import pytest

from indexer.parsing.protocol import clean
from tests.indexer.parsing.formats.making import sections


@pytest.mark.parametrize("stray", [b"\x07", b"\0"])
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.html", "a.eml", "a.py", "a"])
def test_a_stray_control_byte_does_no_harm(name: str, stray: bytes) -> None:
    (section,) = sections(b"The bell " + stray + b"rings at noon.\n", name)
    assert clean(section.text) == "The bell rings at noon."
