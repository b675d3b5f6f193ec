"""Detects the language of a text or a word, by its script and its stop words."""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set
from functools import cache, lru_cache
from itertools import pairwise
from operator import itemgetter

from indexer.text import stopwords
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import (
    ListName,
    list_languages,
    load_all_words,
    load_entries,
    load_words,
)

LATIN = "en"  # the language of a text in Latin letters that has no stop words
SAMPLE = 500  # characters of a text that are examined
GLANCE = 200  # characters that are examined first, to confirm the default language
_WITH_SIGNS = {"ja", "zh"}  # of which short texts may have the same signs only
FEW = 2  # stop words, of which one may be a name
PLENTY = 0.2  # share of stop words that a text has in its own language only

# The language that a script stands for if the words do not decide, and the first and last
# characters of each of its ranges.
_SCRIPTS = (
    ("el", "\u0370\u03ff\u1f00\u1fff"),
    ("ru", "\u0400\u052f"),
    ("hy", "\u0530\u058f"),
    ("he", "\u0590\u05ff"),
    ("ar", "\u0600\u06ff\u0750\u077f"),
    ("hi", "\u0900\u097f"),
    ("bn", "\u0980\u09ff"),
    ("pa", "\u0a00\u0a7f"),
    ("gu", "\u0a80\u0aff"),
    ("ta", "\u0b80\u0bff"),
    ("te", "\u0c00\u0c7f"),
    ("kn", "\u0c80\u0cff"),
    ("ml", "\u0d00\u0d7f"),
    ("si", "\u0d80\u0dff"),
    ("th", "\u0e00\u0e7f"),
    ("lo", "\u0e80\u0eff"),
    ("my", "\u1000\u109f"),
    ("ka", "\u10a0\u10ff\u1c90\u1cbf"),
    ("am", "\u1200\u139f"),
    ("km", "\u1780\u17ff"),
    ("ja", "\u3040\u30ff"),
    ("ko", "\uac00\ud7af\u1100\u11ff"),
    ("zh", "\u3400\u4dbf\u4e00\u9fff\uf900\ufaff"),
)
_VOCABULARY: tuple[ListName, ...] = ("meanings", "said_for")
_LETTERS = re.compile(r"[^\W\d_]+")


# Looked up by bisection: compiling patterns of these ranges took longer than a short question.
_RANGES = sorted(
    (first, last, language)
    for language, signs in _SCRIPTS
    for first, last in zip(signs[::2], signs[1::2], strict=True)
)


def detect_script(word: str) -> str:
    """Return the language that stands for a word's script: `en` for Latin, `ru` for Cyrillic."""
    if word.isascii():
        return LATIN
    scripts = filter(None, map(_detect_sign_script, word))
    script = next(scripts, LATIN)
    # Japanese and Korean words may begin with characters that they share with Chinese.
    return next(filter(_WITH_CHINESE, scripts), script) if script == "zh" else script


_WITH_CHINESE = {"ja", "ko"}.__contains__


@lru_cache(1 << 12)
def _detect_sign_script(sign: str) -> str:
    """Return the script of a character; "" for one that Latin text may have."""
    place = bisect(_RANGES, sign, key=itemgetter(0)) - 1
    return _RANGES[place][2] if place >= 0 and sign <= _RANGES[place][1] else ""


@lru_cache(1 << 12)
def detect_word_language(word: str, language: str) -> str:
    """Return the language whose rules apply to a word in a text in `language`."""
    script = detect_script(word)
    return language if find_family(language) == script else script


def detect_language(
    text: str, among: Collection[str] = (), default: str = "", sample: int = SAMPLE
) -> str:
    """Return the language of `text` (ISO 639-1), one of `among` if given.

    `default` is the result if the first words of the text, in `sample` characters, do not decide.
    """
    if default and _is_clearly_in(text[:GLANCE], default):
        return default
    start = unify(text[:sample])
    plain = start.isascii()
    words = set(start.lower().split()) if plain else set(map(fold, _LETTERS.findall(start)))
    votes = _count_common_words(words)
    if votes and max(votes.values()) <= FEW:  # "Tom" is a common word in Czech, "Mia" in Italian
        votes = _count_common_words(words - _list_names(start)) or votes
    letters = Counter[str]() if plain else _count_rare_letters(set(start.lower()))
    script = LATIN if plain else _detect_main_script(words)
    if script != LATIN:  # in Latin script such letters stand in names from everywhere
        votes += letters
    allowed = [each for each in among or votes if votes[each] and find_family(each) == script]
    if not allowed:
        return default if default and find_family(default) == script else script
    most = max(map(votes.__getitem__, allowed))
    leading = [each for each in allowed if votes[each] == most]
    # The last tie-break is the order of the lists, with the most widely written languages first.
    return max(
        leading,
        key=lambda each: (letters[each], each == default, each == script, -_rank(each)),
    )


