"""A run says what it skipped and why, and a second one can run just that."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = """
import os

import pytest

here = "TOOL" in os.environ


@pytest.mark.skipif(not here, reason="the tool is not installed")
@pytest.mark.parametrize("n", [1, 2])
def test_with_the_tool(n: int) -> None:
    assert here


def test_without() -> None:
    pass
"""
MODULE = """
import os

import pytest

if "TOOL" not in os.environ:
    pytest.skip("nothing here works without", allow_module_level=True)


def test_whole_module() -> None:
    pass
"""


def run(folder: Path, *options: str, **environ: str) -> str:
    done = subprocess.run(  # noqa: S603  # our own interpreter
        [sys.executable, "-m", "pytest", "-p", "tests.skipped", "-p", "no:xdist", "-q", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_what_was_skipped_is_told_by_reason_and_can_be_run_later(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_module.py").write_text(MODULE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    bare = run(tmp_path)
    assert "2 skipped: the tool is not installed\n" in bare
    assert "1 skipped: nothing here works without\n" in bare
    assert "1 passed, 3 skipped" in bare
    for _ in range(2):  # what was skipped at first stays known
        assert "\n3 passed in" in run(tmp_path, "--skipped", TOOL="here")
