"""Patterns of dates are built for texts that may name one."""

import pytest

from indexer.text.dates.grammar import list_grammars


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("where does the boiler stand?", []),
        ("what happened in 2019?", ["en"]),
        ("what happened on tuesday?", ["en"]),
        ("seit dienstag", ["de"]),
        ("我住在北京", []),
        ("我2015年搬到北京", ["zh", "ja"]),  # both write 年
    ],
)
def test_a_text_without_digit_or_name_has_no_date(text: str, languages: list[str]) -> None:
    first = "zh" if "我" in text else "en"
    assert [each.language for each in list_grammars(text, first, dated=True)] == languages


def test_a_time_of_day_needs_no_name() -> None:
    assert [each.language for each in list_grammars("at noon", "en")] == ["en"]
