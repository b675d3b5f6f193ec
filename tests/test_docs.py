"""What the page about memory says is so."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from bot.turns.command import Commands
from memory.settings import MemorySettings, VaultSettings

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "memory.md").read_text(encoding="utf-8")


def test_the_settings_it_names_have_the_values_it_names() -> None:
    memory, vault = MemorySettings(), VaultSettings()
    told = re.findall(r"`([a-z_]+)` ([\d.]+)", PAGE)
    assert len(told) == 8
    for name, value in told:
        owner = memory if hasattr(memory, name) else vault
        assert getattr(owner, name) == float(value), name
    assert f"{memory.context_budget:,} tokens" in PAGE


def test_the_commands_it_names_exist() -> None:
    for name in re.findall(r"`/([a-z]+)", PAGE):
        assert name in Commands(), name


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_no_row_of_a_table_stands_outside_one(page: Path) -> None:
    lines = ["", *page.read_text(encoding="utf-8").splitlines()]
    loose = [
        row
        for before, row in pairwise(lines)
        if row.startswith("|") and before and not before.startswith("|")
    ]
    assert loose == []


def test_its_picture_is_there() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (DOCS / target).exists(), target
