"""What names something in a statement, however long somebody makes it."""

import tracemalloc

from indexer.inference.reading import read_text
from memory.text.changes.decision import choose_ended
from memory.text.naming import list_naming

MOST = 20 << 20  # bytes that comparing one note with some others may hold


def test_what_is_said_over_and_over_is_named_once() -> None:
    named = list_naming(read_text("The boat carries tea, " + "tea " * 100, "en"))
    assert [each.text for each in named].count("tea") == 2  # once in each clause


def test_long_notes_hold_little_memory_when_they_are_compared() -> None:
    notes = [f"The {n}th boat carries {n * 7} crates of " + "tea " * 400 for n in range(4)]
    tracemalloc.start()
    try:
        assert choose_ended(notes[0], notes[1:]) is None
        held, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < MOST
