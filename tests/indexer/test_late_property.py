"""Properties that are computed once, without a lock that all instances share."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from msgspec import Struct

from indexer.late_property import late_property

PATIENCE = 10  # seconds


class Text(Struct, dict=True):
    """A text whose length is long in coming, where it waits for something."""

    words: str
    begun: Event
    wait_for: Event

    @late_property
    def length(self) -> int:
        """Its length in letters."""
        self.begun.set()
        assert self.wait_for.wait(PATIENCE)
        return len(self.words)


def test_it_is_computed_once() -> None:
    text = Text("short", Event(), Event())
    text.wait_for.set()
    assert text.length == 5
    text.words = "longer"
    assert text.length == 5


def test_one_thread_does_not_wait_for_another_that_reads_another_text() -> None:
    first, second = Event(), Event()
    slow, quick = Text("slow", first, second), Text("quick", second, first)
    with ThreadPoolExecutor(2) as threads:
        lengths = threads.map(lambda each: each.length, (slow, quick))
        assert list(lengths) == [4, 5]


def test_its_class_has_it_with_its_docstring() -> None:
    assert Text.length.__doc__ == "Its length in letters."
