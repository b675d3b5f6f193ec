"""The tables of the bench are what their labels say, in every format."""

import pytest

from bench.answers.items import Half
from bench.tables.__main__ import WRITERS
from bench.tables.labels import load_tables
from tests.indexer.parsing.formats.making import sections

TABLES = [each for each in load_tables(Half.OPEN) if not each.is_real]


@pytest.mark.parametrize("half", Half)
def test_each_half_asks_for_a_hundred_cells_of_twenty_tables(half: Half) -> None:
    tables = load_tables(half)
    assert len(tables) == 20
    assert sum(len(each.questions) for each in tables) == 100
    assert {each.format for each in tables} == {*WRITERS, "real"}


def test_the_halves_share_no_made_table() -> None:
    names = [each.name for half in Half for each in load_tables(half)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("table", TABLES, ids=lambda each: each.name)
def test_a_written_table_holds_the_answers(table: object) -> None:
    (named,) = [each for each in TABLES if each is table]
    found = sections(WRITERS[named.format](named), named.file)
    text = "\n".join(each.text for each in found)
    assert all(each.answer in text for each in named.questions)
