"""Messages and documents name only extras that exist, with a command that works."""

import re
import tomllib
from pathlib import Path

from indexer.extras import EXTRAS, format_install_hint

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
        for extra in re.findall(r"format_install_hint\([\"'](\w+)[\"']\)", source):
            assert extra in EXTRAS, path


def test_what_is_no_extra_comes_with_multis_itself() -> None:
    assert "'.[matrix]'" in format_install_hint("matrix")
    assert "pip install .`" in format_install_hint("telegram")
    assert "[" not in format_install_hint("telegram")
