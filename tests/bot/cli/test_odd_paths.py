"""Paths that there cannot be, in the environment, in settings and as names of documents."""

import json
from pathlib import Path

import pytest

from bot.access.allowed_paths import resolve_roots
from bot.cli import main
from bot.home import Home, find_home
from indexer.errors import UserError
from indexer.paths import expand_path

NOBODYS = "~nobody-of-this-machine/x"
KEYS = [("vault", {"dir": NOBODYS}), ("documents", {"roots": [NOBODYS]})]
KEYS.append(("documents", {"watch": [{"folder": NOBODYS, "scope": "kb"}]}))


@pytest.fixture
def circle(tmp_path: Path) -> str:
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    return str(tmp_path / "circle")


@pytest.mark.parametrize("named", [NOBODYS, "a\0b"])
def test_a_path_that_cannot_be_is_said(named: str) -> None:
    with pytest.raises(UserError, match="not a valid path"):
        expand_path(named)


def test_links_that_lead_in_a_circle_are_no_home_and_no_root(circle: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="circle' is not a valid path"):
        find_home(circle, {})
    with pytest.raises(UserError, match="circle' is not a valid path"):
        resolve_roots([circle], Home(tmp_path))


def test_nobodys_home_is_said_at_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MULTIS_HOME", NOBODYS)
    assert main(["docs"]) == 1
    assert f"'{NOBODYS}' is not a valid path" in capsys.readouterr().err


@pytest.mark.parametrize(("block", "values"), KEYS)
def test_doctor_looks_on_whatever_path_the_settings_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], block: str, values: dict[str, object]
) -> None:
    (tmp_path / "config.json").write_text(json.dumps({block: values}))
    assert main(["doctor", "--offline", "--home", str(tmp_path)]) in (0, 1)
    assert NOBODYS in capsys.readouterr().out


def test_a_document_named_like_a_home_is_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As office programs name the files that they have open: `~$report.md`."""
    (tmp_path / "~$report.md").write_text("# Report\n\nThe rent is 900.\n")
    home = ["--home", str(tmp_path / "home")]
    assert main(["index", str(tmp_path / "~$report.md"), "--scope", "kb", *home]) == 0
    assert main(["remove", "~$report.md", *home]) == 0
    capsys.readouterr()
    assert main(["docs", *home]) == 0
    assert "~$report.md" not in capsys.readouterr().out


def test_an_address_is_not_taken_for_a_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["index", "https://example.org/a?b=$(c)", "--scope", "admin", "--home", str(tmp_path)]
    assert main(command) == 1
    told = capsys.readouterr().err
    assert "multis say '/index https://example.org/a?b=$(c) admin'" in told
