"""Turns text in any language into the terms that are indexed and searched.

A word is unified, folded and stemmed by the rules of its language. Text in scripts without spaces
becomes overlapping pairs of characters (triples in Thai and related scripts), so that a word is
found inside a longer run; traditional Chinese characters count as their simplified ones. So do
words in scripts whose languages have no stemming rules here: triples find a word with another
prefix or ending about as well as rules do. Identifiers are indexed whole and in parts:
`snake_case`, `v2.0`, `GH-123`, `CamelCase`.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, Self

from msgspec import Struct

from indexer.text import numbers, stopwords
from indexer.text.languages import detect_language, detect_word_language
from indexer.text.normalize import CYRILLIC, MARKS, fold, unify
from indexer.text.stemming import stem
from indexer.text.word_lists import ListName, list_languages, load_all_words, load_entries

__all__ = [
    "AnalyzedText",
    "TokenPart",
    "analyze",
    "build_term",
    "detect_language",
    "extract_terms",
    "list_uncommon_words",
    "split_token",
]

_PAIRS = "\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_PAIRS += "\U00020000-\U0003ffff"
_TRIPLES = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109f\u1780-\u17d3"
# Hebrew, Syriac and their neighbours, Bengali to Oriya, Telugu to Sinhala, Georgian, Ethiopic.
_UNRULED = "\u0590-\u05ff\u0700-\u07bf\u0980-\u0b7f\u0c00-\u0df3\u10a0-\u10ff\u1200-\u139f"
_UNRULED += "\u1c90-\u1cbf"
# Two disjoint classes, the fast one first: most words of most texts are plain.
_LETTERS = rf"(?:[A-Za-z0-9_]+|(?:[^\W\x00-\x7f{_PAIRS}{_TRIPLES}]|[{MARKS}])+)+"
_JOINED = r"(?:(?:[.\-'’@]|(?<=\d)[,:](?=\d)|(?<=[א-ת])\"(?=[א-ת])){0})*(?:\+\+|\#(?!\w))?"
_ASCII_TOKEN = re.compile(r"\w++" + _JOINED.format(r"\w++"), re.ASCII)
_TOKEN = _LETTERS + _JOINED.replace("{0}", _LETTERS) + rf"|[{_PAIRS}]+|[{_TRIPLES}]+"
_PAIRED, _ONE_RUN, _TRIPLED = f"[{_PAIRS}]", f"[{_PAIRS}]+", f"[{_TRIPLES}]"
_CASES = re.compile(r"[A-Z]+(?![^\WA-Z\d_])|[A-Z]?[^\WA-Z\d_]+|\d+")
_NUMBER = re.compile(r"\d+(?:[,.:]\d+)+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_PARTED, _QUOTES = re.compile(r"[.\-@_+#]"), re.compile("[\"'’]")
_EXACT = re.compile(r"[.@:_+#\d]")
_SIGNS = ".,:-@_+#"  # that join the parts of a word
_HYPHENATED = 3  # parts at most; a longer chain is a phrase, not a word
_REMEMBERED = 1 << 17  # cached words of one language, as written
_REPEATED = 40  # characters; longer words hardly repeat and are not cached
_MARGIN = ".,;:!?()[]\"'"  # may surround a word without being part of it
_LONGEST = 64  # characters; anything longer is no word and would only fill the index


class TokenPart(NamedTuple):  # a text of signs has one for each of them
    """A part of a token, before the rules of a language are applied."""

    text: str  # folded, except that a capital acronym keeps its capitals
    whole: bool = False  # an identifier or a character n-gram: never stemmed, never a stop word
    short: bool = False  # an n-gram shorter than those of its script, at the end of a run


class AnalyzedText(Struct, frozen=True):
    """The terms of a text in order; `common_line` has its stop words once each.

    In `line` and `common_line` they are separated by spaces.
    """

    terms: list[str]
    line: str
    common_line: str

    @property
    def common(self) -> list[str]:
        return self.common_line.split()

    @classmethod
    def join(cls, texts: Sequence["AnalyzedText"]) -> Self:
        """Join texts of one language, as if they had been analyzed together."""
        terms = [term for each in texts for term in each.terms]
        common = dict.fromkeys(word for each in texts for word in each.common)
        return cls(terms, " ".join(terms), " ".join(common))


def extract_terms(text: str, language: str = "") -> list[str]:
    """Return the terms of `text`, or its stop words if it has nothing else."""
    analyzed = analyze(text, language)
    return analyzed.terms or analyzed.common


def list_uncommon_words(text: str, language: str) -> list[str]:
    """List the folded words of `text` that are no stop words of a language."""
    common = stopwords.load_stopwords(language)
    return [each for each in map(fold, tokenize(text)) if each not in common]


def analyze(text: str, language: str = "") -> AnalyzedText:
    """Split `text` into terms and stop words; its language is detected if not given."""
    lexicon = _get_lexicon(language or detect_language(text))
    lexicon.make_room()
    words = numbers.add_joined_groups(unify(text)).split()
    found = list(filter(None, map(lexicon.__getitem__, words)))
    line = " ".join(found)
    # Most texts have no word with several terms: then the line need not be split.
    terms = found if line.count(" ") < len(found) else line.split()
    common = dict.fromkeys(filter(lexicon.common.__contains__, words))
    return AnalyzedText(terms, line, " ".join(map(lexicon.common.__getitem__, common)))


def tokenize(text: str) -> list[str]:
    """Split `text` into words, identifiers and runs without spaces, unified but not folded."""
    return _tokenize_unified(numbers.add_joined_groups(unify(text)))


def _tokenize_unified(unified: str) -> list[str]:
    return (_ASCII_TOKEN if unified.isascii() else _compile_wide(_TOKEN)).findall(unified)


@cache
def _compile_wide(pattern: str) -> re.Pattern[str]:
    """Compile a pattern only when a text beyond ASCII needs it: that takes milliseconds."""
    return re.compile(pattern)


class _Lexicon(dict[str, str]):
    """A cache of the terms of each string between two spaces, because texts repeat their words.

    `common` has the stop words of the strings that contain some.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._rules = detect_word_language("", language)  # for words in Latin letters
        self._stops = stopwords.load_stopwords(self._rules)
        self.common: dict[str, str] = {}

    def make_room(self) -> None:
        """Empty the cache if it is full; within a text its stop words would be lost."""
        if max(len(self), len(self.common)) >= _REMEMBERED:
            self.clear()
            self.common.clear()

    def __missing__(self, written: str) -> str:
        word = written.strip(_MARGIN)
        plain = word.isascii() and word.isalpha() and (word.islower() or word.istitle())
        terms, common = self._plain(word.lower()) if plain else self._any(written)
        if common:
            self.common[written] = common
        if len(written) <= _REPEATED:
            self[written] = terms
        return terms

    def _plain(self, word: str) -> tuple[str, str]:
        """Analyze a plain word: a shortcut for most words, with the same result as `_any`."""
        if word in self._stops:
            return "", word
        return stem(word[:_LONGEST], self._rules), ""

    def _any(self, written: str) -> tuple[str, str]:
        if len(written) > _REPEATED and _compile_wide(_ONE_RUN).fullmatch(written):
            return " ".join(_slice_pairs(simplify_signs(written))), ""
        found = [
            (piece.text, build_term(piece, self._language))
            for token in _tokenize_unified(written)
            for piece in split_token(token)
        ]
        terms = " ".join(term for _, term in found if term)
        return terms, " ".join(text for text, term in found if not term)


