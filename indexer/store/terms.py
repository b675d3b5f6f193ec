"""The terms that make a text searchable, and their hashes for the in-memory index.

With 40 bits and a million terms, the chance that a query term shares its hash with another one is
one in a million; and candidates are scored by the terms themselves.

Rows of the `*_terms` tables and their FTS5 entries are written together, in the thread of the
writer's connection, inside a transaction.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import repeat
from typing import NamedTuple

from msgspec import Struct

from indexer.scopes import Scope
from indexer.store.corpus import MAX_COUNT, SCOPE_TOKEN, Corpus
from indexer.store.engine.session import Session
from indexer.text.analyzer import AnalyzedText, analyze

HASH_BYTES = 5
REMEMBERED = 1 << 17  # cached hashes
NO_TEXT = AnalyzedText([], "", "")
_ADD_TO_ALL = (
    "INSERT INTO totals (corpus, language, added, removed, length) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (corpus, language) DO UPDATE"
    " SET added = totals.added + excluded.added, removed = totals.removed + excluded.removed,"
    " length = totals.length + excluded.length"
)
_ADD_TO_SCOPE = (
    "INSERT INTO scope_totals (corpus, scope, language, rows, length) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (corpus, scope, language) DO UPDATE"
    " SET rows = scope_totals.rows + excluded.rows,"
    " length = scope_totals.length + excluded.length"
)
# By how much the rows differ from what was counted, where they do.
_MISCOUNTED = """
    SELECT language, CAST(sum(rows) AS BIGINT), CAST(sum(length) AS BIGINT) FROM (
        SELECT language, count(*) AS rows, sum(length) AS length FROM {terms} GROUP BY language
        UNION ALL SELECT language, removed - added, -length FROM totals WHERE corpus = '{corpus}'
    ) AS counts GROUP BY language HAVING sum(rows) <> 0 OR sum(length) <> 0
"""
_MISCOUNTED_BY_SCOPE = """
    SELECT scope, language, CAST(sum(rows) AS BIGINT), CAST(sum(length) AS BIGINT) FROM (
        SELECT substr(acl, 1, {token}) AS scope, language, count(*) AS rows, sum(length) AS length
        FROM {terms} GROUP BY substr(acl, 1, {token}), language
        UNION ALL
        SELECT scope, language, -rows, -length FROM scope_totals WHERE corpus = '{corpus}'
    ) AS counts GROUP BY scope, language HAVING sum(rows) <> 0 OR sum(length) <> 0
