"""Measures what is wrong with chunks: no heading above, half a sentence first, a few words only."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct
from msgspec.structs import astuple

from bench.parsing.rows import Row
from indexer.documents import Chunk, Section
from indexer.ingest.jobs import build_job
from indexer.ingest.pipeline import build_chunks
from indexer.ingest.tiny_sections import weigh
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from indexer.parsing.request import ParseRequest
from indexer.parsing.source import parse_file
from indexer.scopes import KB

SHORT = 100  # Latin letters, or signs that say as much
SAME = 80  # characters by which the beginning of a chunk is found in the one before
LIMITS = Limits(ocr_pages=0)
# Half of what the parsers of 22 November 2026 left, of the same documents.
MOST = (0.0098, 0.0038, 0.0079)


class Flaws(Struct, frozen=True):
    """How many chunks lack a path, begin in the middle of a sentence, are short."""

    pathless: int = 0
    broken: int = 0
    short: int = 0

    def __add__(self, other: "Flaws") -> "Flaws":
        return Flaws(
            self.pathless + other.pathless, self.broken + other.broken, self.short + other.short
        )


def measure_chunks(documents: Path) -> Iterator[Row]:
    """Count the flaws of the chunks of all documents that can be read."""
    chunks, flaws = 0, Flaws()
    for path in sorted(documents.iterdir()):
        found = _read_chunks(path)
        chunks, flaws = chunks + len(found), flaws + count_flaws(found)
    shares = [count / chunks for count in astuple(flaws)]
    met = all(share <= most for share, most in zip(shares, MOST, strict=True))
    name = "chunks: no heading, half a sentence first, short"
    yield Row(name, _format_shares(shares), _format_shares(MOST), met, f"of {chunks:,}")


def _format_shares(shares: Sequence[float]) -> str:
    return ", ".join(f"{100 * share:.2f}" for share in shares) + "%"


def _read_chunks(path: Path) -> list[Chunk]:
    found = list[Section]()
    with path.open("rb") as file:
        try:
            for each in parse_file(file, ParseRequest(path.name, LIMITS)):
                if isinstance(each, Section):
                    found.append(each)
        except ParseError:
            pass  # what was read before counts
    return build_chunks(build_job(path, KB), found)


def count_flaws(chunks: Sequence[Chunk]) -> Flaws:
    return Flaws(
        pathless=sum(not each.path for each in chunks),
        broken=sum(_is_broken(*pair) for pair in pairwise(chunks)),
        short=sum(weigh(each.text) < SHORT for each in chunks),
    )


def _is_broken(before: Chunk, chunk: Chunk) -> bool:
    """Return whether a chunk goes on in small letters with what no mark has ended before it.

    Below a heading of its own it is a new text, whatever it begins with.
    """
    text = chunk.text.lstrip()
    goes_on = chunk.element_type == "paragraph" or (chunk.parent or "") == before.parent
    if not (goes_on and text[:1].islower()):
        return False
    repeated = before.text.rfind(text[:SAME])
    above = before.text[: repeated if repeated > 0 else None].rstrip()
    return above[-1:].isalpha() or above[-1:] in (",", "-", "–")
