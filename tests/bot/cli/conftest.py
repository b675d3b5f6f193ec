"""A person at the keyboard, at home on a new machine."""

from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell


@pytest.fixture
def multis(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")
