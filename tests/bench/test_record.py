"""Results stand in one place of the page, and a new run replaces its own rows alone."""

from argparse import Namespace
from pathlib import Path

import pytest

from bench.record import record, record_rows, refuse_part

HEAD = ("set", "half", "right")
PAGE = """# Benchmarks

## Answers

A sentence by hand.

| set | half | right | measured |
| :-- | --: | --: | --: |
| letters | aside | 0.31 | 2020-01-01 |
| letters | open | 0.39 | 2020-01-01 |

Another by hand.

## Speed

Fast.
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "benchmarks.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_a_row_takes_the_place_of_its_set_and_half_alone(page: Path) -> None:
    record_rows("Answers", "", HEAD, [["letters", "open", "0.50"]], page)
    text = page.read_text(encoding="utf-8")
    assert "| letters | aside | 0.31 | 2020-01-01 |\n| letters | open | 0.50 | 20" in text
    assert "0.39" not in text
    assert text.index("by hand") < text.index("| set") < text.index("Another") < text.index("Fast")


def test_rows_stand_in_order_whatever_came_first(page: Path) -> None:
    record_rows("Answers", "", HEAD, [["errands", "open", "0.80"]], page)
    text = page.read_text(encoding="utf-8")
    assert text.index("errands") < text.index("| letters | aside") < text.index("| letters | open")


def test_rows_of_other_columns_go(page: Path) -> None:
    record_rows("Answers", "", (*HEAD, "wrong"), [["errands", "open", "0.80", "0.1"]], page)
    assert "letters" not in page.read_text(encoding="utf-8")


def test_the_first_rows_make_their_section(page: Path) -> None:
    record_rows("Citations", "python -m it", HEAD, [["all", "open", "0.9"]], page)
    text = page.read_text(encoding="utf-8")
    assert "## Citations\n\n`python -m it`\n\n| set | half | right | measured |" in text
    assert text.index("Fast.") < text.index("## Citations")


def test_a_whole_section_is_written_anew(page: Path) -> None:
    record("Speed", "python -m speed", ["Faster."], page)
    text = page.read_text(encoding="utf-8")
    assert "Faster." in text
    assert "Fast." not in text
    assert "by hand" in text


@pytest.mark.parametrize("part", [{"only": "en"}, {"checkout": Path("old")}, {"data": None}])
def test_a_part_is_not_written_over_the_whole(tmp_path: Path, part: dict[str, object]) -> None:
    whole = {"write": True, "only": "", "checkout": None, "data": tmp_path}
    refuse_part(Namespace(**whole))
    refuse_part(Namespace(**{**whole, **part, "write": False}))
    with pytest.raises(SystemExit, match="--write records the whole"):
        refuse_part(Namespace(**{**whole, **part}))
