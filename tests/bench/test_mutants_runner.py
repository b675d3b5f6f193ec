"""The runner of `bench.mutants`: which modules a break makes stale, and what a run notices."""

import sys
from types import ModuleType

import pytest

from bench.mutants.runner import Watcher, drop_modules, find_dependents

TESTS = {"S1-1": ["a.py::test_one", "b.py::TestB::test_two"], "S1-2": ["b.py::TestB::test_two"]}


def report(name: str, outcome: str = "failed") -> pytest.TestReport:
    node = f"tests/{name}"
    return pytest.TestReport(node, ("", 0, ""), {}, outcome, None, "call", duration=0.5)  # type: ignore[arg-type]  # one of pytest's words


def test_a_number_is_noticed_when_one_of_its_tests_fails() -> None:
    watcher = Watcher(TESTS)
    watcher.pytest_runtest_logreport(report("a.py::test_one[x]", "passed"))
    assert list(watcher.noticed) == []
    watcher.pytest_runtest_logreport(report("a.py::test_one[y]"))
    assert list(watcher.noticed) == ["S1-1"]
    watcher.pytest_runtest_logreport(report("b.py::TestB::test_two"))
    assert list(watcher.noticed) == ["S1-1", "S1-2"]
    assert watcher.seconds == {"a.py::test_one": 1.0, "b.py::TestB::test_two": 0.5}


def test_a_file_that_cannot_be_loaded_fails_all_its_tests() -> None:
    watcher = Watcher(TESTS)
    watcher.pytest_collectreport(pytest.CollectReport("tests/b.py", "failed", None, []))
    assert list(watcher.noticed) == ["S1-1", "S1-2"]


def test_whoever_imports_a_broken_file_is_loaded_anew() -> None:
    dependents = find_dependents(("memory", "bot"))
    stale = dependents["memory/vault/core_memory.py"]
    assert {"memory.vault.core_memory", "bot.tools.core_memory", "bot.commands.ask"} <= stale
    assert "memory.facts.ledger" not in stale


def test_a_dropped_module_is_gone_from_its_package_too(monkeypatch: pytest.MonkeyPatch) -> None:
    package, module = ModuleType("a_package"), ModuleType("a_package.a_module")
    package.a_module = module  # type: ignore[attr-defined]  # as importing it does
    monkeypatch.setitem(sys.modules, "a_package", package)
    monkeypatch.setitem(sys.modules, "a_package.a_module", module)
    drop_modules({"a_package.a_module", "a_package.never_loaded"})
    assert "a_package.a_module" not in sys.modules
    assert not hasattr(package, "a_module")
