"""Every word list follows the rules for translators in `indexer/text/words/README.md`."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import groupby
from pathlib import Path
from typing import cast

import pytest

from indexer.text.normalize import fold
from indexer.text.word_lists import (
    COMMENT,
    LISTS,
    SPACE,
    WORDS,
    ListName,
    build_alternatives,
    list_languages,
    load_all_words,
    load_entries,
    load_words,
)

FILES = sorted(WORDS.glob("*/*"))
# Compared with words as the analysis folds them.
FOLDED = frozenset(
    """
    stopwords request_words clause_openings polite_words wondering_phrases own_openings
    hour_questions subordinators
    statement_verbs thanks greetings partings assents courtesy_extras negations first_person
    openers person_nouns fillers reversals other_persons auxiliaries single_values forget_stems
    """.split()  # noqa: SIM905 - twenty quoted words would hide that this is a list of words
)
NUMBERED = {"numbers", "number_signs"}
PATTERNS = {name for name in LISTS if name.endswith("_patterns")}
LOWER = LISTS - FOLDED - PATTERNS - {"acronyms"}


def files(names: Collection[str] = LISTS) -> Iterator[tuple[str, list[str]]]:
    """Name and lines of every file of these lists."""
    for path in (each for each in FILES if each.stem in names):
        yield path.relative_to(WORDS).as_posix(), path.read_text(encoding="utf-8").splitlines()


def words(names: Collection[str] = LISTS) -> Iterator[tuple[str, list[str]]]:
    """The same without comments."""
    for name, lines in files(names):
        yield name, [line for line in lines if not line.startswith(COMMENT)]


def test_every_file_belongs_to_a_language_and_a_list() -> None:
    assert len(FILES) > 200
    assert {path.stem for path in FILES} == LISTS
    assert [str(each) for each in FILES if each.suffix != ".txt"] == []
    codes = {path.parent.name for path in FILES}  # of ISO 639-1
    assert [code for code in codes if not re.fullmatch("[a-z]{2}", code)] == []


def test_a_file_is_plain_text_in_one_form() -> None:
    for path in FILES:
        content = path.read_bytes().decode("utf-8")
        assert unicodedata.is_normalized("NFC", content), path
        assert content.endswith("\n"), path
        assert "".join(content.split("\n")).isprintable(), path


def test_no_line_is_empty_or_has_spaces_that_are_not_seen() -> None:
    each = [(name, line) for name, lines in files() for line in lines]
    assert [(name, line) for name, line in each if not line or line != line.strip()] == []


def test_words_are_sorted_in_their_groups() -> None:
    for name, lines in files(LISTS - PATTERNS):
        grouped = groupby(lines, key=lambda line: line.startswith(COMMENT))
        for group in [list(group) for comment, group in grouped if not comment]:
            assert group == sorted(group), name


def test_a_file_has_words_and_each_once() -> None:
    for name, found in words():
        assert found, name
        assert len(found) == len(set(found)), name


def test_words_that_are_compared_folded_are_written_folded() -> None:
    each = ((name, word) for name, found in words(FOLDED) for word in found)
    folded = {(name, word): " ".join(map(fold, word.split(" "))) for name, word in each}
    assert {pair: right for pair, right in folded.items() if right != pair[1]} == {}


def test_the_others_are_in_lower_case() -> None:
    each = [(name, word) for name, found in words(LOWER) for word in found]
    assert [(name, word) for name, word in each if word != word.lower()] == []


def test_numbers_have_their_words() -> None:
    each = [(name, entry) for name, found in words(NUMBERED) for entry in found]
    assert [pair for pair in each if not re.fullmatch(r"\d\d \S+", pair[1])] == []


def test_patterns_are_regular_expressions_with_bounded_gaps() -> None:
    for name, found in words(PATTERNS):
        for entry in found:
            pattern = entry.partition(": ")[2] if "injection" in name else entry
            assert pattern, name
            re.compile(pattern)
            assert not re.search(r"(?<!\\)\.[*+]", pattern), (name, "a gap without an end")


def test_a_traditional_sign_has_one_simplified_sign_that_is_none_itself() -> None:
    pairs = [entry.split(" ") for entry in load_entries("traditional_signs", "zh")]
    assert {len(sign) for pair in pairs for sign in pair} == {1}
    traditional, simplified = ({*signs} for signs in zip(*pairs, strict=True))
    assert len(traditional) == len(pairs) > 1500
    assert not traditional & simplified


def test_no_number_word_stands_for_two_numbers() -> None:
    values: dict[str, set[str]] = {}
    for name in NUMBERED:
        for entry in load_all_words(cast(ListName, name)):
            value, word = entry.split(" ", 1)
            values.setdefault(fold(word), set()).add(value)
    assert {word: each for word, each in values.items() if len(each) > 1} == {}


def test_courtesies_have_two_words_at_most_and_one_meaning() -> None:
    lists: tuple[ListName, ...] = ("thanks", "greetings", "partings", "assents")
    every = [word for name in lists for word in load_all_words(name)]
    assert [word for word in every if word.count(" ") > 1 or every.count(word) > 1] == []


def test_a_sign_is_written_as_such_alone() -> None:
    """What counts inside a word would be found in every second word of a Latin script."""
    signs = [name for name in LISTS if name.endswith("_signs")]
    assert [(n, w) for n in signs for w in load_all_words(cast(ListName, n)) if w.isascii()] == []


def test_the_page_for_translators_names_every_list() -> None:
    page = (WORDS / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`([a-z_]+)`", page)) >= LISTS


def test_a_list_has_the_words_of_its_language() -> None:
    assert "danke" in load_words("thanks", "de")
    assert "danke" not in load_words("thanks", "en")
    assert load_all_words("thanks") >= load_words("thanks", "de") | load_words("thanks", "en")


def test_a_space_that_belongs_to_a_word_can_be_seen() -> None:
    assert SPACE in (WORDS / "ko" / "denial_signs.txt").read_text(encoding="utf-8")
    assert "안 " in load_words("denial_signs", "ko")


def test_an_unknown_list_is_an_error() -> None:
    with pytest.raises(ValueError, match="no word list called 'stopword'"):
        load_words(cast(ListName, "stopword"), "en")


def test_a_language_without_a_file_has_no_such_words() -> None:
    assert load_words("ordinal_nouns", "en") == load_words("thanks", "xx") == frozenset()
    assert list(load_entries("thanks", "xx")) == []


def test_a_language_is_added_by_a_file_alone(tmp_path: Path) -> None:
    write(tmp_path / "en" / "thanks.txt", "thanks\n")
    write(tmp_path / "eo" / "thanks.txt", "# Esperanto\ndankon\nmulte da dankoj\n")
    (tmp_path / "README.md").write_text("For translators.")
    assert list_languages("thanks", tmp_path) == ("en", "eo")
    assert load_entries("thanks", "eo", tmp_path) == ["dankon", "multe da dankoj"]
    assert load_all_words("thanks", tmp_path) == {"thanks", "dankon", "multe da dankoj"}
    assert load_all_words("greetings", tmp_path) == frozenset()


def test_a_word_in_another_form_of_unicode_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "fr" / "denials.txt", unicodedata.normalize("NFD", "né\n"))
    with pytest.raises(ValueError, match=re.escape(f"{path} is not in Unicode's form NFC")):
        load_words("denials", "fr", tmp_path)


def write(path: Path, content: str) -> Path:
    path.parent.mkdir()
    path.write_text(content, encoding="utf-8")
    return path


def test_alternatives_are_taken_as_they_stand_the_longest_first() -> None:
    assert re.match(build_alternatives(("a", "a.b", "a.bc")), "a.bc")[0] == "a.bc"  # type: ignore[index]  # it matches
    assert not re.match(build_alternatives(("a.b",)), "axb")


def test_no_words_match_nowhere() -> None:
    assert not re.search(rf"x|{build_alternatives(())}", "what there is")
