"""Tables in text files."""

import pytest

from tests.indexer.parsing.formats.making import sections


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_csv_is_a_table_whatever_separates_it(separator: str) -> None:
    text = "\n".join(separator.join(row) for row in (("name", "sum"), ("tea", "1"), ("milk", "2")))
    (section,) = sections(text.encode(), "a.csv")
    assert section.text == "| name | sum |\n| --- | --- |\n| tea | 1 |\n| milk | 2 |"
