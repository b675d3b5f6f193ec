from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.scopes import ADMIN, KB, Scope
from memory.chat.folders import SHARED, ChatFolder, encode_folder_name

HOSTILE = [
    "telegram:../../etc",
    "telegram:..",
    "telegram:.",
    "telegram:/etc/passwd",
    "telegram:admin",
    "admin:admin",
    "..:..",
    "a/b:c",
    "telegram:a\\b",
    "telegram:a\0b",
    "telegram:" + "é" * 500,
    "telegram:%2e%2e",
    "telegram:a_b",
    "telegram_a:b",
    "console:CON",
    "console:a.",
    "console:\ud83d",
    "console:~root",
]


@pytest.mark.parametrize("chat", HOSTILE)
def test_no_chat_leaves_its_folder_or_reaches_the_owners(tmp_path: Path, chat: str) -> None:
    folder = ChatFolder(tmp_path, chat, Scope.of_chat(chat))
    folder.path.mkdir()
    assert folder.path.resolve().parent == tmp_path.resolve()
    assert folder.path.name != SHARED
    assert folder.notes.parent == folder.path


@pytest.mark.spec("S4-69")
@given(st.text(min_size=1), st.text(min_size=1), st.text(min_size=1), st.text(min_size=1))
def test_two_chats_never_share_a_folder(a: str, b: str, c: str, d: str) -> None:
    one, other = f"{a.replace(':', ';')}:{b}", f"{c.replace(':', ';')}:{d}"
    names = {encode_folder_name(one).lower(), encode_folder_name(other).lower()}
    assert len(names) == len({one, other})


def test_capitals_make_another_chat_on_every_file_system() -> None:
    assert encode_folder_name("matrix:Ann").lower() != encode_folder_name("matrix:ann").lower()


def test_a_long_id_cannot_take_the_folder_of_another_long_id() -> None:
    long = "telegram:" + "x" * 400
    imitation = "telegram:" + encode_folder_name(long).removeprefix("telegram_")
    assert (
        len(
            {
                encode_folder_name(long),
                encode_folder_name(imitation),
                encode_folder_name(long + "x"),
            }
        )
        == 3
    )
    assert len(encode_folder_name(long)) <= 200


@pytest.mark.parametrize("chat", ["", "123", ":", "telegram:", ":123", "admin"])
def test_a_bare_id_is_refused(chat: str) -> None:
    with pytest.raises(ValueError, match="not a chat key"):
        encode_folder_name(chat)


def test_a_usual_id_is_readable() -> None:
    assert encode_folder_name("telegram:-100123") == "telegram_-100123"


@pytest.mark.spec("S4-70", "S4-97", "S4-100")
def test_private_chats_of_the_owner_share_their_notes_only(tmp_path: Path) -> None:
    one = ChatFolder(tmp_path, "telegram:1", ADMIN)
    other = ChatFolder(tmp_path, "console:owner", ADMIN)
    assert one.notes == other.notes == tmp_path / "admin" / "memory.md"
    assert one.recent != other.recent


@pytest.mark.parametrize("scope", [KB, Scope.of_chat("telegram:2")])
def test_a_chat_cannot_remember_in_a_foreign_scope(tmp_path: Path, scope: Scope) -> None:
    with pytest.raises(ValueError, match="cannot remember"):
        ChatFolder(tmp_path, "telegram:1", scope)


@pytest.mark.spec("S4-70", "S4-71", "S4-72", "S4-73", "S4-74")
def test_the_files_of_a_chat_have_their_names(tmp_path: Path) -> None:
    day = date(2026, 11, 21)
    ann = ChatFolder(tmp_path, "telegram:1", Scope.of_chat("telegram:1"))
    files = (ann.profile, ann.recent, ann.notes, ann.log_file(day))
    assert [file.relative_to(tmp_path).as_posix() for file in files] == [
        "telegram_1/profile.json",
        "telegram_1/recent.json",
        "telegram_1/memory.md",
        "telegram_1/log/2026-11-21.md",
    ]
    owner = ChatFolder(tmp_path, "telegram:9", ADMIN)
    assert owner.notes.relative_to(tmp_path).as_posix() == "admin/memory.md"
