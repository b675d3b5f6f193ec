"""The only way to read stored text for a person: a query sees no row that they may not see."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from indexer.scopes import Visibility
from indexer.store.authorizer import GuardedConnection, Parameter
from indexer.store.connection import Reader
from indexer.store.corpus import Corpus, build_scope_token
from indexer.store.engine.session import Row, Session

# The fields of an occurrence that counts.
EVERYWHERE = ""
MAIN_SIDE = "WHERE col = 'main' OR col = 'side'"
TEXT = "WHERE col <> 'acl'"

LAST = "\U0010ffff"  # follows every character

# Lists of numbers are strings: an object for each number would take most of the time.
_VISIBLE_ROWS = """
    WITH {door} AS (
        SELECT t.id, t.length FROM json_each(:tokens) s CROSS JOIN {terms} t
        -- the token alone, or with others after it
        WHERE t.acl >= s.value AND t.acl < s.value || '!'
    )
    SELECT group_concat(id), group_concat(length) FROM {door}
"""
_ALL_ROWS = """
    WITH {door} AS (SELECT id, length FROM {terms})
    SELECT group_concat(id), group_concat(length) FROM {door}
"""
_LAST_ROW = """
    WITH {door} AS (SELECT max(id) AS last FROM {corpus}) SELECT coalesce(last, 0) FROM {door}
"""
_OCCURRENCES = """
    WITH {door} AS (SELECT doc, col FROM {vocab} WHERE {wanted})
    SELECT group_concat(iif(col = 'side', -doc, doc)) FROM {door}
"""
_TERM, _PREFIX = "term = :first", "term >= :first AND term <= :last"
_WITH_TOKENS = "SELECT group_concat(rowid) FROM {fts} WHERE {fts} MATCH :wanted"


# The stored segments and the tail: ids, lengths, scopes and postings of all scopes (see
# `segments`). Whoever counts them takes the visible rows.
_SEGMENTS = """
    WITH {door} AS (
        SELECT id FROM segments WHERE corpus = :corpus AND state = 'ready' ORDER BY id
    ) SELECT id FROM {door}
"""
_HEADERS = """
    WITH {door} AS (
        SELECT id, removal, ids, lengths, acl, acls, dead FROM segments
        WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(:segments))
    ) SELECT * FROM {door}
"""
_REMOVED = """
    WITH {door} AS (SELECT seq, row FROM removals WHERE corpus = :corpus AND seq > :since)
    SELECT group_concat(seq), group_concat(row) FROM {door}
"""
_TAIL_COUNT = """
    WITH {door} AS (SELECT 1 FROM {tail} LIMIT :most)
    SELECT count(*) FROM {door}
"""
_TAIL = """
    WITH {door} AS (
        SELECT y.seq, t.id, t.acl, t.length, t.hashes, t.counts
        FROM {tail} y CROSS JOIN {terms} t
        WHERE t.id = y.row AND y.seq > :since ORDER BY y.seq
    ) SELECT * FROM {door}
"""
_TAIL_WORDS = """
    WITH {door} AS (
        SELECT t.id, t.main, t.side, t.common
        FROM {tail} y CROSS JOIN {terms} t WHERE t.id = y.row
    ) SELECT * FROM {door}
"""
_POSTINGS = """
    WITH {door} AS (
        SELECT p.segment, p.field, p.rows, p.counts, w.key
        FROM json_each(:wanted) w CROSS JOIN postings p
        WHERE p.segment = CAST(json_extract(w.value, '$[0]') AS BIGINT)
        AND p.field = CAST(json_extract(w.value, '$[1]') AS BIGINT)
        AND p.term = json_extract(w.value, '$[2]')
    ) SELECT * FROM {door}
"""
_BEGINNING = """
    WITH {door} AS (
        SELECT p.segment, p.rows, p.counts FROM json_each(:segments) s CROSS JOIN postings p
        WHERE p.segment = CAST(s.value AS BIGINT) AND p.field = 0
        AND p.term >= :first AND p.term <= :last
    ) SELECT * FROM {door}
"""

# Vectors and their signs, of all scopes. Whoever compares them takes those within a filter.
_LAST_REMOVAL = """
    WITH {door} AS (SELECT max(seq) AS last FROM removals WHERE corpus = :corpus)
    SELECT coalesce(last, 0) FROM {door}