@cache
def _get_lexicon(language: str) -> _Lexicon:
    return _Lexicon(language)


def build_term(piece: TokenPart, language: str) -> str:
    """Return the indexed term of `piece` in a text in `language`; empty for a stop word."""
    if piece.whole:
        return piece.text
    rules = detect_word_language(piece.text, language)
    if piece.text in stopwords.load_stopwords(rules):
        return ""
    return stem(piece.text.lower(), rules)


def split_token(token: str, *, question: bool = False) -> tuple[TokenPart, ...]:
    """Split a token into the parts that it is indexed and looked up by.

    When a run of characters is indexed, its last parts are shorter than the others, so that any
    shorter run is the beginning of some part; a question leaves these out.
    """
    if not token.isascii():
        if _compile_wide(_PAIRED).match(token):
            return _split_run(simplify_signs(token), 2, question)
        if _compile_wide(_TRIPLED).match(token):
            return _split_run(token, 3, question)
        if _compile_wide(f"[{_UNRULED}]").match(token):
            return _split_by_signs(token, question)
    if token.isalpha() and (token.islower() or token.istitle() or token.isupper()):
        return (_build_word(token),)
    if token.isascii() and token.isdigit():
        return (TokenPart(token[:_LONGEST], whole=True),)
    return _split_compound(token)


def simplify_signs(text: str) -> str:
    """Return a text with each traditional character as the simplified one it is looked up as."""
    return text.translate(_load_simplified())


