"""A person at the keyboard, at home on a new machine, or where the example is indexed."""

import shutil
from pathlib import Path

import pytest

from tests.bot.cli.shell import GUIDE, Shell


@pytest.fixture
def multis(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")


@pytest.fixture(scope="session")
def guide_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that nobody changes, where `multis index` read the example."""
    home = tmp_path_factory.mktemp("guide") / "home"
    assert Shell(home)("index", str(GUIDE), "--scope", "kb").returncode == 0
    return home


@pytest.fixture
def indexed(multis: Shell, guide_home: Path) -> Shell:
    """On a copy of that home: copying takes no process."""
    shutil.copytree(guide_home, multis.home)
    return multis
