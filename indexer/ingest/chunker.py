"""Cuts a long text into parts that can be found and cited on their own.

Blocks first: paragraphs, list items, tables and code fences are packed whole; only a block too
long for one part is cut, at sentence ends, then clauses, words and at last characters. The new
texts of all parts, joined, are the text: nothing is lost and nothing changed.
"""

from dataclasses import dataclass

from indexer.ingest.packing import Group, Profile, pack
from indexer.text.llm_tokens import tokens

__all__ = ["DOCUMENT", "MEMORY", "Part", "Profile", "paragraphs", "split"]

PARAGRAPH = 20  # characters; a shorter paragraph of a synced file is not worth finding


@dataclass(frozen=True, slots=True)
class Part:
    """`text[overlap:]` is new; before it stand sentences of the last part, or a table's head.

    `start` is where the part begins in the whole text: with those sentences, but below the head of
    a table, which may stand pages above.
    """

    text: str
    overlap: int
    start: int = 0


DOCUMENT = Profile(size=2000, overlap=200, fence=8000)
MEMORY = Profile(size=400, overlap=80, fence=2000, headings=True, measure=tokens)


def split(text: str, profile: Profile) -> list[Part]:
    """`text` in parts of at most `profile.size` (fences aside); a short text is one part."""
    if profile.measure(text) <= profile.size:
        return [Part(text, 0)] if text else []
    return [_part(group) for group in pack(text, profile)]


def _part(group: Group) -> Part:
    first = group.pieces[0].start
    new = group.text[first : group.pieces[-1].end]
    follows = group.text.endswith(group.head, 0, first)
    start = first - len(group.head) if follows else first
    return Part(group.head + new, len(group.head), start)


def paragraphs(text: str) -> list[tuple[int, str]]:
    """The paragraphs between blank lines that are worth finding, each with its first line."""
    found: list[tuple[int, str]] = []
    gathered: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            gathered.append(line)
        elif gathered:
            found.append((number - len(gathered), "\n".join(gathered).strip()))
            gathered = []
    return [(line, paragraph) for line, paragraph in found if len(paragraph) >= PARAGRAPH]
