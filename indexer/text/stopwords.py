"""The commonest words of each language: they tell languages apart and carry no topic of their own.

Their files hold them folded, as the analysis meets them: folding them at every start took longer
than an answer. Words with a second meaning that people search for ("may", "will" in a name) are
left out there: they are frequent enough to weigh little, and a month must be found.
"""

from functools import cache

from indexer.text.word_lists import list_languages, load_all_words, load_words

# What most people write comes first, for where nothing else tells a language; others follow.
_COMMONEST = (
    *("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl"),
    *("cs", "ro", "hu", "tr", "id", "vi", "ru", "uk", "el", "ar", "fa", "hi"),
)


def load_stopwords(language: str) -> frozenset[str]:
    """The stop words of a language, folded; none for a language without a list."""
    return load_words("stopwords", language)


def load_all_stopwords() -> frozenset[str]:
    """Those of all languages together."""
    return load_all_words("stopwords")


@cache
def list_stopword_languages() -> tuple[str, ...]:
    """The languages with stop words, the most written ones first."""
    return tuple(sorted(list_languages("stopwords"), key=_rank))


def _rank(language: str) -> tuple[int, str]:
    known = language in _COMMONEST
    return _COMMONEST.index(language) if known else len(_COMMONEST), language


@cache
def load_word_languages() -> dict[str, tuple[str, ...]]:
    """Folded stop word -> the languages it is one of; single letters tell nothing."""
    telling: dict[str, tuple[str, ...]] = {}
    for language in list_stopword_languages():
        for word in load_stopwords(language):
            if len(word) > 1:
                telling[word] = (*telling.get(word, ()), language)
    return telling
