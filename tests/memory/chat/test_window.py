import json
from pathlib import Path

import pytest

from indexer.scopes import Scope
from memory.chat import window
from memory.chat.folders import ChatFolder
from memory.chat.known_windows import read_window, record_exchange
from memory.messages import decode, encode
from tests.memory.conversation import turn

LIMIT = 400


@pytest.fixture
def folder(tmp_path: Path) -> ChatFolder:
    return ChatFolder(tmp_path, "telegram:7", Scope.of_chat("telegram:7"))


def log_text(folder: ChatFolder) -> str:
    return folder.log_file(turn(0).asked_at.date()).read_text()


@pytest.mark.spec("S4-75", "S4-76")
def test_recent_json_is_an_array_of_role_content_timestamp(folder: ChatFolder) -> None:
    window.record(folder, turn(1, "hello", "hi"), LIMIT)
    items = json.loads(folder.recent.read_text())
    assert [(item["role"], item["content"], item["timestamp"]) for item in items] == [
        ("user", "hello", "2026-11-21T09:31:00.000Z"),
        ("assistant", "hi", "2026-11-21T09:31:02.000Z"),
    ]


@pytest.mark.spec("S4-101", "S4-102")
def test_the_log_is_as_specified(folder: ChatFolder) -> None:
    window.record(folder, turn(1, "hello\nthere", "hi"), LIMIT)
    window.record(folder, turn(2, "bye", "see you"), LIMIT)
    assert log_text(folder) == (
        "### 09:31:00 [user]\nhello\nthere\n\n"
        "### 09:31:02 [assistant]\nhi\n\n"
        "### 09:32:00 [user]\nbye\n\n"
        "### 09:32:02 [assistant]\nsee you\n\n"
    )


@pytest.mark.spec("S4-71")
def test_the_profile_names_platform_scope_and_times(folder: ChatFolder) -> None:
    window.record(folder, turn(1), LIMIT)
    window.record(folder, turn(2), LIMIT)
    profile = json.loads(folder.profile.read_text())
    assert profile["platform"] == "telegram"
    assert profile["scope"] == "user:telegram:7"
    assert profile["created_at"] == "2026-11-21T09:31:02.000Z"
    assert profile["last_active"] == "2026-11-21T09:32:02.000Z"


@pytest.mark.spec("S4-76")
def test_a_message_is_recorded_once(folder: ChatFolder) -> None:
    assert window.record(folder, turn(1), LIMIT) == window.RecordResult(True, 2)
    assert window.record(folder, turn(1), LIMIT) == window.RecordResult(False, 2)
    assert log_text(folder).count("question 1") == 1


def test_a_message_is_recorded_once_even_when_it_has_left_the_window(folder: ChatFolder) -> None:
    for number in range(20):
        window.record(folder, turn(number), LIMIT)
    window.trim(folder, {message.id for message in window.read(folder)})
    assert not window.record(folder, turn(3), LIMIT).new


def test_two_messages_with_the_same_words_are_two(folder: ChatFolder) -> None:
    window.record(folder, turn(1, "ok", "ok"), LIMIT)
    again = turn(1, "ok", "ok")
    window.record(folder, type(again)("other", "ok", "ok", again.asked_at, again.asked_at), LIMIT)
    assert log_text(folder).count("[user]\nok\n") == 2


def test_the_window_is_bounded_and_says_what_left_it(folder: ChatFolder) -> None:
    for number in range(10):
        window.record(folder, turn(number), limit=6)
    messages = window.read(folder)
    assert [message.content for message in messages][:2] == ["question 7", "answer 7"]
    assert window.read_profile(folder).dropped == 14


def test_half_an_emoji_does_not_stop_the_recording(folder: ChatFolder) -> None:
    window.record(folder, turn(1, "cut \ud83d", "fine"), LIMIT)
    assert window.read(folder)[0].content == "cut ?"


def test_who_said_what_is_kept(folder: ChatFolder) -> None:
    window.record(folder, turn(1, author="Ann", forwarded=True, quote="> foreign"), LIMIT)
    window.record(folder, turn(2, author="Bob", approved=False), LIMIT)
    ann, answer, bob, _ = window.read(folder)
    assert (ann.role, ann.author, ann.forwarded, ann.quote) == ("user", "Ann", True, "> foreign")
    assert (answer.role, bob.role) == ("assistant", "member")


@pytest.mark.parametrize("lost", ["nothing", "profile", "log", "half the log"])
def test_a_recording_cut_off_is_finished_and_not_doubled(folder: ChatFolder, lost: str) -> None:
    window.record(folder, turn(1), LIMIT)
    profile, log_before = folder.profile.read_text(), log_text(folder)
    window.record(folder, turn(2), LIMIT)
    whole = log_text(folder)
    log = folder.log_file(turn(0).asked_at.date())
    if lost != "nothing":
        folder.profile.write_text(profile)
    if lost == "log":
        log.write_text(log_before)
    if lost == "half the log":
        log.write_text(whole[:-20])
    assert not window.record(folder, turn(2), LIMIT).new
    assert log_text(folder) == whole
    window.record(folder, turn(3), LIMIT)
    assert log_text(folder).startswith(whole)
    assert len(window.read(folder)) == 6


