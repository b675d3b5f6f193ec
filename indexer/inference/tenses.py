"""Whether what was once true is told as true now."""

import re

from indexer.inference.alignment import Alignment

_PAST = {
    "en": ("ed",),
    "de": ("te", "ten", "test"),
    "fr": ("ais", "ait", "aient", "é", "ée", "és"),
    "es": ("aba", "abas", "aban", "ía", "ían", "é", "ó", "aron", "ieron", "í"),
    "it": ("avo", "ava", "evo", "eva", "ivo", "iva", "avano", "evano", "ato", "uto", "ito"),
    "pt": ("ava", "avam", "ia", "iam", "ei", "ou", "aram", "eram", "eu", "iu"),
    "nl": ("de", "den", "te", "ten"),
    "ru": ("л", "ла", "ли", "ло", "лся", "лась", "лись"),
}
_IRREGULAR = {
    "en": frozenset(("was", "were", "had", "went", "got", "did", "lived", "taught", "sang", "ran", "wrote", "drove", "ate", "drank", "slept", "sold", "bought", "left", "lost", "won", "came", "spoke", "kept", "knew", "took", "gave", "made")),
    "de": frozenset(("war", "waren", "hatte", "hatten", "ging", "fuhr", "kam", "lief", "schlief", "aß", "trank", "sprach", "schrieb", "las", "gewesen", "gab", "nahm", "zog")),
    "fr": frozenset(("était", "étais", "étaient", "avait", "avais", "été", "eu")),
    "es": frozenset(("era", "eran", "fue", "fui", "fueron", "tenía", "tuvo", "tuve", "estaba", "estuve", "estuvo", "hice", "hizo", "viví", "iba")),
    "it": frozenset(("era", "ero", "erano", "aveva", "avevo", "fu", "fui", "stato", "stata", "faceva", "facevo")),
    "pt": frozenset(("era", "eram", "foi", "fui", "tinha", "teve", "tive", "estava", "esteve", "estive", "fazia", "ia")),
    "nl": frozenset(("was", "waren", "had", "hadden", "ging", "kwam", "deed", "at", "dronk", "liep", "sliep", "sprak", "schreef", "las", "reed", "geweest")),
    "ru": frozenset(("был", "была", "было", "были")),
}


_PRESENT = frozenset(("vou", "sou", "estou", "dou", "de", "da"))
_PARTICIPLE = re.compile(r"(?:\w{0,6})ge\w{2,}(?:t|en)")  # German and Dutch


def turns_past(found: Alignment) -> bool:
    """Tell if a verb stands in the past on one side and in the present on the other."""
    return any(
        _differs(match.said.text.lower(), match.known.text.lower(), found.text.language)
        for match in found.matches
        if match.kind == "same" and not (match.said.is_name or match.said.is_number)
    )


def _differs(said: str, known: str, language: str) -> bool:
    return said != known and _is_past(said, known, language) != _is_past(known, said, language)


def _is_past(word: str, other: str, language: str) -> bool:
    """Tell if `word` looks like a past form, beside `other` of the same verb."""
    if word in _PRESENT or other == f"{word}t" or other in (word[:-1] + "e", word[:-1] + "a"):
        return False  # `arbeite` beside `arbeitet`, `bevo` beside `beve`
    if language in ("de", "nl") and _PARTICIPLE.fullmatch(word):
        return True
    return word in _IRREGULAR.get(language, ()) or word.endswith(_PAST.get(language, ("\0",)))
