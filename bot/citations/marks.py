"""Finds the marks `[n]` of an answer, and tells them from values and references in brackets."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from indexer.documents import Hit

# Not 0 and not a year: those stand in brackets for other reasons.
_NUMBERS = r"[1-9]\d{0,2}(?:\s*[,;，、–-]\s*[1-9]\d{0,2})*"
_MARK = re.compile(
    r"(?<![ \t])[ \t]*+(?P<bracket>[\[【])\s*+(?:passages?|sources?|\^)?"
    rf"\s*+(?P<n>{_NUMBERS})\s*+(?:†[^\[\]【】`~]*+)?[\]】](?:\((?:https?:|www\.)[^\s()]*+\)|(?!\())",
    re.IGNORECASE,
)
# What is assigned, passed or taken by its place: `x = [1, 2]`, `f([1])`, `x[1]`, `{[1] = a}`.
_VALUE = re.compile(
    rf"(?:(?:=\s*|[A-Za-z_]\()[\[({{]*|\{{\s*|(?<![\w'’.-])[a-z])"
    rf"\[{_NUMBERS}\](?:\s*,\s*\[{_NUMBERS}\])*|\[{_NUMBERS}\](?=[ \t]*=(?!=))"
)
_LETTER = re.compile(r"(?<![\w'’.-])[a-z]\Z")
_LAST_WORD = re.compile(r"\w+\W{0,3}\Z")
CODE = re.compile(r"(?P<fence>```|~~~).*?(?:(?P=fence)|\Z)|`[^`\n]+`", re.DOTALL)


class Mark(Struct, frozen=True):
    start: int  # in the answer, white space before it included
    end: int
    at: int  # where it stood, in the answer without marks
    numbers: tuple[int, ...]


def find_marks(answer: str, hits: Sequence[Hit] = ()) -> list[Mark]:
    texts = order_spans(found.span() for each in (CODE, _VALUE) for found in each.finditer(answer))
    candidates = [
        found
        for found in _MARK.finditer(answer)
        if not overlaps(texts, found.start("n"), found.end("n"))
        and not _is_own_reference(answer, found, hits)
    ]
    marks: list[Mark] = []
    removed = 0
    for found in _exclude_values(answer, candidates):
        marks.append(Mark(*found.span(), found.start() - removed, _parse_numbers(found["n"])))
        removed += found.end() - found.start()
    return marks


def strip_marks(answer: str, marks: Sequence[Mark]) -> str:
    bounds = [0, *(place for mark in marks for place in (mark.start, mark.end)), len(answer)]
    return "".join(answer[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True))


def _exclude_values(answer: str, marks: Sequence[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Exclude marks that would be values once written as `[n]`, such as `x = 【1】`."""
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    length = done = 0
    for mark in marks:
        before = answer[done : mark.start("bracket")]
        before += " " if is_indexable(before) else ""
        numbers = "".join(f"[{n}]" for n in _parse_numbers(mark["n"]))
        parts += before, numbers
        spans.append((length + len(before), length + len(before) + len(numbers)))
        length, done = spans[-1][1], mark.end()
    written = "".join([*parts, answer[done:]])
    values = order_spans(found.span() for found in _VALUE.finditer(written))
    return (mark for mark, span in zip(marks, spans, strict=True) if not overlaps(values, *span))


def is_indexable(before: str) -> bool:
    """Return True if `[1]` right behind it would be read as an index: into `b`, say."""
    return bool(_LETTER.search(before[-2:]))


def order_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans by their beginnings, each with the furthest end so far, for `overlaps`."""
    ordered = sorted(spans)
    ends = accumulate((end for _start, end in ordered), max)
    return [(start, end) for (start, _end), end in zip(ordered, ends, strict=True)]


def overlaps(ordered: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    before = bisect_left(ordered, (end,))  # those that begin before `end`
    return before > 0 and start < ordered[before - 1][1]


def _is_own_reference(answer: str, found: re.Match[str], hits: Sequence[Hit]) -> bool:
    """Return True for a document's own reference, quoted with the word before it."""
    if min(_parse_numbers(found["n"])) <= len(hits):
        return False
    word = _LAST_WORD.search(answer, max(0, found.start() - 40), found.start())
    own = " ".join(answer[word.start() : found.end()].split()) if word else ""
    return bool(own) and any(own in " ".join(hit.chunk.text.split()) for hit in hits)


def _parse_numbers(written: str) -> tuple[int, ...]:
    """Parse `1, 3-5` to 1, 3, 4, 5."""
    numbers: list[int] = []
    for part in re.split(r"[,;，、]", written):
        ends = [int(end) for end in re.split(r"[–-]", part)]
        numbers += range(ends[0], max(ends[0], min(ends[-1], ends[0] + 20)) + 1)
    return tuple(dict.fromkeys(numbers))
