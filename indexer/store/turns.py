"""Turns of recorded conversations as rows, inside a transaction of the writer, in its thread."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed

from indexer.scopes import Scope
from indexer.store.corpus import TURNS, conversation_token, scope_token
from indexer.store.rows import TranscriptTurn
from indexer.store.terms import Terms, Wording, terms_of, terms_of_file, update_terms
from indexer.text.languages import detect_language

NEIGHBOURS = 2  # turns before and after, of the same session, whose words help to find a turn

_UPSERT = """
    INSERT INTO transcripts (file_id, message_id, conversation, session, position, speaker,
        said_at, content, scope) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (file_id, message_id) DO UPDATE SET conversation = excluded.conversation,
        session = excluded.session, position = excluded.position, speaker = excluded.speaker,
        said_at = excluded.said_at, content = excluded.content, scope = excluded.scope
"""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A turn with its terms, ready to be written."""

    turn: TranscriptTurn
    terms: Terms


def prepare(scope: Scope, conversation: str, turns: Sequence[TranscriptTurn]) -> list[Prepared]:
    """Analyse a conversation; turns of one session stand in the order they were said."""
    language = detect_language(" ".join(turn.text for turn in turns[:50]))
    acl = [scope_token(scope), conversation_token(conversation)]
    said = [spoken(turn) for turn in turns]
    return [
        Prepared(turn, terms_of(TURNS, Wording(said[n], _around(turns, said, n)), acl, language))
        for n, turn in enumerate(turns)
    ]


def spoken(turn: TranscriptTurn) -> str:
    """A turn as it is searched: when it was said and by whom belong to it."""
    return f"{turn.said_at} {turn.speaker}: {turn.text}"


def _around(turns: Sequence[TranscriptTurn], said: Sequence[str], n: int) -> str:
    near = range(max(0, n - NEIGHBOURS), min(len(turns), n + NEIGHBOURS + 1))
    return "\n".join(said[m] for m in near if m != n and turns[m].session == turns[n].session)


def replace(
    db: sqlite3.Connection,
    file_id: int,
    scope: Scope,
    conversation: str,
    prepared: Sequence[Prepared],
) -> None:
    """Make `prepared` the turns of a file; those that stay keep their rows."""
    db.execute(
        "DELETE FROM transcripts WHERE file_id = ?"
        " AND message_id NOT IN (SELECT value FROM json_each(?))",
        (file_id, json.dumps([each.turn.message_id for each in prepared])),
    )
    db.executemany(
        _UPSERT,
        [_row(each.turn, file_id, scope, conversation) for each in prepared],
    )
    rows = db.execute("SELECT id, message_id FROM transcripts WHERE file_id = ?", (file_id,))
    row_of = {row["message_id"]: int(row["id"]) for row in rows}
    wanted = {row_of[each.turn.message_id]: each.terms for each in prepared}
    update_terms(db, TURNS, wanted)


def _row(turn: TranscriptTurn, file_id: int, scope: Scope, conversation: str) -> tuple[object, ...]:
    return (
        file_id,
        turn.message_id,
        conversation,
        turn.session,
        turn.position,
        turn.speaker,
        turn.said_at,
        turn.text,
        scope.label,
    )


def relabel(db: sqlite3.Connection, file_id: int, scope: Scope) -> None:
    """Move a file's turns to another scope."""
    db.execute("UPDATE transcripts SET scope = ? WHERE file_id = ?", (scope.label, file_id))
    terms = terms_of_file(db, TURNS, file_id)
    own = scope_token(scope)
    moved = {
        row: changed(each, acl=" ".join((own, each.acl.split()[-1]))) for row, each in terms.items()
    }
    update_terms(db, TURNS, moved)
