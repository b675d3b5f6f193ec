import json
import stat
from pathlib import Path

import pytest

from bot.access.audit_log import KEPT, AuditLog
from bot.messages import Sender
from tests.fakes import FakeClock

BOB = Sender("telegram", "2", "Bob")


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_says_when_what_and_who(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "audit.log"
    AuditLog(path, FakeClock()).record("approved", BOB, command="users")
    assert lines(path) == [
        {
            "at": "2026-02-11T12:00:00+00:00",
            "event": "approved",
            "sender": "telegram:2",
            "command": "users",
        }
    ]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_streak_of_refusals_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "audit.log"
    audit = AuditLog(path, FakeClock())
    for _ in range(50):
        audit.record_refusal(BOB, "unknown")
    audit.record_refusal(BOB, "too many")
    audit.end_refusals(BOB)
    audit.record_refusal(BOB, "too many")
    assert [line["reason"] for line in lines(path)] == ["unknown", "too many", "too many"]


def test_it_is_rotated_and_the_oldest_goes(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.log", FakeClock(), most_bytes=1000)
    for n in range(200):
        audit.record("event", n=n)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["audit.log", *(f"audit.log.{n}" for n in range(1, KEPT + 1))]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())
    newest_aside = lines(tmp_path / "audit.log.1")[-1]["n"]
    assert lines(tmp_path / "audit.log")[0]["n"] == int(str(newest_aside)) + 1


def test_an_older_line_is_never_changed(tmp_path: Path) -> None:
    path = tmp_path / "audit.log"
    audit = AuditLog(path, FakeClock())
    audit.record("first")
    before = path.read_bytes()
    AuditLog(path, FakeClock()).record("second")
    assert path.read_bytes().startswith(before)


def test_a_log_that_cannot_be_written_silences_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("not a folder")
    AuditLog(tmp_path / "file" / "audit.log", FakeClock()).record("event")
    assert "audit log cannot be written" in caplog.text
