"""Tells names apart that differ by a vowel at their end: `Daniel` is not `Daniela`. Pure."""

import re

from indexer.text.normalize import fold

VOWELS = "aeo"
OF_NAMES = {"de": "a"}  # where nouns have a capital too: `Hunde` are more than one `Hund`
WORD = re.compile(r"[^\W\d_]+")
# There `Ivana` may be a form of `Ivan`.
DECLINED = frozenset(("cs", "el", "fi", "hu", "pl", "ro", "ru", "tr", "uk"))


def has_only_namesake(name: str, text: str, language: str) -> bool:
    """Tell if a text has a like name with another end, and not the name itself.

    A text in a language that declines its names has none: an end is a form there.
    """
    if language in DECLINED or not name[:1].isupper():
        return False
    vowels = OF_NAMES.get(language, VOWELS)
    held = {_drop_possessive(each) for each in WORD.findall(text) if each[0].isupper()}
    wanted = _drop_possessive(name)
    root = _drop_vowel(wanted, vowels)
    return wanted not in held and any(_drop_vowel(each, vowels) == root for each in held)


def _drop_possessive(name: str) -> str:
    """Fold a name without what shows that something is theirs: `Daniels`, `Paula's`."""
    return re.sub(r"['’]?s?['’]?$", "", fold(name))


def _drop_vowel(name: str, vowels: str) -> str:
    return name[:-1] if name[-1:] and name[-1] in vowels else name
