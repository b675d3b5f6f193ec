"""XML whose entities stand for far more text than the file has."""

import pytest

from indexer.parsing.shared.markup import Text
from indexer.parsing.shared.xml import ROOM, ParseFailure, iter_xml_events


def repeat(times: int) -> bytes:
    """A text that is `times` an entity of ten letters."""
    return b'<!DOCTYPE a [<!ENTITY b "abcdefghij">]><a>' + b"&b;" * times + b"</a>"


def test_entities_may_stand_for_some_text() -> None:
    found = [each.text for each in iter_xml_events(repeat(3)) if isinstance(each, Text)]
    assert "".join(found) == "abcdefghij" * 3


def test_entities_of_entities_end_long_before_they_take_seconds() -> None:
    inner = b"".join(b'<!ENTITY b%d "%s">' % (n, b"&b%d;" % (n - 1) * 10) for n in range(1, 6))
    data = b'<!DOCTYPE a [<!ENTITY b0 "lol">' + inner + b"]><a>&b5;</a>"
    assert 10 * len(data) + ROOM < 3 * 10**5
    with pytest.raises(ParseFailure, match="too much text"):
        list(iter_xml_events(data))
