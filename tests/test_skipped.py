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
TWICE = """
import os
import pytest


@pytest.mark.parametrize("tool", ["none", "some"])
def test_with(tool: str) -> None:
    if tool not in os.environ["TOOLS"]:
        pytest.skip("the tool is not installed")
"""
CONFTEST = """
from tests.skipped import leave_out


def pytest_collection_modifyitems(config, items):
    leave_out(config, items)
"""
MODULE = """
import pytest

pytest.skip("nothing here works without", allow_module_level=True)


def test_whole_module() -> None:
    pass
"""


def run_tests(folder: Path, options: str, **environ: str) -> str:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "conftest.py").write_text(CONFTEST)
    done = subprocess.run(  # our own tests
        [sys.executable, "-m", "pytest", "-p", "tests.skipped", "-p", "no:xdist", "-v"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": options, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_a_second_run_tries_the_cases_that_the_first_one_skipped_and_no_others(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_tools.py").write_text(TWICE)
    run_tests(tmp_path, f"--passed-tests={tmp_path / 'passed'}", TOOLS="none")
    assert (tmp_path / "passed").read_text() == "test_tools.py::test_with[none]\n"
    told = run_tests(tmp_path, f"--without-tests={tmp_path / 'passed'}", TOOLS="none some")
    assert "test_with[some] PASSED" in told
    assert "test_with[none]" not in told
    assert "1 passed, 1 deselected" in told


def test_what_was_skipped_is_grouped_by_its_reason(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_module.py").write_text(MODULE)
    told = run_tests(tmp_path, f"--skipped-tests={tmp_path / 'skipped'}")
    assert "2 skipped: the tool is not installed\n" in told
    assert "1 skipped: nothing here works without\n" in told
    assert "1 passed, 3 skipped" in told
    skipped = (tmp_path / "skipped").read_text().splitlines()
    assert skipped == ["test_module.py", "test_some.py::test_with_the_tool"]