def test_the_next_message_also_finishes_what_was_cut_off(folder: ChatFolder) -> None:
    window.record(folder, turn(1), LIMIT)
    folder.profile.unlink()
    folder.log_file(turn(0).asked_at.date()).unlink()
    window.record(folder, turn(2), LIMIT)
    assert log_text(folder).index("question 1") < log_text(folder).index("question 2")
    assert not window.record(folder, turn(1), LIMIT).new


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"{}",
        b"[1]",
        b'[{"role": "system", "content": "x", "timestamp": "2026-11-21T09:31:00Z"}]',
        b'[{"role": "user", "content": 5, "timestamp": "2026-11-21T09:31:00Z"}]',
        b'[{"role": "user", "content": "x", "timestamp": "yesterday"}]',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_damaged_window_is_kept_aside(folder: ChatFolder, damage: bytes) -> None:
    window.record(folder, turn(1), LIMIT)
    folder.recent.write_bytes(damage)
    window.record(folder, turn(2), LIMIT)
    assert folder.recent.with_name("recent.json.bad").read_bytes() == damage
    assert [message.content for message in window.read(folder)] == ["question 2", "answer 2"]
    assert not window.record(folder, turn(1), LIMIT).new


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"scope": "everything"}', b'{"mode": 1}'])
def test_a_damaged_profile_is_kept_aside(folder: ChatFolder, damage: bytes) -> None:
    window.record(folder, turn(1), LIMIT)
    folder.profile.write_bytes(damage)
    window.record(folder, turn(2), LIMIT)
    assert folder.profile.with_name("profile.json.bad").read_bytes() == damage
    assert not window.record(folder, turn(1), LIMIT).new
    assert log_text(folder).count("question 1") == 1


@pytest.mark.spec("S4-94", "S4-95")
def test_trimming_keeps_the_last_five_and_whatever_came_meanwhile(folder: ChatFolder) -> None:
    for number in range(10):
        window.record(folder, turn(number), LIMIT)
    captured = {message.id for message in window.read(folder)}
    window.record(folder, turn(10), LIMIT)
    for _ in range(2):
        window.trim(folder, captured)
        rest = window.read(folder)
        assert [message.captured for message in rest] == [True] * 5 + [False] * 2
        assert rest[0].content == "answer 7"
        assert rest[-1].content == "answer 10"


def test_what_was_removed_can_be_put_back_in_its_place(folder: ChatFolder) -> None:
    for number in range(4):
        window.record(folder, turn(number), LIMIT)
    before = window.read(folder)
    gone = before[2:4]
    window.remove(folder, {message.id for message in gone})
    assert window.read(folder) == (*before[:2], *before[4:])
    for _ in range(2):
        window.restore(folder, gone)
        assert window.read(folder) == before


def test_messages_survive_the_file(folder: ChatFolder) -> None:
    window.record(folder, turn(1, author="Ann", forwarded=True, quote="q"), LIMIT)
    messages = window.read(folder)
    assert decode(encode(messages)) == messages


def test_half_an_emoji_in_a_file_of_another_program_does_not_stop_the_recording(
    folder: ChatFolder,
) -> None:
    cut = '[{"role": "user", "content": "cut \\ud83d", "timestamp": "2026-11-21T09:30:00Z"}]'
    folder.recent.parent.mkdir(parents=True)
    folder.recent.write_text(cut)
    window.record(folder, turn(1, "hello", "hi"), LIMIT)
    assert [message.content for message in window.read(folder)] == ["cut ?", "hello", "hi"]


def test_a_file_of_another_program_is_read(folder: ChatFolder) -> None:
    folder.path.mkdir()
    item = {"role": "user", "content": "old", "timestamp": "2026-02-14T10:00:00.000Z", "more": 1}
    folder.recent.write_text(json.dumps([item]))
    window.record(folder, turn(1), LIMIT)
    assert window.read(folder)[0].content == "old"


def test_what_another_process_recorded_since_the_window_was_read_is_kept(
    folder: ChatFolder,
) -> None:
    window.record(folder, turn(1), LIMIT)
    known = read_window(folder)
    window.record(folder, turn(2), LIMIT)
    _recorded, now = record_exchange(folder, turn(3), LIMIT, known)
    again, _same = record_exchange(folder, turn(2), LIMIT, now)
    assert not again.new
    keys = list(dict.fromkeys(each.key for each in window.read(folder)))
    assert keys == [turn(number).key for number in (1, 2, 3)]
    assert now.messages == window.read(folder)
