"""The breaks of `bench.mutants` fit the code as it is; the bench shows that tests notice them."""

import pytest

from bench.mutants.breaks import (
    ROOT,
    Mutant,
    find_missing,
    find_tests,
    read_mutants,
    read_unbreakable,
)

MUTANTS = read_mutants()
NUMBERS = find_tests().keys()
MOST_UNBREAKABLE = 60
FILLED = ("S0-", "S1-", "S2-", "S3-", "S4-")


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_break_stands_once_in_its_file_and_compiles(mutant: Mutant) -> None:
    text = (ROOT / mutant.path).read_text(encoding="utf-8")
    assert mutant.break_text(text) != text
    assert set(mutant.numbers) <= NUMBERS


def test_each_promise_names_tests_that_there_are() -> None:
    names = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    for tests in find_tests().values():
        for file, _, test in (each.partition("::") for each in tests):
            assert f"def {test.rpartition('::')[2]}(" in names[ROOT / "tests" / file], test


def test_every_statement_is_broken_or_says_why_it_cannot_be() -> None:
    assert [each for each in find_missing(MUTANTS) if each.startswith(FILLED)] == []
    assert len(read_unbreakable()) <= MOST_UNBREAKABLE


def test_a_break_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="2 times"):
        Mutant(("S0-1",), "a.txt", "x", "y").break_text("x x")


def test_a_break_that_is_no_python_is_refused() -> None:
    with pytest.raises(SyntaxError):
        Mutant(("S0-1",), "a.py", "1", "(").break_text("x = 1")
