"""Undo rows stay readable: their JSON keeps the names of the version that wrote it."""

import json

from msgspec.structs import replace

from indexer.scopes import Scope
from indexer.store.rows import TranscriptTurn
from memory.conversations.recorder import RecordedTurns
from memory.fact import Fact, FactChange, FactValue, Provenance
from memory.facts.ledger import FactRecords
from memory.forgetting import undo
from memory.forgetting.plan import Erasure, SectionChange, Window
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START

SCOPE = Scope.of_chat(ANN)
OLD_VALUE = {
    "content": "likes coffee",
    "title": "",
    "summary": "",
    "type": "note",
    "retention": "long_term",
    "importance": 5,
    "tags": [],
    "key": "",
    "expires_at": None,
    "pinned": False,
    "validity": {"since": "", "until": "", "occurs": ""},
}
OLD_PROVENANCE = {
    "origin": "manual",
    "chat": "",
    "turn": "",
    "said": "",
    "author": "",
    "said_at": 0,
}
ADDED_SINCE = ("said_at", "validity", "turns", "reminders", "member")  # since earlier versions
STORED = {
    "notes": [{"before": "- likes tea", "after": ""}],
    "windows": [{"chat": "telegram:1", "messages": []}],
    "summaries": {"before": [], "after": []},
    "sources": [],
    "items": {
        "items": [
            {
                "id": "a1",
                "scope": {"label": SCOPE.label},
                "statement": {**OLD_VALUE, "content": "likes tea", "tags": ["t"], "expires_at": 9},
                "created_at": 1,
                "updated_at": 2,
                "ground": {
                    "origin": "tool",
                    "chat": "telegram:1",
                    "turn": "m1",
                    "said": "I like tea",
                    "author": "Ann",
                    "said_at": 0,
                },
                "deleted_at": None,
            }
        ],
        "changes": [
            {
                "number": 7,
                "item": "a1",
                "scope": {"label": SCOPE.label},
                "action": "changed",
                "changed_at": 2,
                "before": {
                    "id": "a1",
                    "scope": {"label": SCOPE.label},
                    "statement": OLD_VALUE,
                    "created_at": 1,
                    "updated_at": 1,
                    "ground": OLD_PROVENANCE,
                    "deleted_at": None,
                },
            }
        ],
    },
    "reminders": [],
    "turns": [
        {
            "chat": "telegram:1",
            "turns": [
                {
                    "message_id": "user:m1",
                    "speaker": "USER",
                    "text": "I like tea",
                    "said_at": "2026-11-21T09:30:00.000Z",
                    "session": "2026-11-21",
                    "position": 4,
                }
            ],
        }
    ],
    "member": "",
}


TURN = TranscriptTurn("user:m1", "USER", "I like tea", "2026-11-21T09:30:00.000Z", "2026-11-21", 4)


def erasure() -> Erasure:
    said = Provenance("tool", ANN, "m1", "I like tea", "Ann")
    value = FactValue("likes tea", tags=("t",), expires_at=9)
    before = Fact("a1", SCOPE, FactValue("likes coffee"), 1, 1)
    return Erasure(
        notes=(SectionChange("- likes tea", ""),),
        windows=(Window(ANN, ()),),
        facts=FactRecords(
            (Fact("a1", SCOPE, value, 1, 2, said),),
            (FactChange(7, "a1", SCOPE, "changed", 2, before),),
        ),
        turns=(RecordedTurns(ANN, (TURN,)),),
    )


async def test_an_undo_row_keeps_the_names_under_which_it_is_stored(world: World) -> None:
    async with world.database.transaction() as db:
        await undo.save(db, SCOPE, ANN, erasure(), START)
        (row,) = await db.execute_fetchall("SELECT content FROM forgotten")
    assert json.loads(row["content"]) == STORED


def strip_new_names(stored: object) -> object:
    if isinstance(stored, dict):
        kept = {key: each for key, each in stored.items() if key not in ADDED_SINCE}
        return {key: strip_new_names(each) for key, each in kept.items()}
    return [strip_new_names(each) for each in stored] if isinstance(stored, list) else stored


async def test_an_undo_row_of_an_earlier_version_is_read(world: World) -> None:
    async with world.database.transaction() as db:
        await db.execute(
            "INSERT INTO forgotten (scope, chat, state, forgotten_at, content)"
            " VALUES (?, ?, 'kept', ?, ?)",
            (SCOPE.label, ANN, int(START.timestamp()), json.dumps(strip_new_names(STORED))),
        )
        record = await undo.find_latest(db, SCOPE, START)
    assert record is not None
    assert record.erasure == replace(erasure(), turns=())
