import random

from adapters.telegram.formatted import Entity, FormattedText, count_units
from adapters.telegram.render import render
from adapters.telegram.split import split
from tests.adapters.telegram.lossless import check
from tests.adapters.telegram.nasty import nasty
from tests.hostile.pace import measure_seconds, measure_slowness


def texts(parts: list[FormattedText]) -> list[str]:
    return [part.text for part in parts]


def test_a_text_that_fits_is_one_part() -> None:
    whole = FormattedText("x" * 4096)
    assert split(whole) == [whole]


def test_the_limit_counts_utf16_units_and_no_pair_is_torn() -> None:
    parts = split(FormattedText("a" + "😀" * 4096))
    assert [count_units(part.text) for part in parts] == [4095, 4096, 2]


def test_the_parts_join_to_the_whole() -> None:
    whole = FormattedText("word " * 2000)
    assert "".join(texts(split(whole))) == whole.text


def test_a_paragraph_end_is_better_than_a_line_and_a_line_better_than_a_word() -> None:
    assert texts(split(FormattedText("aaaa aa\n\nb b\nc c"), 13)) == ["aaaa aa\n\n", "b b\nc c"]
    assert texts(split(FormattedText("aaaa aa\nb b b"), 10)) == ["aaaa aa\n", "b b b"]
    assert texts(split(FormattedText("aaaa aa b"), 8)) == ["aaaa aa ", "b"]


def test_an_entity_is_not_cut_where_a_word_outside_it_will_do() -> None:
    whole = FormattedText("aaaaaa bb cc dd", (Entity("bold", 7, 5),))
    assert texts(split(whole, 11)) == ["aaaaaa ", "bb cc dd"]


def test_a_code_block_that_fits_into_a_message_is_whole() -> None:
    code = "x = 1\n" * 500
    parts = split(render("words " * 300 + f"\n```\n{code}```\nend"))
    assert [part.text.count("x = 1") for part in parts] == [0, 500]


def test_a_longer_code_block_is_cut_at_a_line_and_stays_code() -> None:
    parts = split(render("```py\n" + "x = 1\n" * 2000 + "```"))
    assert all(part.text.startswith("x = 1\n") for part in parts)
    assert {(e.kind, e.language) for part in parts for e in part.entities} == {("pre", "py")}


def test_the_hundred_and_first_entity_goes_to_the_next_part() -> None:
    parts = split(render("`a` " * 250))
    assert [len(part.entities) for part in parts] == [100, 100, 50]


def test_a_long_stretch_of_nothing_makes_no_empty_message() -> None:
    parts = split(render("```\na" + "\n" * 9000 + "b\n```"))
    assert all(part.text.strip() for part in parts)
    assert "".join("".join(texts(parts)).split()) == "ab"


def test_an_accent_stays_with_its_letter_and_a_family_together() -> None:
    assert texts(split(FormattedText("abc" + "e\u0301"), 4)) == ["abc", "e\u0301"]
    assert texts(split(FormattedText("aa👨\u200d👩"), 5)) == ["aa", "👨\u200d👩"]


def test_a_long_text_full_of_entities_is_split_in_reasonable_time() -> None:
    text = "`a` **b** " * 2500
    assert measure_seconds(lambda: split(render(text))) < 10 * measure_slowness()
    assert len(split(render(text))) == 50


def test_nothing_gives_no_part() -> None:
    assert split(FormattedText(" \n ")) == []


def test_long_nasty_texts_lose_nothing() -> None:
    luck = random.Random(7)  # noqa: S311 - the same texts in every run
    for _ in range(25):
        check(nasty(luck, most=600))
