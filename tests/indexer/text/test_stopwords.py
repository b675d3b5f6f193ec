import pytest

from indexer.text import stopwords
from indexer.text.normalize import fold


@pytest.mark.parametrize("language", stopwords.list_stopword_languages())
def test_the_words_are_written_as_the_analysis_meets_them(language: str) -> None:
    assert [word for word in stopwords.load_stopwords(language) if fold(word) != word] == []


@pytest.mark.spec("S4-34")
def test_english_has_the_number_that_the_specification_asks_for() -> None:
    assert len(stopwords.load_stopwords("en")) >= 150


def test_a_word_tells_all_the_languages_that_have_it() -> None:
    assert set(stopwords.load_word_languages()["die"]) >= {"de", "nl"}
    assert set(stopwords.load_word_languages()["i"]) >= {"en", "it", "pl"}
    assert "a" not in stopwords.load_word_languages()
