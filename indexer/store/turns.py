"""Writes turns of recorded conversations, inside a transaction of the writer, in its thread."""

import json
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from indexer.scopes import Scope
from indexer.store.corpus import TURNS, build_conversation_token, build_scope_token
from indexer.store.engine.session import Session
from indexer.store.rows import TranscriptTurn, build_turn
from indexer.store.terms import (
    AnalyzedWording,
    Terms,
    build_terms,
    load_file_terms,
    update_terms,
)
from indexer.text.analyzer import AnalyzedText, analyze
from indexer.text.languages import detect_language

NEIGHBOURS = 2  # turns of the same session before and after, whose words help to find a turn

_UPSERT = """
    INSERT INTO transcripts (file_id, message_id, conversation, session, position, speaker,
        said_at, content, scope) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (file_id, message_id) DO UPDATE SET conversation = excluded.conversation,
        session = excluded.session, position = excluded.position, speaker = excluded.speaker,
        said_at = excluded.said_at, content = excluded.content, scope = excluded.scope
"""


class AnalyzedTurn(Struct, frozen=True):
    """A turn with its terms, ready to be written."""

    turn: TranscriptTurn
    terms: Terms


def analyze_turns(
    scope: Scope, conversation: str, turns: Sequence[TranscriptTurn], since: int = 0
) -> list[AnalyzedTurn]:
    """Analyze a conversation, of which the turns from number `since` are returned.

    The turns of a session are in the order they were said. Each text is analyzed once, also where
    it is a neighbour of others.
    """
    language = detect_language(" ".join(turn.text for turn in turns[:50]))
    acl = [build_scope_token(scope), build_conversation_token(conversation)]
    said = [analyze(format_turn(turn), language) for turn in turns]
    return [
        AnalyzedTurn(turns[n], build_terms(TURNS, _join_neighbours(turns, said, n), acl, language))
        for n in range(max(since, 0), len(turns))
    ]


def format_turn(turn: TranscriptTurn) -> str:
    """Return the searched text of a turn, with its time and its speaker."""
    return f"{turn.said_at} {turn.speaker}: {turn.text}"


def _join_neighbours(
    turns: Sequence[TranscriptTurn], said: Sequence[AnalyzedText], n: int
) -> AnalyzedWording:
    near = range(max(0, n - NEIGHBOURS), min(len(turns), n + NEIGHBOURS + 1))
    same = [said[m] for m in near if m != n and turns[m].session == turns[n].session]
    return AnalyzedWording(said[n], AnalyzedText.join(same))


def replace_turns(
    db: Session,
    file_id: int,
    scope: Scope,
    conversation: str,
    analyzed: Sequence[AnalyzedTurn],
) -> None:
    """Make `analyzed` all the turns of a file; those that stay keep their rows."""
    db.execute(
        "DELETE FROM transcripts WHERE file_id = ?"
        " AND message_id NOT IN (SELECT value FROM json_each(?))",
        (file_id, json.dumps([each.turn.message_id for each in analyzed])),
    )
    db.executemany(
        _UPSERT,
        [_build_row(each.turn, file_id, scope, conversation) for each in analyzed],
    )
    rows = db.execute("SELECT id, message_id FROM transcripts WHERE file_id = ?", (file_id,))
    row_of = {row["message_id"]: int(row["id"]) for row in rows}
    wanted = {row_of[each.turn.message_id]: each.terms for each in analyzed}
    update_terms(db, TURNS, wanted)


def append_turns(
    db: Session,
    file_id: int,
    scope: Scope,
    conversation: str,
    turns: Sequence[TranscriptTurn],
) -> None:
    """Add turns at the end of a file, all of one session, except those that it has."""
    known = _find_rows(db, file_id, [each.message_id for each in turns])
    last = _load_last(db, file_id, 2 * NEIGHBOURS)
    first = last[-1].position + 1 if last else 0
    missing = [each for each in turns if each.message_id not in known]
    new = [replace(each, position=first + n) for n, each in enumerate(missing)]
    together = [*last, *new]
    since = len(together) - len(new) - NEIGHBOURS
    analyzed = analyze_turns(scope, conversation, together, since)
    db.executemany(_UPSERT, [_build_row(each, file_id, scope, conversation) for each in new])
    wanted = {each.turn.message_id: each.terms for each in analyzed}
    if new:
        rows = _find_rows(db, file_id, list(wanted))
        update_terms(db, TURNS, {row: wanted[message_id] for message_id, row in rows.items()})


def _find_rows(db: Session, file_id: int, message_ids: Sequence[str]) -> dict[str, int]:
    """Return the rows of those turns that the file has, by their message ids."""
    rows = db.execute(
        "SELECT id, message_id FROM transcripts WHERE file_id = ?"
        " AND message_id IN (SELECT value FROM json_each(?))",
        (file_id, json.dumps(message_ids)),
    )
    return {row["message_id"]: int(row["id"]) for row in rows}


def _load_last(db: Session, file_id: int, count: int) -> list[TranscriptTurn]:
    rows = db.execute(
        "SELECT * FROM transcripts WHERE file_id = ? ORDER BY session DESC, position DESC LIMIT ?",
        (file_id, count),
    ).fetchall()
    return [build_turn(row) for row in reversed(rows)]


def _build_row(
    turn: TranscriptTurn, file_id: int, scope: Scope, conversation: str
) -> tuple[object, ...]:
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


def relabel_turns(db: Session, file_id: int, scope: Scope, conversation: str = "") -> None:
    """Move the turns of a file to another scope, and to `conversation` if that is given."""
    db.execute(
        "UPDATE transcripts SET scope = ?1, conversation = iif(?2 = '', conversation, ?2)"
        " WHERE file_id = ?3",
        (scope.label, conversation, file_id),
    )
    terms = load_file_terms(db, TURNS, file_id)
    own = build_scope_token(scope)
    token = build_conversation_token(conversation) if conversation else ""
    moved = {
        row: replace(each, acl=" ".join((own, token or each.acl.split()[-1])))
        for row, each in terms.items()
    }
    update_terms(db, TURNS, moved)