@cache
def _load_simplified() -> dict[int, str]:
    """Load which simplified character each traditional one is looked up as."""
    name: ListName = "traditional_signs"
    entries = (each for language in list_languages(name) for each in load_entries(name, language))
    return {ord(traditional): simple for traditional, simple in map(str.split, entries)}


def _slice_pairs(run: str) -> list[str]:
    """Return the terms of a run that is indexed, without a value for each, which takes longer."""
    return [run[start : start + 2] for start in range(len(run))]


def _split_run(run: str, size: int, question: bool) -> tuple[TokenPart, ...]:
    whole = max(0, len(run) - size + 1)  # parts of the full size
    parts = [TokenPart(run[start : start + size], whole=True) for start in range(whole)]
    rest = range(whole, len(run)) if not question else range(not whole)
    return (*parts, *(TokenPart(run[start:], whole=True, short=True) for start in rest))


def _split_by_signs(token: str, question: bool) -> tuple[TokenPart, ...]:
    """Split a word whose language has no stemming rules into triples of characters."""
    parts = filter(None, map(fold, _PARTED.split(_QUOTES.sub("", token))))
    return tuple(
        each
        for part in parts
        for each in (
            _split_run(part, 3, question) if is_run(part) else split_token(part, question=question)
        )
    )


def is_run(token: str) -> bool:
    """Return whether a token is looked up by n-grams of its characters."""
    signs = f"[{_PAIRS}{_TRIPLES}{_UNRULED}]"
    return not token.isascii() and _compile_wide(signs).match(token) is not None


def _build_word(word: str) -> TokenPart:
    """Fold a word, unless it is an acronym: `who` is a stop word, `WHO` a name."""
    return TokenPart(word if word in load_all_words("acronyms") else fold(word)[:_LONGEST])


def _split_compound(token: str) -> tuple[TokenPart, ...]:
    """Return an identifier whole and in parts."""
    token = numbers.normalize_swiss(token)
    if "'" in token or "’" in token:
        return _split_at_apostrophes([word for word in re.split(r"['’]", token) if word])
    if _NUMBER.fullmatch(token):
        return tuple(TokenPart(number, whole=True) for number in numbers.list_readings(token))
    if "," in token:
        return tuple(each for piece in _split_at_commas(token) for each in split_token(piece))
    parts = [part for word in _PARTED.split(token) for part in _split_case(word)]
    if len(parts) < 2 or all(len(part) == 1 for part in parts):
        return (_join_identifier(token),)
    if "-" in token and len(parts) > _HYPHENATED:
        return tuple(map(_build_word, parts))
    return (_join_identifier(token), *map(_build_word, parts))


def _split_at_commas(token: str) -> list[str]:
    """Split off the number that a word begins with, as in `1,700F`: no term holds a comma."""
    number = _NUMBER.match(token)
    pieces = [number[0], token[number.end() :]] if number else token.split(",")
    return [piece for each in pieces if (piece := each.strip(_SIGNS))]


def _split_at_apostrophes(words: list[str]) -> tuple[TokenPart, ...]:
    """Split at apostrophes, except in contractions and in Cyrillic, where they are letters.

    `don't` is one stop word, `John's` is John, `l'homme` and `O'Brien` are two words. `I'll` and
    `I'd` are taken apart, because `ill` and `ID` are words of their own.
    """
    contraction = fold("".join(words))
    if contraction in stopwords.load_word_languages() or ord(contraction[:1] or " ") in CYRILLIC:
        return (TokenPart(contraction[:_LONGEST]),)
    parts = [word for word in words if word not in ("s", "S")]
    if len(parts) > 1 and parts[-1] == "d":  # "they'd"
        parts.pop()
    return tuple(piece for part in parts for piece in split_token(part))


def _join_identifier(token: str) -> TokenPart:
    """Return an identifier without hyphens, which come and go in writing: `email`."""
    joined = token.replace("-", "")
    if _INITIALS.fullmatch(joined):  # `U.S.` is US
        return _build_word(joined.replace(".", ""))
    return TokenPart(fold(joined)[:_LONGEST], whole=bool(_EXACT.search(joined)))


def _split_case(word: str) -> list[str]:
    """Split `CamelCase` and `GH123`, unless a part would be one character and match anything."""
    parts = _CASES.findall(word)
    has_number = bool(parts) and parts[0].isdigit()  # before a unit: `5kg`
    several = len(parts) > 1 and all(len(part) > 1 for part in parts[has_number:])
    return parts if several else [word] if word else []