"""
BOUNDARY = "|"  # separates a text's own terms from those around it; a term neither here nor in FTS5


class Terms(Struct, frozen=True):
    """One row of a `*_terms` table, without its id."""

    main: str
    side: str
    common: str
    acl: str
    language: str
    length: int
    hashes: bytes  # of the distinct terms, `HASH_BYTES` each
    counts: bytes  # their weighted frequencies, in the same order


class TermRow(Struct, frozen=True):
    """The part of a row that the in-memory index holds; `length` is in units of the corpus."""

    id: int
    acl: str
    length: int
    hashes: bytes
    counts: bytes


class Wording(Struct, frozen=True):
    """The texts that a row is found by."""

    main: str
    side: str  # a title, or the turns before and after
    around: str = ""  # counts like `main`, but is not the text of the row itself


class AnalyzedWording(Struct, frozen=True):
    """The texts of a `Wording`, analyzed."""

    own: AnalyzedText
    side: AnalyzedText
    around: AnalyzedText = NO_TEXT


def analyze_wording(corpus: Corpus, wording: Wording, acl: Iterable[str], language: str) -> Terms:
    """Return the terms to index for a text in `language`."""
    return weigh_wording(corpus, wording, analyze(wording.around, language), acl, language)


def weigh_wording(
    corpus: Corpus, wording: Wording, around: AnalyzedText, acl: Iterable[str], language: str
) -> Terms:
    """Return the terms to index for a text of which `around` is already analyzed."""
    own, side = analyze(wording.main, language), analyze(wording.side, language)
    return build_terms(corpus, AnalyzedWording(own, side, around), acl, language)


def build_terms(
    corpus: Corpus, wording: AnalyzedWording, acl: Iterable[str], language: str
) -> Terms:
    """Return the terms to index for texts that are analyzed already."""
    own, side, around = wording.own, wording.side, wording.around
    counts = _weigh(corpus, own.terms + around.terms, side.terms)
    return Terms(
        main=f"{own.line} {BOUNDARY} {around.line}" if around.line else own.line,
        side=side.line,
        common=f"{own.common_line} {side.common_line}".strip(),
        acl=" ".join(acl),
        language=language,
        length=sum(counts.values()),
        hashes=b"".join(map(_get_hashes().__getitem__, counts)),
        counts=_pack_counts(counts.values()),
    )


def _pack_counts(counts: Collection[int]) -> bytes:
    try:
        return bytes(counts)
    except ValueError:  # the few texts with a weighted count above 255
        return bytes(map(min, counts, repeat(MAX_COUNT)))


def _weigh(corpus: Corpus, own: list[str], side: list[str]) -> Counter[str]:
    counts = Counter(own)
    if corpus.main > 1:
        counts = Counter({term: count * corpus.main for term, count in counts.items()})
    for term in side:
        counts[term] += corpus.side
    return counts


class _Hashes(dict[str, bytes]):
    """A cache of the hash of each term."""

    def __missing__(self, term: str) -> bytes:
        if len(self) >= REMEMBERED:
            self.clear()
        self[term] = found = hashlib.blake2b(term.encode(), digest_size=HASH_BYTES).digest()
        return found


@cache
def _get_hashes() -> _Hashes:
    return _Hashes()


def hash_term(term: str) -> bytes:
    """Return the hash that stands for a term in the in-memory index."""
    return _get_hashes()[term]


def insert_terms(db: Session, corpus: Corpus, terms: Mapping[int, Terms]) -> None:
    """Make rows searchable that are not yet; the keys are the ids of their texts."""
    _record_returning(db, corpus, terms)
    rows = [
        (n, t.main, t.side, t.common, t.acl, t.language, t.length, t.hashes, t.counts)
        for n, t in terms.items()
    ]
    db.executemany(
        f"INSERT INTO {corpus.terms} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our names
        rows,
    )
    _count_added(db, corpus, terms.values())
    _append_to_tail(db, corpus, terms)
    last = find_last_in_full_text(db, corpus)
    if indexed := [row[:5] for row in rows if row[0] <= last]:
        db.executemany(
            f"INSERT INTO {corpus.fts} (rowid, main, side, common, acl)"  # noqa: S608 - our names
            " VALUES (?, ?, ?, ?, ?)",
            indexed,
        )


def _count_added(db: Session, corpus: Corpus, added: Iterable[Terms]) -> None:
    """Add rows to the statistics for BM25, which are those of each scope and those of all."""
    counts, lengths = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for each in added:
        key = (each.acl[:SCOPE_TOKEN], each.language)
        counts[key] += 1
        lengths[key] += each.length
    sums = [(corpus.name, *key, counts[key], lengths[key]) for key in counts]
    db.executemany(_ADD_TO_SCOPE, sums)
    db.executemany(
        _ADD_TO_ALL, [(name, language, rows, 0, length) for name, _, language, rows, length in sums]
    )


class Miscounts(NamedTuple):
    """By how many rows and how much length the rows of a corpus differ from what was counted."""

    of_all: list[tuple[str, int, int]]  # language, rows, length
    by_scope: list[tuple[str, str, int, int]]  # the token of a scope, language, rows, length


def find_miscounts(db: Session, corpus: Corpus) -> Miscounts:
    """Count all rows, which takes time in a large index."""
    of_all, by_scope = (
        list(map(tuple, db.execute(_format_count(sql, corpus))))
        for sql in (_MISCOUNTED, _MISCOUNTED_BY_SCOPE)
    )
    return Miscounts(of_all, by_scope)


def _format_count(sql: str, corpus: Corpus) -> str:
    return sql.format(terms=corpus.terms, corpus=corpus.name, token=SCOPE_TOKEN)


def recount(db: Session, corpus: Corpus) -> None:
    """Make the statistics for BM25 those of the rows.

    They get another version only where the number of rows was wrong in all scopes together.
    """
    of_all, by_scope = find_miscounts(db, corpus)
    db.executemany(_ADD_TO_SCOPE, [(corpus.name, *each) for each in by_scope])
    db.executemany(
        _ADD_TO_ALL,
        [
            (corpus.name, language, max(rows, 0), max(-rows, 0), length)
            for language, rows, length in of_all
        ],
    )


def _append_to_tail(db: Session, corpus: Corpus, rows: Collection[int]) -> None:
    """Let rows wait for their segment."""
    db.execute(
        f"INSERT INTO {corpus.tail} (row) SELECT CAST(value AS BIGINT) FROM json_each(?)",  # noqa: S608 - our names
        (json.dumps(list(rows)),),
    )


def find_last_in_full_text(db: Session, corpus: Corpus) -> int:
    """Return the id up to which FTS5 has all rows; -1 if it has none and gets none."""
    row = db.execute("SELECT last FROM full_text WHERE corpus = ?", (corpus.name,)).fetchone()
    return -1 if row is None else int(row[0])


def _record_returning(db: Session, corpus: Corpus, rows: Collection[int]) -> None:
    """List rows that come back below the last one, such as a restored fact, for indexes in memory.

    These look for new rows above the last one that they know, and for those in `removals`.
    """
    db.execute(
        "INSERT INTO removals (corpus, row) SELECT ?, CAST(value AS BIGINT)"  # noqa: S608 - our names
        " FROM json_each(?)"
        f" WHERE CAST(value AS BIGINT) < (SELECT max(id) FROM {corpus.terms})",
        (corpus.name, json.dumps(list(rows))),
    )


def delete_terms(db: Session, corpus: Corpus, rows: Collection[int]) -> None:
    """Make rows unsearchable; a trigger removes them from FTS5 too."""
    db.execute(
        f"DELETE FROM {corpus.terms}"  # noqa: S608 - our names
        " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (json.dumps(list(rows)),),
    )


def load_file_terms(db: Session, corpus: Corpus, file_id: int) -> dict[int, Terms]:
    """Return the terms of all rows of a file, by the ids of their texts."""
    rows = db.execute(
        f"SELECT t.* FROM {corpus.terms} t JOIN {corpus.name} USING (id)"  # noqa: S608 - our names
        " WHERE file_id = ?",
        (file_id,),
    )
    return {row["id"]: Terms(*tuple(row)[1:]) for row in rows}


def load_memory_terms(db: Session, corpus: Corpus, scope: Scope) -> dict[int, Terms]:
    """Return the terms of the rows of a scope that belong to no file."""
    rows = db.execute(
        f"SELECT t.* FROM {corpus.terms} t JOIN {corpus.name} USING (id)"  # noqa: S608 - our names
        " WHERE file_id IS NULL AND scope = ?",
        (scope.label,),
    )
    return {row["id"]: Terms(*tuple(row)[1:]) for row in rows}


def update_terms(db: Session, corpus: Corpus, wanted: Mapping[int, Terms]) -> None:
    """Set the terms of these rows to `wanted`, writing only those that differ."""
    rows = db.execute(
        f"SELECT * FROM {corpus.terms}"  # noqa: S608 - our names
        " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (json.dumps(list(wanted)),),
    )
    known = {row["id"]: Terms(*tuple(row)[1:]) for row in rows}
    changed = {row: terms for row, terms in wanted.items() if known.get(row) != terms}
    if stale := changed.keys() & known.keys():
        delete_terms(db, corpus, stale)
    insert_terms(db, corpus, changed)
