"""Stems words by the rules of their language: those of Snowball, and ours where it has none."""

from collections.abc import Iterable
from functools import cache

import Stemmer

from indexer.late_patterns import compile_late
from indexer.text.normalize import fold

_STEMMERS = {
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
# Applied to a folded word before Snowball, or instead of it.
_BEFORE = {
    # Snowball takes the first letter of some words for "in" or "and", but not after an article:
    # so these are all the rules. First the article and its prefixes (but not in "father"), then
    # letters that are typed for each other, then endings, then "and", "in", "to" and "like".
    "ar": (
        (compile_late("^(?!والد)(?:[وف]?[بك]ال(?=...)|[وف]?لل(?=...)|[وف]?(?:ال){1,2}(?=..))"), ""),
        (compile_late("ة$"), "ه"),
        (compile_late("ى$"), "ي"),
        (compile_late("(?<=...)(?:ت?(?:هما|ه[امن]|كم|نا)|ته)$"), ""),
        (compile_late("(?<=...)(?:ات|[اوي]ن|[اهي]){1,40}$"), ""),
        (compile_late("^و(?=...)"), ""),
        (compile_late("^[وفبلك]+(?=....)"), ""),
    ),
    "fa": ((compile_late("(?<=..)هي$"), "ه"),),
    "pt": ((compile_late("(?<=.)[ao]es$"), "ao"),),  # plurals, without their accents
    "uk": (
        (compile_late("(?<=...)с[яь]$"), ""),
        (
            compile_late(
                "(?<=...)(?:[аяиі]ми|ого|ому|[оеє]ві|[оеєї]ю|ої|[іїе]в|[ая][хм]|[оеє]м|[иії][йхм]"
                "|[аеиіоуюяєїьй])$"
            ),
            "",
        ),
    ),
}


def stem(word: str, language: str) -> str:
    """Return the folded stem of a folded word; the word itself in a language without rules."""
    for ending, other in _BEFORE.get(language, ()):
        word = ending.sub(other, word)
    stemmer = _load_stemmer(language)
    stemmed = stemmer.stemWord(word) if stemmer else word
    # A stemmer may add an accent again (Greek) or leave nothing.
    return (stemmed if stemmed.isascii() else fold(stemmed)) or word


def stem_all(words: Iterable[str], language: str) -> dict[str, str]:
    """Return the stem of each of many folded words, as `stem` does but in a fifth of the time."""
    asked = list(words)
    stemmer = _load_stemmer(language)
    if stemmer is None or language in _BEFORE:
        return {word: stem(word, language) for word in asked}
    stems = zip(asked, stemmer.stemWords(asked), strict=True)
    return {word: (found if found.isascii() else fold(found)) or word for word, found in stems}


@cache
def _load_stemmer(language: str) -> Stemmer.Stemmer | None:
    name = _STEMMERS.get(language)
    # Without a cache of its own: the analyzer has one, and emptying the stemmer's takes long.
    return Stemmer.Stemmer(name, 0) if name else None
