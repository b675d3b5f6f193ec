"""The start detects a package of another project that hides one of ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from multis import MARK, OURS

ROOT = Path(__file__).parent.parent


def start(*first: Path) -> subprocess.CompletedProcess[str]:
    """`multis --help`, with these folders before ours where Python looks for packages."""
    return subprocess.run(  # our own interpreter
        [sys.executable, "-P", "-m", "multis", "--help"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*first, ROOT]))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", OURS)
def test_a_foreign_package_is_named_with_what_to_do(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    foreign = tmp_path / name / "__init__.py"
    foreign.write_text("raise SystemExit('the foreign package was imported')\n")
    done = start(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"multis: Another package called {name} ")
    assert str(foreign) in done.stderr
    assert "uv tool install ." in done.stderr


def test_the_project_that_a_foreign_package_belongs_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "adapters").mkdir()
    (tmp_path / "adapters" / "__init__.py").write_text("")
    about = tmp_path / "adapter_hub-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: adapter-hub\nVersion: 1.0\n")
    (about / "RECORD").write_text("adapters/__init__.py,,\n")
    assert "called adapters, installed by adapter-hub," in start(tmp_path).stderr


def test_without_one_it_starts() -> None:
    done = start()
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", OURS)
def test_our_packages_say_that_they_are_ours(name: str) -> None:
    assert (ROOT / name / "__init__.py").read_text(encoding="utf-8").startswith(MARK)
