"""Lists the forms of a verb that its stem does not cover.

Snowball takes the endings of an infinitive, not those of "she descales" or "descaled" in German
(`entkalkt`, `gereinigt`) and Dutch (`werkt`, `gewerkt`): as index terms they would merge nouns,
too. They are looked up only where nothing else was found.
"""

from collections.abc import Iterator

_ENDINGS = {"de": ("t", "et"), "nl": ("t", "d")}  # of the third person and of participles
_PARTICIPLE = "ge"
_SHORTEST = 4  # characters of a stem whose forms are listed


def list_verb_forms(stem: str, language: str) -> list[str]:
    """List the other forms of a verb with a stem of the analyzer; none for most languages."""
    endings = _ENDINGS.get(language, ())
    root = next(filter(None, (_strip(stem, ending) for ending in endings)), stem)
    if not endings or len(root) < _SHORTEST:
        return []
    return [form for form in dict.fromkeys(_derive(root, endings)) if form != stem]


def _strip(word: str, ending: str) -> str:
    """Return the root of a participle or third person; empty if `word` is neither."""
    root = word.removesuffix(ending)
    return "" if root == word else _strip_participle(root)


def _strip_participle(root: str) -> str:
    bare = root.removeprefix(_PARTICIPLE)
    return bare if len(bare) >= _SHORTEST else root


def _derive(root: str, endings: tuple[str, ...]) -> Iterator[str]:
    yield root
    for ending in endings:
        yield root + ending
        yield _PARTICIPLE + root + ending