def detect_languages(passages: Sequence[str], asked: str) -> list[str]:
    """Return the language of each of several passages of one document, for a question in `asked`.

    A table or a line has few stop words, which may be another language's, too: such a passage is in
    the language of most of the text, if that is written in the same script. Where its words are
    known better in the language of the question, it is in that: "Car" is no French "because".
    """
    own = [_detect_of_passage(each, asked) for each in passages]
    if all(each == own[0] for each in own):
        return own
    lengths = Counter[str]()
    for text, language in zip(passages, own, strict=True):
        lengths[language] += len(text)
    most = max(own, key=lambda each: lengths[each], default=LATIN)
    return [
        most if _may_be_in(text, language, most) else language
        for text, language in zip(passages, own, strict=True)
    ]


# The next question often finds a passage again.
@lru_cache(1 << 10)
def _detect_of_passage(text: str, asked: str) -> str:
    """Return the language of a passage, by all of it where its beginning is hardly in sentences."""
    found = detect_language(text)
    if _is_clearly_in(text[:SAMPLE], found):
        return found
    found = detect_language(text, sample=len(text))
    return asked if _is_better_known(text[:SAMPLE], asked, found) else found


def _is_better_known(text: str, language: str, other: str) -> bool:
    """Return whether more words of a text are known in a language than in an `other` one."""
    if language == other or find_family(language) != find_family(other):
        return False
    if not _load_vocabulary(other):
        return False
    words = set(_LETTERS.findall(unify(text).lower()))
    return _count_known(words, language) > _count_known(words, other)


def _count_known(words: Set[str], language: str) -> int:
    common = stopwords.load_stopwords(language).intersection(map(fold, words))
    return len(common) + count_listed_words(words, language)


def _may_be_in(text: str, language: str, other: str) -> bool:
    """Return whether a text, which seems to be in a language, may as well be in an `other`."""
    if {language, other} == _WITH_SIGNS:
        return True
    same = find_family(language) == find_family(other)
    return same and not _is_clearly_in(text[:SAMPLE], language)


def _is_clearly_in(text: str, language: str) -> bool:
    """Return whether the stop words of `text` clearly belong to `language`."""
    words = text.lower().split()
    return len(stopwords.load_stopwords(language).intersection(words)) > PLENTY * len(words)


def count_listed_words(words: Iterable[str], language: str) -> int:
    """Count the words, in lower case with their accents, that the lists of a language have."""
    return len(_load_vocabulary(language).intersection(words))


@cache
def _load_vocabulary(language: str) -> frozenset[str]:
    lines = (each for name in _VOCABULARY for each in load_entries(name, language))
    return frozenset(_LETTERS.findall("\n".join(lines)))


def _list_names(text: str) -> set[str]:
    """List the words with a capital, but for those that owe it to their place or to courtesy."""
    pairs = (pair for line in text.splitlines() for pair in pairwise(line.split()))
    inside = [word for before, word in pairs if before[-1:].isalnum() or before[-1:] == ","]
    named = (each for each in inside if each[:1].isupper() and each[1:].islower())
    letters = {fold(part) for each in named for part in _LETTERS.findall(each)}
    return letters - load_all_words("polite_pronouns")


def _count_common_words(words: Set[str]) -> Counter[str]:
    """Count the different stop words of each language among `words`."""
    known = stopwords.load_word_languages()
    return Counter(language for word in words & known.keys() for language in known[word])


def _count_rare_letters(letters: Set[str]) -> Counter[str]:
    rare = _load_letter_languages()
    return Counter(language for letter in letters & rare.keys() for language in rare[letter])


@cache
def _load_letter_languages() -> dict[str, list[str]]:
    """Return the languages that have each rare letter."""
    languages: dict[str, list[str]] = {}
    for language in list_languages("letters"):
        for letter in load_words("letters", language):
            languages.setdefault(letter, []).append(language)
    return languages


@cache
def _rank(language: str) -> int:
    known = stopwords.list_stopword_languages()
    return known.index(language) if language in known else len(known)


def _detect_main_script(words: Collection[str]) -> str:
    wide = [word for word in words if not word.isascii()]
    scripts = Counter(map(detect_script, wide))
    scripts[LATIN] += len(words) - len(wide)
    # Japanese writes most words in characters shared with Chinese; its syllabaries give it away.
    if scripts["ja"] and scripts["ja"] * 10 >= scripts["zh"]:
        scripts["ja"] += scripts.pop("zh", 0)
    return max(scripts, key=lambda script: (scripts[script], script), default=LATIN)


@cache
def find_family(language: str) -> str:
    """Return the language that stands for the script of `language`: `ru` for Ukrainian."""
    standing = {name for name, _ in _SCRIPTS}
    return (
        language
        if language in standing
        else _detect_main_script(stopwords.load_stopwords(language))
    )
