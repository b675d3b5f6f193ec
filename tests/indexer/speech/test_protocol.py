"""What crosses the pipe from the process that listens is checked, whatever comes."""

import pytest

from indexer.speech.protocol import End, Failure, Progress, parse_line
from indexer.speech.vocabulary import Stretch


def test_lines_as_the_process_writes_them() -> None:
    line = b'{"position": 30.0, "stretches": [[0, 2.5, "Hello"]]}\n'
    assert parse_line(line) == Progress(30.0, (Stretch(0.0, 2.5, "Hello"),))
    assert parse_line(b'{"end": true}') == End()
    assert parse_line(b'{"failure": "unreadable"}') == Failure("unreadable")
    broken = parse_line(b'{"failure": "broken model", "reason": "' + b"x" * 9000 + b'"}')
    assert broken == Failure("broken model", "x" * 300)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b'{"position": 1}',
        b'{"position": "1", "stretches": []}',
        b'{"position": -1, "stretches": []}',
        b'{"position": Infinity, "stretches": []}',
        b'{"position": NaN, "stretches": []}',
        b'{"position": true, "stretches": []}',
        b'{"position": 1, "stretches": [["a"]]}',
        b'{"position": 1, "stretches": [[0, 1, 2]]}',
        b'{"position": 1, "stretches": [[0, null, "a"]]}',
    ],
)
def test_a_line_that_says_nothing_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # of whatever kind
        parse_line(line)
