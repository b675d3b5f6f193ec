"""Prepares a passage and what stands around it to be read: as its document was, not as it was cut.

A paragraph that two passages share is shown once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Protocol
from weakref import WeakValueDictionary

from adapters.web.marks import build_tree
from bot.messages import run_aside

if TYPE_CHECKING:
    from adapters.web.marks import Node

LONGEST_REPEAT = 400  # characters that a passage may repeat of the one before
SHORTEST_REPEAT = 12
# Square brackets in a text that is read for its markup: each may begin a link, which is looked for
# twenty times longer than anything else is.
BRACKETS = 300
# Types whose text is Markdown by itself or as its parser wrote it; of all others only tables are.
MARKDOWN = frozenset(
    (
        *("csv", "docx", "eml", "epub", "html", "ipynb", "mbox", "md", "msg"),
        *("odf", "pptx", "rst", "rtf", "webpage", "xlsx", "zip"),
    )
)


class Part(Protocol):
    @property
    def heading(self) -> str: ...

    @property
    def text(self) -> str: ...


class Passage(Part, Protocol):
    """A passage with its neighbours, in reading order."""

    @property
    def type(self) -> str: ...

    @property
    def before(self) -> Sequence[Part]: ...

    @property
    def after(self) -> Sequence[Part]: ...


class PassageReader:
    """Builds one reading at a time for each person; lives as long as the page.

    Threads share one interpreter: many at once for one person would keep everybody waiting.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def read(
        self, person: str, load: Callable[[], Awaitable[Passage]]
    ) -> tuple[Passage, Mapping[str, object]]:
        """Return the passage that `load` returns, and its reading."""
        async with self._locks.setdefault(person, asyncio.Lock()):
            passage = await load()
            parts = (*passage.before, passage, *passage.after)
            length = sum(len(each.text) for each in parts)
            return passage, await run_aside(lambda: build_reading(passage), length)


def build_reading(passage: Passage) -> Mapping[str, object]:
    """Return the trees of a passage, and of the parts before and after without what they repeat.

    A heading is empty where it is that of the part before.
    """
    parts = [*passage.before, passage, *passage.after]
    cited = len(passage.before)
    texts = _cut_repeats([each.text for each in parts], cited)
    headings = ["", *(each.heading for each in parts)]
    read = [
        {"heading": own if own != above else "", "tree": build_blocks(text, passage.type)}
        for (above, own), text in zip(pairwise(headings), texts, strict=True)
    ]
    return {
        "tree": read[cited]["tree"],
        "heading": read[cited]["heading"],
        "before": read[:cited],
        "after": read[cited + 1 :],
    }


def _cut_repeats(texts: Sequence[str], cited: int) -> list[str]:
    """Cut what neighbours share from the one that is further from number `cited`."""
    cut = list(texts)
    for at, (one, other) in enumerate(pairwise(texts)):
        shared = measure_repeat(one, other)
        if at < cited:
            cut[at] = cut[at][: len(cut[at]) - shared]
        else:
            cut[at + 1] = other[shared:]
    return cut


def measure_repeat(one: str, other: str) -> int:
    """Return how many characters at the end of `one` stand at the beginning of `other` too."""
    for length in range(min(len(one), len(other), LONGEST_REPEAT), SHORTEST_REPEAT - 1, -1):
        if one.endswith(other[:length]):
            return length
    return 0


def build_blocks(text: str, document_type: str) -> "list[Node]":
    """Return the tree of a text; `["plain", text]` is what no markup stands in."""
    if document_type == "code":
        return [["pre", text]]
    if text.count("[") > BRACKETS:
        return _build_plain(text)
    if document_type in MARKDOWN:
        return build_tree(text)
    blocks: list[Node] = []
    for is_table, lines in groupby(text.split("\n"), _is_row):
        block = "\n".join(lines)
        blocks += build_tree(block) if is_table else _build_plain(block)
    return blocks


def _is_row(line: str) -> bool:
    return line.startswith("|") and line.endswith("|")


def _build_plain(text: str) -> "list[Node]":
    return [["plain", text.strip("\n")]] if text.strip() else []
