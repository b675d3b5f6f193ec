"""Proposes candidates with FTS5's own ranking, for a reader who sees every row.

Its `bm25` counts the rows of all scopes, so nobody else's order may rest on it (see `scoped_fts`).
"""

import sqlite3
from dataclasses import dataclass

from indexer.search.bm25 import Proposal
from indexer.search.query import Query, SearchFilter, format_match, format_terms
from indexer.store.corpus import Corpus
from indexer.store.door import match

_BEST = """
    SELECT rowid, bm25({fts}, :main, :side, 1, 0) AS score
    FROM {fts} WHERE {fts} MATCH :wanted ORDER BY score, rowid LIMIT :count
"""
_HAVING = "SELECT count(*) FROM {fts} WHERE {fts} MATCH :wanted"


@dataclass(frozen=True, slots=True)
class FullText:
    """FTS5 over a corpus."""

    db: sqlite3.Connection
    corpus: Corpus

    def propose(self, query: Query, within: SearchFilter, count: int) -> Proposal:
        """Propose the `count` best rows that the filter lets through; it allows every scope."""
        found = match(
            self.db,
            self.corpus,
            _BEST,
            main=self.corpus.main,
            side=self.corpus.side,
            wanted=format_match(query, within),
            count=count,
        )
        rows = [row["rowid"] for row in found]
        return Proposal(rows, list(map(self._count, format_terms(query))))

    def _count(self, expression: str) -> int:
        ((count,),) = match(self.db, self.corpus, _HAVING, wanted=expression)
        return int(count)
