"""Whoever is told to install an extra is told one that exists, in a way that works."""

import re
import tomllib
from pathlib import Path

from indexer.extras import EXTRAS, how_to_install

ROOT = Path(__file__).parent.parent
TEXTS = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
SOURCES = [
    path
    for folder in ("adapters", "bot", "indexer", "memory", "multis")
    for path in (ROOT / folder).rglob("*.py")
]


def test_the_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["optional-dependencies"].keys() == EXTRAS


def test_the_documents_name_extras_of_the_checkout_that_exist() -> None:
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        assert "multis[" not in text, path
        assert set(re.findall(r"'\.\[(\w+)\]'", text)) <= EXTRAS, path


def test_messages_name_extras_by_one_sentence() -> None:
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        assert "multis[" not in source, path
        assert not re.search(r"\.\[\w+\]'", source), path
        for extra in re.findall(r"how_to_install\([\"'](\w+)[\"']\)", source):
            assert extra in EXTRAS, path


def test_what_is_no_extra_comes_with_multis_itself() -> None:
    assert "'.[matrix]'" in how_to_install("matrix")
    assert "pip install .`" in how_to_install("telegram")
    assert "[" not in how_to_install("telegram")
