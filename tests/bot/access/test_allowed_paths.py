"""Which files a chat may have indexed, where the user of the process has no home folder."""

from pathlib import Path

import pytest

from bot.access.allowed_paths import resolve_roots
from bot.home import Home
from indexer.confinement.process import list_code_folders


@pytest.fixture
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As under the system unit: no HOME, and a user that no database of users knows."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("os.getuid", lambda: 61_415)
    with pytest.raises(RuntimeError):
        Path.home()


@pytest.mark.usefixtures("homeless")
def test_a_service_without_a_home_folder_starts_parsers_and_allows_no_path(tmp_path: Path) -> None:
    assert list_code_folders()
    assert resolve_roots((), Home(tmp_path)).folders == (tmp_path,)