"""
_FIRST_REMOVAL = """
    WITH {door} AS (SELECT min(seq) AS first FROM removals WHERE corpus = :corpus)
    SELECT coalesce(first, 0) FROM {door}
"""
_SIGNS = """
    WITH {door} AS (
        SELECT last, removal, ids, acl, acls, size, signs FROM signs
        WHERE corpus = :corpus AND model = :model ORDER BY last
    ) SELECT * FROM {door}
"""
# The empty text keeps SQLite from scanning a whole corpus by its index to find the few new vectors.
_NEW_VECTORS = """
    WITH {door} AS (
        SELECT v.seq, v.row, t.acl, v.vector FROM vectors v CROSS JOIN {terms} t
        WHERE t.id = v.row AND v.seq > :since AND v.corpus || '' = :corpus AND v.model = :model
        AND length(v.vector) > 0
        ORDER BY v.seq LIMIT :limit
    ) SELECT * FROM {door}
"""
_THESE_VECTORS = """
    WITH {door} AS (
        SELECT v.row, t.acl, v.vector
        FROM json_each(:rows) CROSS JOIN vectors v CROSS JOIN {terms} t
        WHERE v.corpus = :corpus AND v.row = CAST(value AS BIGINT) AND v.model = :model
        AND length(v.vector) > 0 AND t.id = v.row
    ) SELECT * FROM {door}
"""

Wanted = tuple[int, int, str]  # segment, field, term


@dataclass(frozen=True, slots=True)
class ListedRows:
    """Ids and lengths of rows, in the same order, and the last id of any row."""

    ids: str
    lengths: str
    last: int


class VisibleReader:
    """Selects visible rows; lives as long as its reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def select(
        self, visibility: Visibility, rows: str, sql: str, /, **parameters: Parameter
    ) -> Sequence[Row]:
        """Run `select` in the thread of the reader."""
        return await self._reader.run(lambda db: select(db, visibility, rows, sql, **parameters))


def select(
    db: Session, visibility: Visibility, rows: str, sql: str, /, **parameters: Parameter
) -> Sequence[Row]:
    """Run `sql` over `visible`: those of `rows` whose column `scope` the visibility allows.

    `db` is the connection of a `Reader`. `rows` is a constant SELECT with a column `scope`; it
    never contains anything that a person typed.
    """
    seen: dict[str, Parameter] = {
        "everything": visibility.everything,
        "scopes": json.dumps(sorted(scope.label for scope in visibility.scopes)),
    }
    guarded = _get_guarded(db)
    statement = (
        f"WITH visible_{guarded.secret} AS (SELECT * FROM ({rows})"  # noqa: S608 - fixed texts of this package
        " WHERE :everything OR scope IN (SELECT value FROM json_each(:scopes))),"
        f" visible AS (SELECT * FROM visible_{guarded.secret})"
    )
    return guarded.read(statement + sql, {**parameters, **seen})


def match(db: Session, corpus: Corpus, sql: str, /, **parameters: Parameter) -> Sequence[Row]:
    """Run `sql` over `{fts}`, the FTS5 table of `corpus`: its ids and ranks of all scopes, no text.

    `db` is the connection of a `Reader`; `sql` is a constant.
    """
    return _get_guarded(db).read(sql.format(fts=corpus.fts), parameters)


def list_segments(db: Session, corpus: Corpus) -> list[int]:
    """List the segments that are ready."""
    return [row["id"] for row in _read(db, corpus, _SEGMENTS, corpus=corpus.name)]


def load_headers(db: Session, corpus: Corpus, segments: Sequence[int]) -> Sequence[Row]:
    """Load the packed rows of segments."""
    return _read(db, corpus, _HEADERS, segments=json.dumps(list(segments)))


def list_removed(db: Session, corpus: Corpus, since: int) -> tuple[str, str]:
    """List the removals after `since`, and in the same order the rows that they removed."""
    ((removals, rows),) = _read(db, corpus, _REMOVED, corpus=corpus.name, since=since)
    return removals or "", rows or ""


def count_tail(db: Session, corpus: Corpus, most: int) -> int:
    """Count the rows that are in no segment, up to `most`."""
    ((count,),) = _read(db, corpus, _TAIL_COUNT, most=most)
    return int(count)


def load_tail(db: Session, corpus: Corpus, since: int) -> Sequence[Row]:
    """Load hashes and counts of the rows of the tail after the place `since`."""
    return _read(db, corpus, _TAIL, since=since)


