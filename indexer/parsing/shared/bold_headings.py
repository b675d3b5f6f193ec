"""Finds headings that are only bold paragraphs, in documents without heading styles."""

import re
from collections.abc import Iterable, Iterator, Sequence

from indexer.parsing.shared.markup import Close, Event, Open, Text
from indexer.parsing.shared.sections import DEEPEST

LONGEST = 90  # characters
FEWEST = 2
MOST = 0.5  # of all paragraphs; where more are bold, bold means nothing
INNER = ("li", "table")  # in them, a bold paragraph is no heading
NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,4}(?=[.)]?\s)")
BOLD = ("strong", "b")


def promote_bold_headings(events: Iterable[Event], level: int = 1) -> Iterator[Event]:
    """Yield the events, with short bold paragraphs as headings where that gives a structure.

    They are of the `level`; a number such as 2.1 before one says how much deeper it is.
    """
    paragraphs = list(_split_paragraphs(events))
    bold = [_is_title(paragraph) for paragraph in paragraphs]
    written = [_has_text(paragraph) for paragraph in paragraphs]
    begins = True in written and bold[written.index(True)]  # with a title: one is enough
    useful = (begins or sum(bold) >= FEWEST) and 0 < sum(bold) <= MOST * sum(written)
    for paragraph, is_title in zip(paragraphs, bold, strict=True):
        if useful and is_title:
            tag = f"h{min(level + _count_depth(paragraph), DEEPEST)}"
            yield from (Open(tag), *paragraph[1:-1], Close(tag))
        else:
            yield from paragraph


def _split_paragraphs(events: Iterable[Event]) -> Iterator[Sequence[Event]]:
    """Yield whole paragraphs that stand in no list or table, and single events between them."""
    gathered: list[Event] = []
    inner = 0
    for event in events:
        if not isinstance(event, Text) and event.tag in INNER:
            inner += 1 if isinstance(event, Open) else -1
        if gathered or (event == Open("p") and not inner):
            gathered.append(event)
        else:
            yield [event]
        if gathered and event == Close("p"):
            yield gathered
            gathered = []
    yield from ([event] for event in gathered)


def _has_text(paragraph: Sequence[Event]) -> bool:
    return len(paragraph) > 1 and any(isinstance(each, Text) for each in paragraph)


def _is_title(paragraph: Sequence[Event]) -> bool:
    """Return whether the words of a paragraph are all bold, few, and no sentence."""
    words, inside = "", 0
    for event in paragraph[1:-1]:
        if isinstance(event, Open | Close) and event.tag in BOLD:
            inside += 1 if isinstance(event, Open) else -1
        elif isinstance(event, Text) and event.text.strip():
            if not inside:
                return False
            words += event.text
    return 1 < len(words.strip()) <= LONGEST and words.strip()[-1] not in ".,;:!?"


def _count_depth(paragraph: Sequence[Event]) -> int:
    """Return how deep a title's number says that it is: 0 for `2. Costs`, 1 for `2.1 Rent`."""
    words = "".join(event.text for event in paragraph if isinstance(event, Text))
    found = NUMBER.match(words.strip())
    return found[0].count(".") if found else 0
