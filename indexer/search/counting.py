"""Counts the passages and lines that hold all words of a search, by document."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from indexer.documents import Hit
from indexer.search.query import Query, Term
from indexer.search.rerank import RankedRow
from indexer.store.rows import build_hit
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language

_PART = re.compile(r"-p(\d+)$")


class FileCount(Struct, frozen=True):
    """The counts of one document."""

    file: str
    name: str
    passages: int
    lines: int


class MatchCounts(Struct, frozen=True):
    """The counts of each document that holds all the words, the most lines first.

    `complete` is False if so many passages hold some of the words that not all were looked at.
    """

    files: tuple[FileCount, ...]
    complete: bool


def count_matches(query: Query, found: Sequence[RankedRow], most: int) -> MatchCounts:
    """Count among the candidates; `most` is how many were looked for."""
    by_file = defaultdict[str, list[Hit]](list)
    for each in sorted(found, key=lambda each: int(each.row["id"])):
        fields = (each.row["main"], each.row["side"], each.row["common"] if query.common else "")
        if query.terms and _holds_all(query.terms, set(" ".join(fields).split())):
            hit = build_hit(each.row)
            by_file[hit.file].append(hit)
    counts = [
        FileCount(hits[0].file, hits[0].file_name, len(hits), _count_lines(query, hits))
        for hits in by_file.values()
    ]
    counts.sort(key=lambda each: (-each.lines, -each.passages, each.name))
    return MatchCounts(tuple(counts), len(found) < most)


def _holds_all(terms: Iterable[Term], words: set[str]) -> bool:
    return all(_holds(term, words) for term in terms)


def _holds(term: Term, words: set[str]) -> bool:
    if term.prefix:
        return any(word.startswith(term.forms[0]) for word in words)
    return not words.isdisjoint(term.forms)


def _count_lines(query: Query, hits: Sequence[Hit]) -> int:
    """Count lines with all the words; what a part repeats of the part before counts once."""
    count = 0
    before: dict[str, tuple[int, list[str]]] = {}  # by section: number and lines of its last part
    for hit in hits:
        lines = hit.chunk.text.strip().split("\n")
        part = _PART.search(hit.chunk.chunk_id)
        section = hit.chunk.chunk_id[: part.start()] if part else hit.chunk.chunk_id
        number, shown = before.get(section, (-1, list[str]()))
        new = _drop_repeated(shown, lines) if part and number == int(part[1]) - 1 else lines
        before[section] = (int(part[1]) if part else 0, lines)
        language = detect_language(hit.chunk.text)
        count += sum(_line_holds(query, line, language) for line in new)
    return count


def _drop_repeated(shown: Sequence[str], lines: Sequence[str]) -> Sequence[str]:
    """Drop the head of a table, and the end of the last part, that `lines` begin with again."""
    head = 0
    while head < min(len(shown), len(lines)) and shown[head] == lines[head]:
        head += 1
    rest = lines[head:]
    end = max((n for n in range(len(rest) + 1) if n and shown[-n:] == rest[:n]), default=0)
    return rest[end:]


def _line_holds(query: Query, line: str, language: str) -> bool:
    read = analyze(line, language)
    words = read.common if query.common else [*read.terms, *read.common]
    return _holds_all(query.terms, set(words))
