"""The only way to read stored text for a person: a query sees no row that they may not see."""

import json
from collections.abc import Sequence

from msgspec import Struct

from indexer.scopes import Visibility
from indexer.store import across
from indexer.store.connection import Reader
from indexer.store.corpus import Corpus, build_scope_token
from indexer.store.engine.session import Across, Guarded, Parameter, Row, Session

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


_TAIL_WORDS = """
    WITH {door} AS (
        SELECT t.id, t.main, t.side, t.common
        FROM {tail} y CROSS JOIN {terms} t WHERE t.id = y.row
    ) SELECT * FROM {door}
"""


# The ids are made first: PostgreSQL uses no index of a guarded table for a cast in the join.
THESE_ROWS = (
    " SELECT visible.* FROM (SELECT CAST(value AS BIGINT) AS id FROM json_each(:rows) LIMIT 100000)"
    " AS wanted JOIN visible ON visible.id = wanted.id"
)
Wanted = tuple[int, int, str]  # segment, field, term


class ListedRows(Struct, frozen=True):
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
    return guarded.read(statement + sql, {**parameters, **seen}, visibility)


def match(db: Session, corpus: Corpus, sql: str, /, **parameters: Parameter) -> Sequence[Row]:
    """Run `sql` over `{fts}`, the FTS5 table of `corpus`: its ids and ranks of all scopes, no text.

    `db` is the connection of a `Reader`; `sql` is a constant.
    """
    return _get_guarded(db).read(sql.format(fts=corpus.fts), parameters, None)


def list_segments(db: Session, corpus: Corpus) -> list[int]:
    """List the segments that are ready."""
    return [row["id"] for row in _read_across(db, corpus, across.SEGMENTS, corpus=corpus.name)]


def load_headers(db: Session, corpus: Corpus, segments: Sequence[int]) -> Sequence[Row]:
    """Load the packed rows of segments."""
    return _read_across(db, corpus, across.HEADERS, segments=json.dumps(list(segments)))


def list_removed(db: Session, corpus: Corpus, since: int) -> tuple[str, str]:
    """List the removals after `since`, and in the same order the rows that they removed."""
    ((removals, rows),) = _read_across(db, corpus, across.REMOVED, corpus=corpus.name, since=since)
    return removals or "", rows or ""


def count_tail(db: Session, corpus: Corpus, most: int) -> int:
    """Count the rows that are in no segment, up to `most`."""
    ((count,),) = _read_across(db, corpus, across.TAIL_COUNT, most=most)
    return int(count)


def load_tail(db: Session, corpus: Corpus, since: int) -> Sequence[Row]:
    """Load hashes and counts of the rows of the tail after the place `since`."""
    return _read_across(db, corpus, across.TAIL, since=since)


def load_tail_words(db: Session, corpus: Corpus, visibility: Visibility) -> Sequence[Row]:
    """Load the terms of the rows of the tail, to count some of them; at least of visible rows."""
    return _read(db, corpus, _TAIL_WORDS, visibility)


def load_postings(db: Session, corpus: Corpus, wanted: Sequence[Wanted]) -> Sequence[Row]:
    """Load the postings of terms; `key` is the place in `wanted`."""
    return _read_across(db, corpus, across.POSTINGS, wanted=json.dumps(wanted))


def load_postings_of_beginning(
    db: Session, corpus: Corpus, segments: Sequence[int], beginning: str
) -> Sequence[Row]:
    """Load the postings of all terms of text and title that begin like this."""
    return _read_across(
        db,
        corpus,
        across.BEGINNING,
        segments=json.dumps(list(segments)),
        first=beginning,
        last=beginning + LAST,
    )


def find_last_removal(db: Session, corpus: Corpus) -> int:
    """Return the last removal from a corpus."""
    ((last,),) = _read_across(db, corpus, across.LAST_REMOVAL, corpus=corpus.name)
    return int(last)


def find_first_removal(db: Session, corpus: Corpus) -> int:
    """Return the first removal that is kept: whoever knows only earlier ones reads all again."""
    ((first,),) = _read_across(db, corpus, across.FIRST_REMOVAL, corpus=corpus.name)
    return int(first)


def load_signs(db: Session, corpus: Corpus, model: str) -> Sequence[Row]:
    """Load the blocks of signs, in their order."""
    return _read_across(db, corpus, across.SIGNS, corpus=corpus.name, model=model)


def list_new_vectors(
    db: Session, corpus: Corpus, model: str, since: int, limit: int
) -> Sequence[Row]:
    """List the next vectors after `since`, in the order in which they were stored."""
    return _read_across(
        db, corpus, across.NEW_VECTORS, corpus=corpus.name, model=model, since=since, most=limit
    )


def load_vectors(db: Session, corpus: Corpus, model: str, rows: Sequence[int]) -> Sequence[Row]:
    """Load the vectors of these rows, of those that have one, with the scopes that find them."""
    wanted = json.dumps(list(rows))
    return _read_across(
        db, corpus, across.THESE_VECTORS, corpus=corpus.name, model=model, rows=wanted
    )


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


def _read_across(
    db: Session, corpus: Corpus, wanted: Across, /, **parameters: Parameter
) -> Sequence[Row]:
    return _get_guarded(db).read_across(wanted, corpus, parameters)


def _read(
    db: Session,
    corpus: Corpus,
    sql: str,
    seen: Visibility | None = None,
    /,
    **parameters: Parameter,
) -> Sequence[Row]:
    """Run `sql`, one of the texts above, which returns no text but words that are counted."""
    guarded = _get_guarded(db)
    text = sql.format(
        door=f"visible_{guarded.secret}",
        corpus=corpus.name,
        terms=corpus.terms,
        tail=corpus.tail,
        vocab=corpus.vocab,
    )
    return guarded.read(text, parameters, seen)


def _get_guarded(db: Session) -> Guarded:
    if not isinstance(db, Guarded):
        raise TypeError("only the connection of a reader looks at scopes")
    return db
