"""Any text can be read, one without a word that means something too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.inference.reading import read_text
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import list_languages, load_entries

LANGUAGES = list_languages("meanings")


@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
def test_words_without_meaning_are_no_words(language: str) -> None:
    for text in ("", "…", "-", *sorted(load_stopwords(language))):
        read_text(text, language)
    for line in load_entries("meanings", language):
        read_text(line.partition(" = ")[2].partition(", ")[0], language)


@given(st.text(max_size=80), st.sampled_from([*LANGUAGES, "xx"]))
def test_no_text_makes_it_fail(text: str, language: str) -> None:
    read_text(text, language)


def test_a_long_text_is_kept_for_the_next_look_and_not_for_long() -> None:
    texts = [f"The ferry {n} leaves. {'at ' * 3000}" for n in range(5)]
    first = read_text(texts[0])
    assert read_text(texts[0]) is first
    for each in texts[1:]:
        read_text(each)
    assert read_text(texts[0]) is not first
