"""Token, device and keys are of use together only."""

import stat
from pathlib import Path

import pytest

from adapters.matrix import MatrixSettings
from adapters.matrix.session import FILE, Session, read_session, write_session
from bot.messages import UserError

SESSION = Session("@multis:here", "DEVICE", "token", "s1", ("!a", "!b"))


def test_a_session_is_read_as_it_was_written_by_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "keys.db").touch()
    write_session(tmp_path, SESSION)
    assert read_session(tmp_path, "@multis:here") == SESSION
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_without_its_keys_or_for_another_account_it_is_none(tmp_path: Path) -> None:
    write_session(tmp_path, SESSION)
    assert read_session(tmp_path, "@multis:here") is None
    (tmp_path / "keys.db").touch()
    assert read_session(tmp_path, "@other:here") is None


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"rooms": 3}', '{"rooms": [], "x": 1}'])
def test_a_damaged_file_is_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "keys.db").touch()
    (tmp_path / FILE).write_text(content)
    assert read_session(tmp_path, "@multis:here") is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "user_id"),
        ({"user_id": "multis", "password": "x"}, "user_id"),
        ({"user_id": "@multis", "password": "x"}, "user_id"),
        ({"user_id": "@multis:here"}, "password"),
    ],
)
def test_what_is_missing_is_said(given: dict[str, object], told: str) -> None:
    with pytest.raises(UserError, match=told):
        MatrixSettings.of(given)


def test_the_server_is_that_of_the_account_unless_another_is_named() -> None:
    given = {"user_id": "@multis:here.example", "password": "secret", "enabled": True}
    assert MatrixSettings.of(given).homeserver == "https://here.example"
    assert (
        MatrixSettings.of({**given, "homeserver": "http://x:8008/"}).homeserver == "http://x:8008"
    )
    assert "secret" not in repr(MatrixSettings.of(given))
