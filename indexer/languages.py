"""Which language a text or a word is in, told by script and by the commonest words."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Set
from functools import cache, lru_cache

from indexer import stopwords
from indexer.folding import fold, unify

LATIN = "en"  # what a text in Latin letters is taken for when nothing tells
SAMPLE = 500  # characters that are looked at
GLANCE = 200  # of them, to see that a text is in the language it is taken for
PLENTY = 0.2  # of the words of a text: so many common words are found in its own language only

# The language a script stands for where its words do not decide.
_SCRIPTS = (
    ("el", "[\u0370-\u03ff\u1f00-\u1fff]"),
    ("ru", "[\u0400-\u052f]"),
    ("hy", "[\u0530-\u058f]"),
    ("he", "[\u0590-\u05ff]"),
    ("ar", "[\u0600-\u06ff\u0750-\u077f]"),
    ("hi", "[\u0900-\u097f]"),
    ("ta", "[\u0b80-\u0bff]"),
    ("th", "[\u0e00-\u0e7f]"),
    ("ja", "[\u3040-\u30ff]"),
    ("ko", "[\uac00-\ud7af\u1100-\u11ff]"),
    ("zh", "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"),
)
_LETTERS = re.compile(r"[^\W\d_]+")
_FAMILY = {"uk": "ru", "fa": "ar"}  # languages that share the script of another


def script_of(word: str) -> str:
    """The language that stands for the script of a word: `en` for Latin, `ru` for Cyrillic."""
    if word.isascii():
        return LATIN
    return next((language for language, letters in _scripts() if letters.search(word)), LATIN)


@cache
def _scripts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Compiled where a text in another script comes along: that takes milliseconds."""
    return tuple((language, re.compile(letters)) for language, letters in _SCRIPTS)


@lru_cache(1 << 12)
def of_word(word: str, language: str) -> str:
    """The language whose rules a word of a text in `language` follows."""
    script = script_of(word)
    return language if _family(language) == script else script


def language_of(text: str, among: Collection[str] = (), default: str = "") -> str:
    """The language of `text` (ISO 639-1), one of `among` if given.

    `default` is what it is taken for where its first words do not tell.
    """
    if default and _at_home(text[:GLANCE], default):
        return default
    start = unify(text[:SAMPLE])
    plain = start.isascii()
    words = set(start.lower().split()) if plain else set(map(fold, _LETTERS.findall(start)))
    votes = _votes(words)
    script = LATIN if plain else _script_of_most(words)
    allowed = [each for each in among or votes if votes[each] and _family(each) == script]
    if allowed:
        # To the last resort by name: in a set, what comes first differs from process to process.
        return max(allowed, key=lambda each: (votes[each], each == default, each == script, each))
    return default if default and _family(default) == script else script


def _at_home(text: str, language: str) -> bool:
    """Whether these words are clearly of that language."""
    words = text.lower().split()
    return len(stopwords.of(language).intersection(words)) > PLENTY * len(words)


def _votes(words: Set[str]) -> Counter[str]:
    """How many different common words of each language there are."""
    telling = stopwords.telling()
    return Counter(language for word in words & telling.keys() for language in telling[word])


def _script_of_most(words: Iterable[str]) -> str:
    scripts = Counter(map(script_of, words))
    # Japanese writes most words in the signs it shares with Chinese; its own syllables tell it.
    if scripts["ja"] and scripts["ja"] * 10 >= scripts["zh"]:
        scripts["ja"] += scripts.pop("zh", 0)
    return max(scripts, key=lambda script: (scripts[script], script), default=LATIN)


@cache
def _family(language: str) -> str:
    if language in _FAMILY:
        return _FAMILY[language]
    standing = {name for name, _ in _SCRIPTS}
    return language if language in standing else LATIN
