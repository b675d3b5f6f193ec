"""Row-level security: what the reader's login may see, whatever statement it runs.

A guarded row shows itself in a transaction that names its scope, and in no other; where nothing is
named, nothing is seen. Tables without a scope are closed to that login. What is computed across all
scopes comes from functions of the owner: ids, numbers and vectors, never a word.

It stands behind the door, not in its place: a statement that names scopes by itself sees them.
"""

from collections.abc import Iterable, Iterator, Sequence

from psycopg.sql import Identifier

from indexer.store.authorizer import Readable
from indexer.store.corpus import Corpus
from indexer.store.engine.postgresql.place import SCHEMA
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.postgresql.statements import write_body
from indexer.store.engine.session import Across

_SEES_ALL = "(SELECT current_setting('multis.everything', true)) = '1'"
_LISTED = (
    "ANY ((SELECT ARRAY(SELECT json_array_elements_text("
    "CAST(coalesce(nullif(current_setting('multis.{setting}', true), ''), '[]') AS json))))"
    "::text[])"
)
_SCOPES, _TOKENS = _LISTED.format(setting="scopes"), _LISTED.format(setting="tokens")
_BY_SCOPE = f"{_SEES_ALL} OR scope = {_SCOPES}"  # not translated: SQL
_BY_ACL = f"{_SEES_ALL} OR substr(acl, 1, 17) = {_TOKENS}"  # not translated: SQL
_POLICIES = {"scope": _BY_SCOPE, "acl": _BY_ACL}


def isolate(
    db: PostgresSession,
    reader: str,
    readable: Readable,
    corpora: Sequence[Corpus],
    across: Iterable[Across],
) -> None:
    """Let the login `reader` see what it may, and nothing else; in a transaction of the owner."""
    role = _quote(reader)
    db.run_as_is(f"REVOKE ALL ON ALL TABLES IN SCHEMA {SCHEMA} FROM PUBLIC, {role}")
    db.run_as_is(f"REVOKE ALL ON ALL FUNCTIONS IN SCHEMA {SCHEMA} FROM PUBLIC, {role}")
    db.run_as_is(f"REVOKE ALL ON SCHEMA {SCHEMA} FROM {role}")
    db.run_as_is(f"GRANT USAGE ON SCHEMA {SCHEMA} TO {role}")
    for name in HARMLESS:
        db.run_as_is(f"GRANT EXECUTE ON FUNCTION {name} TO {role}")
    tails = {corpus.tail for corpus in corpora}
    for table in sorted(readable.plain | (readable.visible & tails)):
        db.run_as_is(f"GRANT SELECT ON {table} TO {role}")
    for table, column in _list_guarded(db, readable.visible):
        _guard(db, table, column, role)
    for each in across:
        for corpus in corpora:
            _create(db, each, corpus, role)


HARMLESS = (
    "json_each(text)",
    "json_extract(text, text)",
    "iif(boolean, anyelement, anyelement)",
    "join_text(text, text, text)",
    "list_numbers(bigint[])",
    "group_concat(text, text)",
    "group_concat(bigint)",
)


def _list_guarded(db: PostgresSession, tables: Iterable[str]) -> Iterator[tuple[str, str]]:
    """List the tables with a column that says who may see a row, with that column."""
    rows = db.execute(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = ? AND column_name IN ('scope', 'acl') ORDER BY 1",
        (SCHEMA,),
    ).fetchall()
    wanted = set(tables) - {"segments", "signs"}  # whose `acl` is that of many rows
    yield from ((str(table), str(column)) for table, column in rows if table in wanted)


def _guard(db: PostgresSession, table: str, column: str, role: str) -> None:
    db.run_as_is(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    db.run_as_is(f"DROP POLICY IF EXISTS visible ON {table}")
    db.run_as_is(
        f"CREATE POLICY visible ON {table} FOR SELECT TO {role} USING ({_POLICIES[column]})"
    )
    db.run_as_is(f"GRANT SELECT ON {table} TO {role}")


def _create(db: PostgresSession, across: Across, corpus: Corpus, role: str) -> None:
    """Create the function that computes this across all scopes, with the owner's rights."""
    takes = ", ".join(f"{name} {kind}" for name, kind in across.takes)
    kinds = ", ".join(kind for _, kind in across.takes)
    name = across.build_name(corpus)
    body = write_body(across.build_text(corpus, "found"), [name for name, _ in across.takes])
    db.run_as_is(f"DROP FUNCTION IF EXISTS {name} ({kinds})")
    db.run_as_is(
        f"CREATE FUNCTION {name} ({takes}) RETURNS TABLE ({_quote_columns(across.returns)})"
        " LANGUAGE sql STABLE"
        f" SECURITY DEFINER SET search_path = {SCHEMA}, pg_catalog, pg_temp AS $body$ {body} $body$"
    )
    db.run_as_is(f"REVOKE ALL ON FUNCTION {name} ({kinds}) FROM PUBLIC")
    db.run_as_is(f"GRANT EXECUTE ON FUNCTION {name} ({kinds}) TO {role}")


def _quote_columns(declared: str) -> str:
    columns = [each.split(" ") for each in declared.split(", ")]
    return ", ".join(f"{_quote(name)} {kind}" for name, kind in columns)


def _quote(name: str) -> str:
    return Identifier(name).as_string()
