"""A run ends with what it skipped and why."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = """
import pytest


@pytest.mark.skip(reason="the tool is not installed")
@pytest.mark.parametrize("n", [1, 2])
def test_with_the_tool(n: int) -> None:
    pass


def test_without() -> None:
    pass
"""
MODULE = """
import pytest

pytest.skip("nothing here works without", allow_module_level=True)


def test_whole_module() -> None:
    pass
"""


def test_what_was_skipped_is_grouped_by_its_reason(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_module.py").write_text(MODULE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    told = f"--skipped-tests={tmp_path / 'skipped'}"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.skipped", "-p", "no:xdist", "-q"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": told},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 skipped: the tool is not installed\n" in done.stdout
    assert "1 skipped: nothing here works without\n" in done.stdout
    assert "1 passed, 3 skipped" in done.stdout
    skipped = (tmp_path / "skipped").read_text().splitlines()
    assert skipped == ["test_module.py", "test_some.py::test_with_the_tool"]
