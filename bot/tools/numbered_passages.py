"""Numbers the passages of one turn, and keeps what its tools said beside them."""

from collections.abc import Iterator, Sequence

from indexer.documents import Hit


class NumberedPassages:
    """Numbers the passages of one turn; lives as long as the turn.

    The prompt's passages come first, then what tools find: a number means the same passage in the
    prompt, in a tool's result and in the answer.
    """

    def __init__(self, hits: Sequence[Hit] = ()) -> None:
        self._hits = list(hits)
        self._notes: list[str] = []

    @property
    def hits(self) -> tuple[Hit, ...]:
        return tuple(self._hits)

    @property
    def notes(self) -> tuple[str, ...]:
        """Texts of tools that are no passages: what an answer takes from it needs no mark."""
        return tuple(self._notes)

    def note(self, text: str) -> None:
        self._notes.append(text)

    def add(self, hits: Sequence[Hit]) -> Iterator[int]:
        """Yield the numbers of `hits`, from 1; a known passage keeps its number."""
        known = {hit.chunk.chunk_id: n for n, hit in enumerate(self._hits, 1)}
        for hit in hits:
            if hit.chunk.chunk_id not in known:
                self._hits.append(hit)
                known[hit.chunk.chunk_id] = len(self._hits)
            yield known[hit.chunk.chunk_id]