def load_tail_words(db: Session, corpus: Corpus) -> Sequence[Row]:
    """Load the terms of the rows of the tail, to count some of them."""
    return _read(db, corpus, _TAIL_WORDS)


def load_postings(db: Session, corpus: Corpus, wanted: Sequence[Wanted]) -> Sequence[Row]:
    """Load the postings of terms; `key` is the place in `wanted`."""
    return _read(db, corpus, _POSTINGS, wanted=json.dumps(wanted))


def load_postings_of_beginning(
    db: Session, corpus: Corpus, segments: Sequence[int], beginning: str
) -> Sequence[Row]:
    """Load the postings of all terms of text and title that begin like this."""
    return _read(
        db,
        corpus,
        _BEGINNING,
        segments=json.dumps(list(segments)),
        first=beginning,
        last=beginning + LAST,
    )


def find_last_removal(db: Session, corpus: Corpus) -> int:
    """Return the last removal from a corpus."""
    ((last,),) = _read(db, corpus, _LAST_REMOVAL, corpus=corpus.name)
    return int(last)


def find_first_removal(db: Session, corpus: Corpus) -> int:
    """Return the first removal that is kept: whoever knows only earlier ones reads all again."""
    ((first,),) = _read(db, corpus, _FIRST_REMOVAL, corpus=corpus.name)
    return int(first)


def load_signs(db: Session, corpus: Corpus, model: str) -> Sequence[Row]:
    """Load the blocks of signs, in their order."""
    return _read(db, corpus, _SIGNS, corpus=corpus.name, model=model)


def list_new_vectors(
    db: Session, corpus: Corpus, model: str, since: int, limit: int
) -> Sequence[Row]:
    """List the next vectors after `since`, in the order in which they were stored."""
    return _read(
        db, corpus, _NEW_VECTORS, corpus=corpus.name, model=model, since=since, limit=limit
    )


def load_vectors(db: Session, corpus: Corpus, model: str, rows: Sequence[int]) -> Sequence[Row]:
    """Load the vectors of these rows, of those that have one, with the scopes that find them."""
    wanted = json.dumps(list(rows))
    return _read(db, corpus, _THESE_VECTORS, corpus=corpus.name, model=model, rows=wanted)


def list_visible_rows(db: Session, visibility: Visibility, corpus: Corpus) -> ListedRows:
    """List the rows in the scopes of `visibility`."""
    if visibility.everything:
        ((ids, lengths),) = _read(db, corpus, _ALL_ROWS)
    else:
        tokens = json.dumps(sorted(map(build_scope_token, visibility.scopes)))
        ((ids, lengths),) = _read(db, corpus, _VISIBLE_ROWS, tokens=tokens)
    ((last,),) = _read(db, corpus, _LAST_ROW)
    return ListedRows(ids or "", lengths or "", last)


def list_occurrences(
    db: Session, corpus: Corpus, term: str, fields: str, prefix: bool = False
) -> str:
    """List the id of each row that a term is in, as often as it is, negative for the side field.

    They are those of all scopes, and no text: who counts them takes the visible ones.
    """
    sql = _OCCURRENCES.replace("{wanted}", _PREFIX if prefix else _TERM)
    last = term + LAST
    ((rows,),) = _read(db, corpus, f"{sql} {fields}", first=term, last=last)
    return rows or ""


def list_rows_with_tokens(db: Session, corpus: Corpus, tokens: Sequence[str]) -> str:
    """List the ids of the rows of all scopes that have these tokens in their acl."""
    wanted = " AND ".join(f'acl : "{token}"' for token in tokens)
    ((rows,),) = match(db, corpus, _WITH_TOKENS, wanted=wanted)
    return rows or ""


def _read(db: Session, corpus: Corpus, sql: str, /, **parameters: Parameter) -> Sequence[Row]:
    """Run `sql`, one of the texts above, which returns ids and numbers only."""
    guarded = _get_guarded(db)
    text = sql.format(
        door=f"visible_{guarded.secret}",
        corpus=corpus.name,
        terms=corpus.terms,
        tail=corpus.tail,
        vocab=corpus.vocab,
    )
    return guarded.read(text, parameters)


def _get_guarded(db: Session) -> GuardedConnection:
    if not isinstance(db, GuardedConnection):
        raise TypeError("only the connection of a reader looks at scopes")
    return db
