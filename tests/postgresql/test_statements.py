import pytest

from indexer.store.corpus import PASSAGES
from indexer.store.database import Schema
from indexer.store.engine.postgresql.statements import name_parameters, translate, write_body
from indexer.store.engine.postgresql.tables import list_steps, list_tables
from indexer.store.schema import INDEX


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("a = ? AND b = ?", "a = %(p1)s AND b = %(p2)s"),
        ("a = ? AND length(?3) = ?3", "a = %(p1)s AND length(%(p3)s) = %(p3)s"),
        ("a = :name", "a = %(name)s"),
        ("a = '?:no' AND b LIKE '%' || ?", "a = '?:no' AND b LIKE '%%' || %(p1)s"),
        ("a -- why?\n= ?", "a \n= %(p1)s"),
        ("CAST(a::text AS x) - 1 = ?", "CAST(a::text AS x) - 1 = %(p1)s"),
        ("a IS NOT b AND c IS NOT NULL", "a IS DISTINCT FROM b AND c IS NOT NULL"),
    ],
)
def test_statements_are_worded_anew(ours: str, theirs: str) -> None:
    assert translate(ours) == theirs


def test_parameters_get_the_names_of_their_places() -> None:
    assert name_parameters((1, "a")) == {"p1": 1, "p2": "a"}
    assert name_parameters({"name": 1}) == {"name": 1}


def test_the_body_of_a_function_has_its_parameters_by_place() -> None:
    assert write_body("a = :since AND b LIKE 'x%'", ["most", "since"]) == "a = $2 AND b LIKE 'x%'"


def test_all_tables_are_made_but_those_of_fts5() -> None:
    statements = list(list_tables([INDEX]))
    assert not [each for each in statements if PASSAGES.fts in each or PASSAGES.vocab in each]
    assert sum(each.startswith("CREATE TABLE") for each in statements) == 20
    assert not [each for each in statements if "WITHOUT ROWID" in each or " BLOB" in each]


def test_what_a_trigger_of_an_earlier_version_adds_to_is_qualified() -> None:
    assert any("SET added = totals.added + 1" in each for each in list_steps(INDEX, 0))


def test_a_trigger_goes_with_its_function() -> None:
    (dropped,) = list_steps(Schema("garden", ("DROP TRIGGER herbs_counted;",)), 0)
    assert dropped == "DROP FUNCTION IF EXISTS herbs_counted() CASCADE"


def test_a_limit_of_minus_one_is_none() -> None:
    assert translate("SELECT 1 LIMIT ?") == "SELECT 1 LIMIT nullif(%(p1)s, -1)"
    assert translate("SELECT 1 LIMIT :most") == "SELECT 1 LIMIT nullif(%(most)s, -1)"
