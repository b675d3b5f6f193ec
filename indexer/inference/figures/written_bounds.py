"""Writes the bounds of ranges as words before their numbers: "≥ 12 kg", "70+", "12 max"."""

import re
from collections.abc import Collection, Mapping
from functools import cache

from indexer.inference.lexicon import load_lexicon
from indexer.late_patterns import compile_late
from indexer.text.compounds import LANGUAGES as COMPOUNDING
from indexer.text.question_words import list_question_languages, load_question_words
from indexer.text.word_lists import build_alternatives

_MARKS: Mapping[str, str] = {"least": "rel:min", "most": "rel:max"}
_YEARS = "unit:y"
_IS, _OF = "be", "rel:of"
_SHORTEST = 3  # letters of a word that may be a name: "our son Max is 12"
_SHORT: Mapping[str, str] = {"least": "m[ií]n", "most": "m[aá]x"}
_NUMBER = r"(?<![\d.,:/+–-])\d{1,6}(?:[.,]\d{1,2})?(?:\s?[^\W\d_]{1,20}²?)?"
# At the beginning of a line ">" quotes, and "->" is an arrow.
_ABOVE = compile_late(r"(?:≥|≧|⩾|>=|(?<=[^\n>=-])>)\s?(?=\d)")
_BELOW = compile_late(r"(?:≤|≦|⩽|<=|(?<![<-])<)\s?(?=\d)")
_HEART = compile_late(r"<3(?![\d.,]*\d)(?:\s?([^\W\d_]{1,20}|%))?")
_AND_MORE = compile_late(r"(?<![\d.,:/+–-])(\d{1,4}(?:\s?[^\W\d_]{1,6})?)\+(?!\s?\d)")
_PLUS_YEARS = compile_late(r"(?<![\w+])\+\s?(?=\d{1,3}\s([^\W\d_]{2,10}))")
_GROUPS_OF_AGE = compile_late(r"(?<=[^\W\d_])-(?=\d{1,3}s\b)")  # "under-12s"
_OF_LANGUAGE: Mapping[str, tuple[re.Pattern[str], str]] = {
    "de": (re.compile(r"\bÜ-?(?=\d\d\b)"), "über "),
    "nl": (re.compile(r"\bt/m(?=\s\d)"), "tot en met"),
}


def write_bounds(text: str, language: str) -> str:
    """Return a text with its signs for bounds as words of its language."""
    least, most = _find_word("least", language), _find_word("most", language)
    if not (least and most):
        return text
    text = _ABOVE.sub(f"{least} ", text)
    text = _BELOW.sub(lambda each: _write_below(each, most, language), text)
    text = _AND_MORE.sub(rf"{least} \1", text)
    text = _PLUS_YEARS.sub(lambda each: _write_years(each, least, language), text)
    text = _GROUPS_OF_AGE.sub(" ", text)
    if language in _OF_LANGUAGE:
        pattern, written = _OF_LANGUAGE[language]
        text = pattern.sub(written, text)
    return _write_words(text, language)


def _write_words(text: str, language: str) -> str:
    """Write the words for bounds next to their numbers: "minimum age: 8", "12 max", "max. 2"."""
    for name in _MARKS:
        written = _find_word(name, language)
        text = _compile_ahead(name, language).sub(rf"\1 {written} ", text)
        text = _compile_behind(name, language).sub(rf"{written} \1", text)
    return text


def _write_below(found: re.Match[str], most: str, language: str) -> str:
    """Write "<3" before a unit only: elsewhere it is a heart."""
    heart = _HEART.match(found.string, found.start())
    if heart and not (heart[1] and _is_unit(heart[1], language)):
        return found[0]
    return f"{most} "


def _is_unit(word: str, language: str) -> bool:
    meanings = load_lexicon(language).words.get(word.lower(), ())
    return word == "%" or any(each.startswith("unit:") for each in meanings)


def _write_years(found: re.Match[str], least: str, language: str) -> str:
    """Write "+65" before years only: elsewhere it adds something, or begins a phone number."""
    meanings = load_lexicon(language).words.get(found[1].lower(), ())
    return f"{least} " if _YEARS in meanings else found[0]


@cache
def _find_word(name: str, language: str) -> str:
    """Find the word of a language by which a reading knows such a bound; "" if there is none."""
    words = (each for each in _list_words(name, language) if " " not in each)
    lexicon = load_lexicon(language)
    return next((each for each in words if _MARKS[name] in lexicon.words.get(each, ())), "")


def _list_words(name: str, language: str) -> list[str]:
    if language not in list_question_languages():
        return []
    return list(load_question_words(language).lists["bounds"].get(name, ()))


@cache
def _compile_ahead(name: str, language: str) -> re.Pattern[str]:
    """Compile what stands before a number and bounds it: "max. ", "Mindestalter: "."""
    end = r"[^\W\d_]{0,15}" if language in COMPOUNDING else ""
    words = _list_words(name, language)
    near = rf"(?:{build_alternatives(words)}){end}\b\s?:?|{_SHORT[name]}\b\.?"
    named = build_alternatives([each for each in words if len(each) > _SHORTEST])
    label = rf"(?:{named}){end}\b{_build_rest(language)}"
    return re.compile(rf"(?<!\d\s)\b({near}|{label})\s?(?=\d)", re.IGNORECASE)


@cache
def _build_rest(language: str) -> str:
    """Build what ends a label: "age for riders:", "stay is", "age"; no number stands in it."""
    lexicon = load_lexicon(language).words.items()
    verbs = build_alternatives([each for each, meanings in lexicon if _IS in meanings])
    counts = _exclude([each for each, meanings in lexicon if any(map(_is_count, meanings))])
    small = _exclude([each for each, meanings in lexicon if any(map(_is_small, meanings))])
    word = r"[^\W\d_]{1,20}"
    return rf"(?:(?:\s{counts}{word}){{0,5}}(?:\s?:|\s(?:{verbs})\b)|(?:\s{small}{word}){{1,2}})"


def _exclude(words: Collection[str]) -> str:
    return rf"(?!(?:{build_alternatives(words)})\b)" if words else ""


def _is_count(meaning: str) -> bool:
    return meaning.startswith(("num:", "one:"))


def _is_small(meaning: str) -> bool:
    """Tell if it is that of a number, a preposition but `of`: `per`."""
    return _is_count(meaning) or (meaning.startswith("rel:") and meaning != _OF)


@cache
def _compile_behind(name: str, language: str) -> re.Pattern[str]:
    """Compile what stands behind a number and bounds it, and no other number behind."""
    words = build_alternatives(_list_words(name, language))
    words = f"{words}|{_SHORT[name]}" if name == "most" else words  # "5 min" are minutes
    return re.compile(rf"({_NUMBER})\s(?:{words})\b\.?(?!\s*\d)", re.IGNORECASE)
