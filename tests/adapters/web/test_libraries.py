"""The page's libraries are those that were published, each with its licence."""

import re

import pytest

from tests.adapters.web.libraries import FOLDER, LIST, list_hashes

FREE = ("MIT", "BSD-3-Clause", "Apache-2.0")
ROWS = re.findall(
    r"^\| ([^|]+) \| (\d[^|]*) \| ([^|]+) \|", (FOLDER / "README.md").read_text(), re.M
)


def test_no_file_of_a_library_was_changed() -> None:
    assert LIST.read_text(encoding="utf-8") == list_hashes()


def test_each_library_is_listed_with_a_licence_that_is_free() -> None:
    folders = {each.name.rpartition("-")[2] for each in FOLDER.iterdir() if each.is_dir()}
    assert {version for _name, version, _licence in ROWS} == folders
    assert {licence for _name, _version, licence in ROWS} <= set(FREE)


@pytest.mark.parametrize("folder", [each.name for each in FOLDER.iterdir() if each.is_dir()])
def test_each_library_lies_beside_its_licence(folder: str) -> None:
    assert any(each.name.startswith("LICENSE") for each in (FOLDER / folder).iterdir())


def test_their_addresses_have_their_versions() -> None:
    """A browser keeps them for a year."""
    pages = FOLDER.parent
    named = {
        version
        for each in [*pages.glob("*.js"), *pages.glob("*/*.js")]
        for version in re.findall(r"/static/libraries/([\w.-]+)/", each.read_text(encoding="utf-8"))
    }
    assert named <= {each.name for each in FOLDER.iterdir()}
