"""Which language a text or a word is in, told by script and by the commonest words."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Set
from functools import cache, lru_cache

from indexer.text import stopwords
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import list_languages, load_words

LATIN = "en"  # what a text in Latin letters is taken for when nothing tells
SAMPLE = 500  # characters that are looked at
GLANCE = 200  # of them, to see that a text is in the language it is taken for
PLENTY = 0.2  # of the words of a text: so many common words are found in its own language only

# The language a script stands for where its words do not decide.
_SCRIPTS = (
    ("el", "\u0370-\u03ff\u1f00-\u1fff"),
    ("ru", "\u0400-\u052f"),
    ("hy", "\u0530-\u058f"),
    ("he", "\u0590-\u05ff"),
    ("ar", "\u0600-\u06ff\u0750-\u077f"),
    ("hi", "\u0900-\u097f"),
    ("bn", "\u0980-\u09ff"),
    ("pa", "\u0a00-\u0a7f"),
    ("gu", "\u0a80-\u0aff"),
    ("ta", "\u0b80-\u0bff"),
    ("te", "\u0c00-\u0c7f"),
    ("kn", "\u0c80-\u0cff"),
    ("ml", "\u0d00-\u0d7f"),
    ("si", "\u0d80-\u0dff"),
    ("th", "\u0e00-\u0e7f"),
    ("lo", "\u0e80-\u0eff"),
    ("my", "\u1000-\u109f"),
    ("ka", "\u10a0-\u10ff\u1c90-\u1cbf"),
    ("am", "\u1200-\u139f"),
    ("km", "\u1780-\u17ff"),
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af\u1100-\u11ff"),
    ("zh", "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"),
)
_LETTERS = re.compile(r"[^\W\d_]+")


def detect_script(word: str) -> str:
    """The language that stands for the script of a word: `en` for Latin, `ru` for Cyrillic."""
    sign = None if word.isascii() else _compile_signs().search(word)
    if not sign:
        return LATIN
    script = _detect_sign_script(sign[0])
    # Japanese and Korean words may begin with the signs that they share with Chinese.
    own = _compile_own_signs().search(word) if script == "zh" else None
    return _detect_sign_script(own[0]) if own else script


@cache
def _compile_signs() -> re.Pattern[str]:
    """Of any script; compiled where a text in one comes along: that takes half a millisecond."""
    return re.compile(f"[{''.join(signs for _, signs in _SCRIPTS)}]")


@cache
def _compile_own_signs() -> re.Pattern[str]:
    signs = dict(_SCRIPTS)
    return re.compile(f"[{signs['ja']}]|[{signs['ko']}]")


@lru_cache(1 << 12)
def _detect_sign_script(sign: str) -> str:
    return next(language for language, signs in _SCRIPTS if re.match(f"[{signs}]", sign))


@lru_cache(1 << 12)
def detect_word_language(word: str, language: str) -> str:
    """The language whose rules a word of a text in `language` follows."""
    script = detect_script(word)
    return language if _find_family(language) == script else script


def detect_language(text: str, among: Collection[str] = (), default: str = "") -> str:
    """The language of `text` (ISO 639-1), one of `among` if given.

    `default` is what it is taken for where its first words do not tell.
    """
    if default and _is_clearly_in(text[:GLANCE], default):
        return default
    start = unify(text[:SAMPLE])
    plain = start.isascii()
    words = set(start.lower().split()) if plain else set(map(fold, _LETTERS.findall(start)))
    votes = _count_common_words(words)
    letters = Counter[str]() if plain else _count_rare_letters(set(start.lower()))
    script = LATIN if plain else _detect_main_script(words)
    if script != LATIN:  # there they stand in names from everywhere
        votes += letters
    allowed = [each for each in among or votes if votes[each] and _find_family(each) == script]
    if not allowed:
        return default if default and _find_family(default) == script else script
    most = max(map(votes.__getitem__, allowed))
    leading = [each for each in allowed if votes[each] == most]
    # To the last resort by the order of the lists, which begin with what most people write.
    return max(
        leading,
        key=lambda each: (letters[each], each == default, each == script, -_rank(each)),
    )


def _is_clearly_in(text: str, language: str) -> bool:
    """Whether these words are clearly of that language."""
    words = text.lower().split()
    return len(stopwords.load_stopwords(language).intersection(words)) > PLENTY * len(words)


def _count_common_words(words: Set[str]) -> Counter[str]:
    """How many different common words of each language there are."""
    telling = stopwords.load_word_languages()
    return Counter(language for word in words & telling.keys() for language in telling[word])


def _count_rare_letters(letters: Set[str]) -> Counter[str]:
    telling = _load_letter_languages()
    return Counter(language for letter in letters & telling.keys() for language in telling[letter])


@cache
def _load_letter_languages() -> dict[str, list[str]]:
    """Letter that few languages have -> the languages that it tells."""
    telling: dict[str, list[str]] = {}
    for language in list_languages("letters"):
        for letter in load_words("letters", language):
            telling.setdefault(letter, []).append(language)
    return telling


@cache
def _rank(language: str) -> int:
    known = stopwords.list_stopword_languages()
    return known.index(language) if language in known else len(known)


def _detect_main_script(words: Iterable[str]) -> str:
    scripts = Counter(map(detect_script, words))
    # Japanese writes most words in the signs it shares with Chinese; its own syllables tell it.
    if scripts["ja"] and scripts["ja"] * 10 >= scripts["zh"]:
        scripts["ja"] += scripts.pop("zh", 0)
    return max(scripts, key=lambda script: (scripts[script], script), default=LATIN)


@cache
def _find_family(language: str) -> str:
    """The language that stands for its script: Ukrainian is written in that of Russian."""
    standing = {name for name, _ in _SCRIPTS}
    return (
        language
        if language in standing
        else _detect_main_script(stopwords.load_stopwords(language))
    )
