"""The stop words of each language, which identify the language and carry no topic of their own.

The files hold them folded, as the analyzer compares them: folding them at every start took longer
than an answer. Words with a second meaning that people search for ("may", "will" in a name) are
left out: they are frequent enough to weigh little, and a month must be found.
"""

from functools import cache
from itertools import chain

from indexer.text.normalize import fold
from indexer.text.word_lists import (
    ListName,
    list_languages,
    load_all_words,
    load_entries,
    load_words,
)

# The most widely written languages come first, to break ties; the others follow.
_COMMONEST = (
    *("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl"),
    *("cs", "ro", "hu", "tr", "id", "vi", "ru", "uk", "el", "ar", "fa", "hi"),
)
_PERSON = "i"
_SHORT = 3  # letters of a word that orders something
_CALENDAR: tuple[ListName, ...] = (
    *("weekdays", "months", "relative_days", "time_units", "holidays", "holiday_seasons"),
)
_SHORTEST_DAY = 4  # letters: `mar`, `dom` and `so` are other words


def load_stopwords(language: str) -> frozenset[str]:
    """Return the folded stop words of a language; none for a language without a list."""
    return load_words("stopwords", language)


@cache
def load_command_words(language: str) -> frozenset[str]:
    """Return the folded words with which plain commands begin, such as `dimentica`.

    Without the shortest, which are anything elsewhere: Spanish `ten` is a name in Vietnamese.
    """
    lines = load_entries("plain_commands", language)
    entries = (each for line in lines for each in line.partition(" = ")[2].split(", "))
    words = (fold(each.split()[0]) for each in entries)
    return frozenset(each for each in words if each[_SHORT:]) - load_stopwords(language)


@cache
def load_day_names(language: str) -> frozenset[str]:
    """Load the names of days and months, which tell `nein, am Samstag` from English."""
    entries = chain.from_iterable(load_entries(each, language) for each in _CALENDAR)
    names = frozenset(fold(each.partition(" ")[2]) for each in entries)
    long = frozenset(each for each in names if len(each) >= _SHORTEST_DAY)
    return long - load_stopwords(language)


def load_all_stopwords() -> frozenset[str]:
    """Return the folded stop words of all languages together."""
    return load_all_words("stopwords")


@cache
def list_stopword_languages() -> tuple[str, ...]:
    """Return the languages that have stop words, the most widely written first."""
    return tuple(sorted(list_languages("stopwords"), key=_rank))


def _rank(language: str) -> tuple[int, str]:
    known = language in _COMMONEST
    return _COMMONEST.index(language) if known else len(_COMMONEST), language


@cache
def load_word_languages() -> dict[str, tuple[str, ...]]:
    """Return the languages of each folded stop word; of single letters, of "I" alone.

    "I want a dog" has no other word that tells it from Dutch, in which "want" is one.
    """
    languages: dict[str, tuple[str, ...]] = {}
    for language in list_stopword_languages():
        for word in load_stopwords(language):
            if len(word) > 1 or word == _PERSON:
                languages[word] = (*languages.get(word, ()), language)
    return languages
