"""Recorded conversations in the three forms that other programs leave them in."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.ingest.transcripts import UnreadableTranscriptError, parse_turns
from indexer.store.rows import TranscriptTurn


def test_json_lines_keep_their_ids_speakers_times_and_sessions() -> None:
    lines = [
        {"id": "D1:1", "speaker": "Ann", "text": "Hi", "timestamp": "8 May", "session": 1},
        {"id": "D1:2", "speaker": "Bob", "text": "Hello", "timestamp": "8 May", "session": 1},
        {"id": "D2:1", "speaker": "Ann", "text": "Again", "timestamp": "9 May", "session": 2},
    ]
    assert parse_turns("\n".join(map(json.dumps, lines)) + "\n") == [
        TranscriptTurn("D1:1", "Ann", "Hi", "8 May", "1", 0),
        TranscriptTurn("D1:2", "Bob", "Hello", "8 May", "1", 1),
        TranscriptTurn("D2:1", "Ann", "Again", "9 May", "2", 0),
    ]


def test_one_json_line_is_enough() -> None:
    assert parse_turns('{"id": "a", "text": "Hi", "speaker": "Ann"}') == [
        TranscriptTurn("a", "Ann", "Hi")
    ]


@pytest.mark.spec("S0-24")
def test_a_session_file_becomes_user_and_assistant() -> None:
    session = {
        "sessionId": "s1",
        "messages": [
            {"id": "m1", "type": "user", "content": "where is it?", "timestamp": "2026-01-01"},
            {"id": "m2", "type": "gemini", "content": [{"text": "In"}, {"text": "Graz."}]},
            {"id": "m3", "type": "gemini", "content": ""},
            {"role": "user", "content": "ok"},
        ],
    }
    assert parse_turns(json.dumps(session, indent=1)) == [
        TranscriptTurn("m1", "USER", "where is it?", "2026-01-01", "s1", 0),
        TranscriptTurn("m2", "ASSISTANT", "In\nGraz.", "", "s1", 1),
        TranscriptTurn("3", "USER", "ok", "", "s1", 2),
    ]


def test_a_list_of_messages_is_a_session_too() -> None:
    found = parse_turns('[{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]')
    assert [(turn.speaker, turn.text) for turn in found] == [("USER", "a"), ("ASSISTANT", "b")]


def test_told_text_is_cut_at_its_speakers() -> None:
    found = parse_turns("USER: short\nASSISTANT: two\n\nparagraphs\nUSER: he said USER: no\n")
    assert [(turn.speaker, turn.text) for turn in found] == [
        ("USER", "short"),
        ("ASSISTANT", "two\n\nparagraphs"),
        ("USER", "he said USER: no"),
    ]


def test_no_id_stands_for_two_messages() -> None:
    found = parse_turns('{"id": 1, "text": "a"}\n{"id": 1, "text": "b"}\n{"id": 1, "text": "c"}')
    assert [turn.message_id for turn in found] == ["1", "1~1", "1~2"]


def test_an_empty_file_has_no_turns() -> None:
    assert parse_turns(" \n") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("just words", "neither JSON"),
        ('{"id": 1, "text": "a"}\n{broken', "line 2"),
        ('["a"]', "entry 1"),
        ('{"messages": "a"}', "not a list"),
        ("[" * 100_000, "nested|line 1"),
        ('[{"id": 1' + "0" * 5000 + "}]", "line 1"),
        ('{"id": "1", "text": "a"}\n{"id": 1' + "0" * 5000 + "}", "line 2"),
    ],
)
def test_what_is_no_transcript_is_said(text: str, why: str) -> None:
    with pytest.raises(UnreadableTranscriptError, match=why):
        parse_turns(text)


@given(
    st.text(max_size=80) | st.recursive(st.none() | st.text(max_size=5), st.lists).map(json.dumps)
)
@settings(max_examples=80, deadline=None)
def test_any_text_gives_turns_or_a_reason(text: str) -> None:
    try:
        ids = [turn.message_id for turn in parse_turns(text)]
    except UnreadableTranscriptError:
        return
    assert len(ids) == len(set(ids))
