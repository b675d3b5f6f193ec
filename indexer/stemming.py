"""Words without their endings, by the rules of their language (Snowball)."""

from functools import cache

import Stemmer

from indexer.folding import fold

_STEMMERS = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
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


def stemmed(word: str, language: str) -> str:
    """The stem of a folded word, folded; the word itself in a language without rules."""
    stemmer = _stemmer(language)
    stem = stemmer.stemWord(word) if stemmer else word
    # A stemmer may bring a mark back (Greek) or leave nothing.
    return (stem if stem.isascii() else fold(stem)) or word


@cache
def _stemmer(language: str) -> Stemmer.Stemmer | None:
    name = _STEMMERS.get(language)
    # Without a cache of its own: whoever stems often remembers, and emptying it takes long.
    return Stemmer.Stemmer(name, 0) if name else None
