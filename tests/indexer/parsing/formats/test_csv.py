"""Tables in text files."""

import pytest

from tests.indexer.parsing.formats.making import sections


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_csv_is_a_table_whatever_separates_it(separator: str) -> None:
    text = "\n".join(separator.join(row) for row in (("name", "sum"), ("tea", "1"), ("milk", "2")))
    (section,) = sections(text.encode(), "a.csv")
    assert section.text == "| name | sum |\n| --- | --- |\n| tea | 1 |\n| milk | 2 |"


def test_lines_above_the_table_of_a_bank_are_no_rows() -> None:
    lines = ["Account;;;", "IBAN;DE12 5001;;", "", "Date;Payee;Purpose;Sum"]
    lines += [f"0{n}.03.2026;Shop {n};food;-{n},00" for n in (1, 2, 3)]
    (section,) = sections("\n".join(lines).encode(), "a.csv")
    above, table = section.text.split("\n\n")
    assert above == "Account\nIBAN: DE12 5001"
    assert table.startswith("| Date | Payee | Purpose | Sum |\n| --- |")
    assert section.find_lines([section.text.index("| 02.03")]) == [6]


def test_rows_with_empty_cells_are_rows() -> None:
    (section,) = sections(b"name,tel,mail,note\nAnn,1,,\nBo,,,\nCy,3,c@x,late\n", "a.csv")
    assert section.text.startswith("| name | tel | mail | note |")
    assert len(section.text.split("\n")) == 5
