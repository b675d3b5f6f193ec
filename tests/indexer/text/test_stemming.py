"""Many words at once have the stems that they have one by one."""

import pytest

from indexer.text.normalize import fold
from indexer.text.stemming import stem, stem_all
from indexer.text.word_lists import ListName, list_languages, load_entries


@pytest.mark.parametrize("language", [*list_languages("stopwords"), "xx"])
def test_many_words_have_the_stems_of_each(language: str) -> None:
    names: tuple[ListName, ...] = ("stopwords", "weekdays", "synonyms")
    entries = " ".join(entry for name in names for entry in load_entries(name, language))
    words = {fold(word) for word in entries.split()} | {"", "x"}
    assert stem_all(words, language) == {word: stem(word, language) for word in words}
