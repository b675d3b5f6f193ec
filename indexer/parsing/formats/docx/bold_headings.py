"""Finds headings that are only bold paragraphs, in documents without heading styles."""

from collections.abc import Iterable, Iterator, Sequence

from indexer.parsing.shared.markup import Close, Event, Open, Text

LONGEST = 90  # characters
FEWEST = 2
MOST = 0.5  # of all paragraphs; where more are bold, bold means nothing
TOP = 2  # the depth of paragraphs that stand in no list or table: below the body
BOLD = ("strong", "b")


def promote_bold_headings(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events, with short bold paragraphs as headings where that gives a structure."""
    paragraphs = list(_split_paragraphs(events))
    bold = [_is_title(paragraph) for paragraph in paragraphs]
    written = [_has_text(paragraph) for paragraph in paragraphs]
    begins = True in written and bold[written.index(True)]  # with a title: one is enough
    useful = (begins or sum(bold) >= FEWEST) and 0 < sum(bold) <= MOST * sum(written)
    for paragraph, is_title in zip(paragraphs, bold, strict=True):
        if useful and is_title:
            yield from (Open("h1"), *paragraph[1:-1], Close("h1"))
        else:
            yield from paragraph


def _split_paragraphs(events: Iterable[Event]) -> Iterator[Sequence[Event]]:
    """Yield whole paragraphs of the top level, and single events between them."""
    gathered: list[Event] = []
    depth = 0
    for event in events:
        if isinstance(event, Open):
            depth += 1
        if gathered or (event == Open("p") and depth == TOP):
            gathered.append(event)
        else:
            yield [event]
        if isinstance(event, Close):
            depth -= 1
            if gathered and depth == TOP - 1:
                yield gathered
                gathered = []


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
