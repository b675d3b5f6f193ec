"""FTS5 alone, over our terms and with our weights."""

from collections.abc import Iterator

from bench.search.engines import LIMIT, Ask
from indexer.scopes import Visibility
from indexer.search.query import Query, SearchFilter, Term, is_in_other_fields, parse_query
from indexer.store.corpus import PASSAGES
from indexer.store.database import Database
from indexer.store.door import match


def open_bare_fts(database: Database) -> Ask:
    sql = (
        f"SELECT rowid, bm25({PASSAGES.fts}, 1, 3, 1, 0) AS rank FROM {PASSAGES.fts}"  # noqa: S608 - our names
        f" WHERE {PASSAGES.fts} MATCH :wanted ORDER BY rank LIMIT :limit"
    )
    within = SearchFilter(Visibility.unrestricted())

    async def ask(question: str) -> object:
        expression = _format_match(parse_query(question), within)
        return await database.reader.run(
            lambda db: match(db, PASSAGES, sql, wanted=expression, limit=LIMIT)
        )

    return ask


def _format_match(query: Query, within: SearchFilter) -> str:
    """Format the FTS5 expression for rows that the filter lets through; terms are quoted."""
    acl = [
        f"acl : ({' OR '.join(map(_quote, sorted(each)))})"  # not translated: FTS5's language
        for each in within.list_tokens()
    ]
    return " AND ".join((f"({' OR '.join(_format_weighted(query))})", *acl))


def _choose_fields(query: Query) -> str:
    """Return the fields that contain the terms of the query."""
    return "{main side common}" if query.common else "{main side}"


def _format_weighted(query: Query) -> Iterator[str]:
    fields = _choose_fields(query)
    for each in query.terms:
        # FTS5 counts a repeated term twice.
        yield from list(_format_forms(each, fields)) * each.weight


def _format_forms(term: Term, fields: str) -> Iterator[str]:
    for form in term.forms:
        found = _quote(form) + ("*" if term.prefix else "")
        yield f"{fields} : {found}" if term.prefix or is_in_other_fields(form) else found


def _quote(form: str) -> str:
    return '"' + form.replace('"', '""') + '"'
