"""From text to the terms that are indexed and searched, in any language.

A word is unified, folded and stemmed by the rules of its language. Scripts without spaces become
overlapping pairs (Thai and its neighbours: triples) of characters, so that a word is found inside
a longer run. So do words of scripts whose languages have no rules here: triples find a word with
another beginning or ending about as well as rules do. Identifiers are kept whole and in parts:
`snake_case`, `v2.0`, `GH-123`, `CamelCase`.
"""

import re
from dataclasses import dataclass
from functools import cache

from indexer.text import numbers, stopwords
from indexer.text.languages import detect_language, detect_word_language
from indexer.text.normalize import CYRILLIC, fold, unify
from indexer.text.stemming import stem
from indexer.text.word_lists import load_all_words

__all__ = [
    "AnalyzedText",
    "TokenPart",
    "analyze",
    "build_term",
    "detect_language",
    "extract_terms",
    "split_token",
]

_PAIRS = "\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_PAIRS += "\U00020000-\U0003ffff"
_TRIPLES = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109f\u1780-\u17d3"
# Hebrew, Syriac and their neighbours, Bengali to Oriya, Telugu to Sinhala, Georgian, Ethiopic.
_UNRULED = "\u0590-\u05ff\u0700-\u07bf\u0980-\u0b7f\u0c00-\u0df3\u10a0-\u10ff\u1200-\u139f"
_UNRULED += "\u1c90-\u1cbf"
# `\w` leaves out the vowel signs of Indic scripts, which are marks; so they are named.
_MARKS = r"\u0300-\u036f\u0591-\u05c7\u064b-\u0669\u0670\u0900-\u0963\u0966-\u0df3\u0f71-\u0f84"
# Two disjoint classes, the fast one first: most words of most texts are plain.
_LETTERS = rf"(?:[A-Za-z0-9_]+|(?:[^\W\x00-\x7f{_PAIRS}{_TRIPLES}]|[{_MARKS}])+)+"
_JOINED = r"(?:(?:[.\-'’@]|(?<=\d)[,:](?=\d)|(?<=[א-ת])\"(?=[א-ת])){0})*(?:\+\+|\#(?!\w))?"
_ASCII_TOKEN = re.compile(r"\w+" + _JOINED.format(r"\w+"), re.ASCII)
_TOKEN = _LETTERS + _JOINED.replace("{0}", _LETTERS) + rf"|[{_PAIRS}]+|[{_TRIPLES}]+"
_PAIRED, _TRIPLED = f"[{_PAIRS}]", f"[{_TRIPLES}]"
_CASES = re.compile(r"[A-Z]+(?![^\WA-Z\d_])|[A-Z]?[^\WA-Z\d_]+|\d+")
_NUMBER = re.compile(r"\d+(?:[,.:]\d+)+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_PARTED, _QUOTES = re.compile(r"[.\-@_+#]"), re.compile("[\"'’]")
_EXACT = re.compile(r"[.@:_+#\d]")
_HYPHENATED = 3  # parts; a longer chain is a phrase, not a word
_REMEMBERED = 1 << 17  # words of one language, as they are written
_REPEATED = 40  # characters; what is longer will hardly be written again
_MARGIN = ".,;:!?()[]\"'"  # may stand before and after a word without being part of it
_LONGEST = 64  # characters; what is longer is no word and would only fill the index


@dataclass(frozen=True, slots=True)
class TokenPart:
    """A part of a token, before any language has its say."""

    text: str  # folded, except that a capital acronym keeps its capitals
    whole: bool = False  # an identifier or a run of signs: never stemmed, never a stop word
    short: bool = False  # a run of signs that is but the beginning of what is indexed


@dataclass(frozen=True, slots=True)
class AnalyzedText:
    """The terms of a text in order, and its commonest words once each, apart by spaces."""

    terms: list[str]
    line: str
    common_line: str

    @property
    def common(self) -> list[str]:
        return self.common_line.split()


def extract_terms(text: str, language: str = "") -> list[str]:
    """The terms of `text`; its common words only where there is nothing else."""
    analysed = analyze(text, language)
    return analysed.terms or analysed.common


def analyze(text: str, language: str = "") -> AnalyzedText:
    """The terms and the common words of `text`, whose language is detected if not named."""
    lexicon = _get_lexicon(language or detect_language(text))
    words = numbers.add_joined_groups(unify(text)).split()
    found = list(filter(None, map(lexicon.__getitem__, words)))
    line = " ".join(found)
    # Most texts have no word of several terms: then they need not be taken apart again.
    terms = found if line.count(" ") < len(found) else line.split()
    common = filter(None, map(lexicon.common.get, dict.fromkeys(words)))
    return AnalyzedText(terms, line, " ".join(common))


def tokenize(text: str) -> list[str]:
    """The words, identifiers and unspaced runs of `text`, as they stand there but unified."""
    return _tokenize_unified(numbers.add_joined_groups(unify(text)))


def _tokenize_unified(unified: str) -> list[str]:
    return (_ASCII_TOKEN if unified.isascii() else _compile_wide(_TOKEN)).findall(unified)


@cache
def _compile_wide(pattern: str) -> re.Pattern[str]:
    """Compiled where a text in another script comes along: that takes milliseconds."""
    return re.compile(pattern)


class _Lexicon(dict[str, str]):
    """What stands between two spaces -> its terms, worked out once, for texts repeat their words.

    `common` has the common words of those that have some.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._rules = detect_word_language("", language)  # for words in Latin letters
        self._stops = stopwords.load_stopwords(self._rules)
        self.common: dict[str, str] = {}

    def __missing__(self, written: str) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
            self.common.clear()
        word = written.strip(_MARGIN)
        plain = word.isascii() and word.isalpha() and (word.islower() or word.istitle())
        terms, common = self._plain(word.lower()) if plain else self._any(written)
        if common:
            self.common[written] = common
        if len(written) <= _REPEATED:
            self[written] = terms
        return terms

    def _plain(self, word: str) -> tuple[str, str]:
        """The short way for most words of most texts, to the same end."""
        if word in self._stops:
            return "", word
        return stem(word[:_LONGEST], self._rules), ""

    def _any(self, written: str) -> tuple[str, str]:
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
    """What is indexed for `piece` in a text of that language; empty for a common word."""
    if piece.whole:
        return piece.text
    rules = detect_word_language(piece.text, language)
    if piece.text in stopwords.load_stopwords(rules):
        return ""
    return stem(piece.text.lower(), rules)


def split_token(token: str, *, question: bool = False) -> tuple[TokenPart, ...]:
    """What a token is looked up by.

    A run of signs ends in its last characters alone when indexed, so that a shorter run is the
    beginning of some piece wherever it stands; a question leaves them out.
    """
    if not token.isascii():
        if _compile_wide(_PAIRED).match(token):
            return _split_run(token, 2, question)
        if _compile_wide(_TRIPLED).match(token):
            return _split_run(token, 3, question)
        if _compile_wide(f"[{_UNRULED}]").match(token):
            return _split_by_signs(token, question)
    if token.isalpha() and (token.islower() or token.istitle() or token.isupper()):
        return (_build_word(token),)
    return _split_compound(token)


def _split_run(run: str, size: int, question: bool) -> tuple[TokenPart, ...]:
    starts = range(max(1, len(run) - size + 1)) if question else range(len(run))
    parts = (run[start : start + size] for start in starts)
    return tuple(TokenPart(part, whole=True, short=len(part) < size) for part in parts)


def _split_by_signs(token: str, question: bool) -> tuple[TokenPart, ...]:
    """The runs of signs in each part of a word that has no rules for its endings."""
    parts = filter(None, map(fold, _PARTED.split(_QUOTES.sub("", token))))
    return tuple(
        each
        for part in parts
        for each in (
            _split_run(part, 3, question) if is_run(part) else split_token(part, question=question)
        )
    )


def is_run(token: str) -> bool:
    """Whether a token is looked up by short runs of its signs."""
    signs = f"[{_PAIRS}{_TRIPLES}{_UNRULED}]"
    return not token.isascii() and _compile_wide(signs).match(token) is not None


def _build_word(word: str) -> TokenPart:
    """Some words are common in small letters and a name in capitals: `WHO`."""
    return TokenPart(word if word in load_all_words("acronyms") else fold(word)[:_LONGEST])


def _split_compound(token: str) -> tuple[TokenPart, ...]:
    """An identifier whole and in parts."""
    token = numbers.normalize_swiss(token)
    if "'" in token or "’" in token:
        return _split_at_apostrophes([word for word in re.split(r"['’]", token) if word])
    if _NUMBER.fullmatch(token):
        return tuple(TokenPart(number, whole=True) for number in numbers.list_readings(token))
    parts = [part for word in _PARTED.split(token) for part in _split_case(word)]
    if len(parts) < 2 or all(len(part) == 1 for part in parts):
        return (_join_identifier(token),)
    if "-" in token and len(parts) > _HYPHENATED:
        return tuple(map(_build_word, parts))
    return (_join_identifier(token), *map(_build_word, parts))


def _split_at_apostrophes(words: list[str]) -> tuple[TokenPart, ...]:
    """`don't` is one common word, `John's` is John, `l'homme` and `O'Brien` are two words.

    Cyrillic has it inside a word.
    """
    contraction = fold("".join(words))
    if contraction in stopwords.load_word_languages() or ord(contraction[:1] or " ") in CYRILLIC:
        return (TokenPart(contraction[:_LONGEST]),)
    return tuple(piece for word in words if word not in ("s", "S") for piece in split_token(word))


def _join_identifier(token: str) -> TokenPart:
    """Hyphens come and go in writing, so an identifier is kept without them: `email`."""
    joined = token.replace("-", "")
    if _INITIALS.fullmatch(joined):  # `U.S.` is US
        return _build_word(joined.replace(".", ""))
    return TokenPart(fold(joined)[:_LONGEST], whole=bool(_EXACT.search(joined)))


def _split_case(word: str) -> list[str]:
    """`CamelCase` and `GH123` in parts; a part of one sign would match everything."""
    parts = _CASES.findall(word)
    figure = bool(parts) and parts[0].isdigit()  # before a unit: `5kg`
    several = len(parts) > 1 and all(len(part) > 1 for part in parts[figure:])
    return parts if several else [word] if word else []
