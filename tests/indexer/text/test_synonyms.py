"""Synonyms: what may stand for a word in a statement, and what only helps to find it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.text import synonyms
from indexer.text.analyzer import extract_terms
from indexer.text.synonyms import (
    NEAR,
    Found,
    find_near,
    find_phrases,
    find_same,
)
from indexer.text.word_lists import list_languages, load_entries
from tests.hostile.pace import measure_seconds

LANGUAGES = list_languages("synonyms")
OPPOSITES = Path(__file__).with_name("opposites.tsv").read_text("utf-8").splitlines()


def key(words: str, language: str) -> str:
    """The terms of a word or phrase, as the synonyms have them."""
    return " ".join(synonyms.build_terms(words, language))


def same(words: str, language: str = "en") -> frozenset[str]:
    return find_same(key(words, language), language)


def phrases(text: str, language: str) -> set[str]:
    return {each.phrase for each in find_phrases(extract_terms(text, language), language)}


def groups(language: str) -> Iterator[tuple[list[str], list[str]]]:
    """The entries of each group as they are written."""
    for line in load_entries("synonyms", language):
        one, _sign, other = line.partition(NEAR)
        yield one.split(", "), other.split(", ") if other else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_opposites_are_not_the_same(language: str) -> None:
    pairs = [line.split("\t")[1:] for line in OPPOSITES if line.split("\t")[0] == language]
    assert len(pairs) >= 20
    taken = [(one, other) for one, other in pairs if key(other, language) in same(one, language)]
    assert taken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_chains_two_meanings(language: str) -> None:
    """What is the same is so both ways and throughout: a word has one group of synonyms."""
    several = [set(one) for one, _near in synonyms.read_groups(language) if len(set(one)) > 1]
    counts = Counter(word for group in several for word in group)
    assert [word for word, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_terms(language: str) -> None:
    entries = [entry for one, near in groups(language) for entry in (*one, *near)]
    assert [each for each in entries if not synonyms.build_terms(each, language)] == []


def test_a_stop_word_inside_a_phrase_is_left_out_and_no_phrase_becomes_a_word() -> None:
    assert synonyms.build_terms("period of notice", "en") == ["period", "notic"]
    assert [synonyms.build_terms(each, "en") for each in ("turn off", "not", "must not")] == [
        []
    ] * 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_has_each_term_once_and_more_than_one(language: str) -> None:
    for one, near in groups(language):
        terms = [key(entry, language) for entry in (*one, *near)]
        assert len(terms) == len(set(terms)) > 1, (one, near)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_is_found_in_a_text(language: str) -> None:
    """What stands in a longer text has the terms that the entry has."""
    for one, near in groups(language):
        for entry in (*one, *near):
            assert key(entry, language) in phrases(entry, language), entry


def test_the_languages() -> None:
    expected = {"ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt", "ru", "uk", "zh"}
    assert expected <= set(LANGUAGES)
    assert find_same("anything", "xx") == find_near("anything", "xx") == frozenset()


def test_inflected_words_are_found() -> None:
    assert key("purchase", "en") in same("buying") & same("bought")
    assert key("anschrift", "de") in same("Adressen", "de")


def test_a_phrase_is_found_and_stands_for_a_word() -> None:
    assert key("business hours", "en") in same("opening hours")
    assert key("gp", "en") in same("family doctor")
    terms = extract_terms("What are your opening hours?", "en")
    assert Found(0, 2, "open hour") in list(find_phrases(terms, "en"))


def test_a_phrase_cut_off_by_the_end_is_none() -> None:
    """`open` at the end begins no `opening hours`, and is not found twice."""
    assert list(find_phrases(["zebra", "open"], "en")) == [Found(1, 2, "open")]


def test_near_words_are_no_synonyms() -> None:
    assert key("dog", "en") in find_near(key("pet", "en"), "en")
    assert key("pet", "en") in find_near(key("dog", "en"), "en")
    assert same("dog") == frozenset()


def test_finding_phrases_takes_linear_time() -> None:
    def measure(count: int) -> float:
        terms = extract_terms("buy home opening hours business family doctor " * count, "en")
        return measure_seconds(lambda: list(find_phrases(terms, "en")))

    assert len(list(find_phrases(extract_terms("family doctor " * 10, "en"), "en"))) >= 10
    few = min(measure(1000) for _ in range(3))
    # All pairs of four times as many would take sixteen times as long.
    assert min(measure(4000) for _ in range(3)) < 10 * few + 0.002


def test_scripts_without_spaces_have_phrases_of_pairs() -> None:
    assert key("开放时间", "zh") in same("营业时间", "zh") & phrases("本店的开放时间：九点", "zh")
    assert key("计算机", "zh") in same("電腦", "zh") & phrases("一台计算机", "zh")
    assert phrases("ベルリンに住んでいます", "ja") & find_near(key("住所", "ja"), "ja")
