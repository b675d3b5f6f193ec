"""Leaves out of a prompt what stands in it already: each fact once, whatever layer has it. Pure.

The memory brief states facts with their time, so it always stands; the same lines are taken out of
the notes, the day's events, and the passages that are notes of conversations. What a document says
is left whole: it is the source that an answer cites.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from indexer.documents import Hit

DISTINCT = 12  # characters; a shorter line may stand twice, it is a heading or a "yes"
HEADING = re.compile(r"(#{1,6}) ")
BRIEFED = re.compile(r" \[(?:fact|preference|project|task|note), [^\[\]]*\]$")
EVENT = re.compile(r"^\d{2}:\d{2} (?:\[[a-z]+\] )?(?:conversation in \S+ compacted — )?")
SUMMARY = "memory_summary"  # the element type of the notes of a capture
BULLETS = "-*+• "


def normalize_line(line: str) -> str:
    """Drop what makes the same line look different: case, spaces, list marks, a fact's data."""
    bare = BRIEFED.sub("", " ".join(line.casefold().split())).lstrip(BULLETS)
    return EVENT.sub("", bare).rstrip(".")


def normalize_lines(texts: Iterable[str]) -> set[str]:
    return {normalize_line(line) for text in texts for line in text.split("\n")}


def select_new(lines: Sequence[str], known: set[str]) -> list[str]:
    """Return the lines that are not `known`, and add them to it; short ones are always new.

    A line of several statements, joined by semicolons, is known if each of them is.
    """
    return [line for line in lines if _is_new(line, known)]


def _is_new(line: str, known: set[str]) -> bool:
    bare = normalize_line(line)
    if len(bare) < DISTINCT:
        return True
    parts = [part.strip().rstrip(".") for part in bare.split("; ")]
    new = bare not in known and not all(part in known for part in parts)
    known.add(bare)
    return new


def drop_repeated_notes(
    hits: Sequence[Hit], known: Iterable[str], is_note: Callable[[Hit], bool]
) -> list[Hit]:
    """Take lines that stand in the texts `known` out of passages that are notes.

    A passage that has no other line is left out.
    """
    stated = normalize_lines(known)
    return list(_reduce_notes(hits, stated, is_note))


def _reduce_notes(
    hits: Sequence[Hit], stated: set[str], is_note: Callable[[Hit], bool]
) -> Iterator[Hit]:
    for hit in hits:
        if not is_note(hit):
            yield hit
            continue
        text = drop_empty_headings(select_new(hit.chunk.text.split("\n"), stated)).strip()
        if text:
            yield replace(hit, chunk=replace(hit.chunk, text=text))


def is_summary(hit: Hit) -> bool:
    return hit.chunk.element_type == SUMMARY


def drop_empty_headings(lines: Sequence[str]) -> str:
    """Join lines without the headings that nothing stands below any more."""
    kept: list[str] = []
    below = 0  # the level of the heading that what was kept last stands below; 0 for text
    for line in reversed(lines):
        heading = HEADING.match(line)
        level = len(heading[1]) if heading else 0
        if heading and (not any(map(str.strip, kept)) or 0 < below <= level):
            continue
        below = level if heading else below if not line.strip() else 0
        kept.insert(0, line)
    return "\n".join(kept)
