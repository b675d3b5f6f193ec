"""Splits a text into sentences, after joining the lines that a page was too narrow for."""

from collections.abc import Sequence
from itertools import pairwise

from indexer.late_patterns import compile_late
from indexer.text.sentences import find_sentence_ends

_LINE_ENDS = frozenset(".!?:;。！？：；|")
_WRAPPED = 50  # characters of a line that may go on in the next, where that begins with a capital
_TAG = compile_late(r"</?[a-z][^<>]{0,200}>")


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text that say something, without its tags."""
    found: list[str] = []
    for line in _unwrap((_TAG.sub(" ", text) if "<" in text else text).splitlines()):
        ends = (0, *find_sentence_ends(line, 0, len(line)))
        found += [line[start:end] for start, end in pairwise(ends)]
    return [each for each in found if any(map(str.isalnum, each))]


def _unwrap(lines: Sequence[str]) -> list[str]:
    """Join the lines that a page was too narrow for: they end no sentence."""
    groups: list[list[str]] = []
    before = ""
    for line in lines:
        if before and _continues(before, line):
            groups[-1].append(line)
        else:
            groups.append([line])
        before = line
    return [" ".join(each) for each in groups]


def _continues(before: str, line: str) -> bool:
    opening = line.lstrip()[:1]
    whole = before.rstrip()[-1:] in _LINE_ENDS or before.startswith("#")
    if whole or not opening.isalnum() or not line.strip():
        return False
    return opening.islower() or (len(before) >= _WRAPPED and not opening.isdigit())
