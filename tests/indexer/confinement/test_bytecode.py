"""Walled processes find the bytecode that they cannot write."""

import importlib.util
import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

from indexer.confinement import bytecode

IMPORTS = """
import importlib, pkgutil, sys
import indexer.parsing.worker
from indexer.parsing import formats, shared
for package in (formats, shared):
    for each in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(each.name)
import charset_normalizer, mammoth, markdown_it, openpyxl, pypdfium2, selectolax.lexbor
import mdit_py_plugins.front_matter, PIL.Image
PIL.Image.init()
for name, module in list(sys.modules.items()):
    path = getattr(module, "__file__", None) or ""
    if name.partition(".")[0] not in sys.stdlib_module_names and path.endswith(".py"):
        print(name.partition(".")[0])
"""
ELSEWHERE = {
    "__main__",
    "_distutils_hack",
    "cffi",
    "cryptography",
    "defusedxml",
    "lxml",
    "numpy",
    "sitecustomize",  # of Debian's Python
    "typing_extensions",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package like those of the parsers, with two modules and without bytecode."""
    folder = tmp_path / "canaries"
    (folder / "deep").mkdir(parents=True)
    for path in (folder / "__init__.py", folder / "deep" / "song.py"):
        path.write_text("SONG = 'tweet'\n")
    (folder / "broken.py").write_text("def\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(bytecode, "PACKAGES", ("canaries", "no_such_package"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return folder


def is_cached(path: Path) -> bool:
    return Path(importlib.util.cache_from_source(path)).exists()


async def test_what_has_no_bytecode_is_compiled_and_nothing_is_imported(package: Path) -> None:
    await bytecode.compile_missing()
    assert is_cached(package / "__init__.py")
    assert is_cached(package / "deep" / "song.py")
    assert "canaries" not in sys.modules
    assert bytecode.list_uncompiled() == [package / "broken.py"]


async def test_bytecode_of_an_older_source_is_replaced(package: Path) -> None:
    song = package / "deep" / "song.py"
    await bytecode.compile_missing()
    song.write_text("SONG = 'chirp, chirp'\n")
    assert song in bytecode.list_uncompiled()
    await bytecode.compile_missing()
    assert song not in bytecode.list_uncompiled()


def test_bytecode_that_goes_by_the_hash_is_left(package: Path) -> None:
    song = package / "deep" / "song.py"
    py_compile.compile(
        str(song), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH, doraise=True
    )
    os.utime(song, (1, 1))
    assert song not in bytecode.list_uncompiled()


async def test_nothing_is_written_where_that_is_switched_off(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    await bytecode.compile_missing()
    assert not is_cached(package / "__init__.py")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_folder_that_is_not_ours_is_left(package: Path) -> None:
    package.chmod(0o500)
    assert package / "__init__.py" not in bytecode.list_uncompiled()
    package.chmod(0o700)


def test_all_that_parsers_import_is_named() -> None:
    command = [sys.executable, "-c", IMPORTS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # our own program
    assert set(done.stdout.split()) - ELSEWHERE <= set(bytecode.PACKAGES)
