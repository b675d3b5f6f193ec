"""Loads the meanings of words, by language: `words/<language>/meanings.txt`.

A meaning has the same name in every language, so that `bought` and `gekauft` are one, and so are
`acquired` and `purchased`. A name with a prefix says what a word does in its sentence: `neg:not`,
`rel:before`, `mod:maybe`, `month:5`; one without is what the sentence speaks of.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from msgspec import Struct

from indexer.late_patterns import compile_late
from indexer.text.normalize import fold
from indexer.text.stemming import stem_all
from indexer.text.word_lists import load_entries

_AFTER = "后前"  # and before, which stand behind what something happens after
_EVENTS = "天年月周日时分秒点战婚产灾病课饭餐"  # units of time, and what is often said before them
UNSPACED = frozenset(("zh", "ja"))
_UMLAUTS = frozenset(("de",))  # `wurde` is not `würde`
BEHIND = "^"  # before an entry: it stands behind the word that it belongs to
ELIDED = compile_late(r"^(?:l|d|n|j|m|t|s|c|qu|un|dell|all|nell|dall|sull|quest|jusqu|lorsqu)['’]")
SHORTEST_STEM = 4  # letters; shorter stems stand for too many words
TITLES = frozenset(  # before the name of a person
    (
        *("herr", "herrn", "frau", "firma", "familie", "dr", "prof", "mr", "mrs", "ms", "miss"),
        *("mme", "mlle", "señor", "señora", "sr", "sra", "signor", "signora", "mevrouw", "meneer"),
    )
)
_FORMS = 3  # of a verb: base, third person, past

Meanings = frozenset[str]
NONE: Meanings = frozenset()


class Lexicon(Struct, frozen=True):
    """The meanings of the words and phrases of one language."""

    words: dict[str, Meanings]  # in lower case
    folded: dict[str, Meanings]
    stems: dict[str, Meanings]
    phrases: dict[str, tuple[tuple[tuple[str, ...], Meanings], ...]]  # by first word, longest first
    signs: dict[str, tuple[tuple[str, Meanings], ...]]  # by first sign, longest first

    def find_word(self, lower: str, folded: str, stemmed: str) -> Meanings:
        """Find a word: with its accents, for `à` is not `a`, without them, or by its stem."""
        return self.words.get(lower) or self.folded.get(folded) or self.stems.get(stemmed, NONE)

    def find_phrase(self, folded: Sequence[str], at: int) -> tuple[int, Meanings]:
        """Find the longest phrase at a place: how many words it has, and its meanings."""
        for phrase, meanings in self.phrases.get(folded[at], ()):
            if tuple(folded[at : at + len(phrase)]) == phrase:
                return len(phrase), meanings
        return 0, NONE

    def find_signs(self, text: str, at: int) -> tuple[int, Meanings]:
        """Find the longest entry of a script without spaces: how many signs, and its meanings."""
        for entry, meanings in self.signs.get(text[at], ()):
            if text.startswith(entry, at) and not self._is_split(text, at, entry):
                return len(entry), meanings - self._find_twins(text, at + len(entry))
        return 0, NONE

    def _is_split(self, text: str, at: int, entry: str) -> bool:
        """Tell if `after` only stands before another word: 战后|年轻人, and not 战|后年|轻人."""
        if len(entry) != 2 or entry[0] not in _AFTER or text[max(0, at - 1) : at] not in _EVENTS:
            return False
        following = (each for each, _meanings in self.signs.get(entry[1], ()) if len(each) > 1)
        return at > 0 and any(text.startswith(each, at + 1) for each in following)

    def _find_twins(self, text: str, end: int) -> Meanings:
        """Find what a word of two equal signs means within which an entry ends: 我妹 in 我妹妹.

        Its second sign says that by itself, so the entry would say it twice.
        """
        twins = text[end - 1 : end + 1]
        if twins[1:] != twins[:1]:
            return NONE
        entries = self.signs.get(twins[0], ())
        return next((meanings for entry, meanings in entries if entry == twins), NONE)


@cache
def load_lexicon(language: str) -> Lexicon:
    """Load the meanings in a language; empty for one without a list."""
    known: dict[str, Meanings] = {}
    for meant, entry in _read_entries(language):
        known[entry] = known[entry] | meant if entry in known else meant
    if language in UNSPACED:
        return Lexicon({}, {}, {}, {}, _index_by_start(known))
    return _build_spaced(known, language)


def _read_entries(language: str) -> Iterator[tuple[Meanings, str]]:
    """Yield each entry and its meaning, which those of a line share: there are thousands."""
    for line in load_entries("meanings", language):
        meaning, _equals, entries = line.partition(" = ")
        alone, behind = frozenset((meaning,)), frozenset((BEHIND + meaning,))
        for entry in entries.split(", "):
            is_behind = entry.startswith(BEHIND)
            yield (behind, entry.removeprefix(BEHIND)) if is_behind else (alone, entry)


def _build_spaced(known: dict[str, Meanings], language: str) -> Lexicon:
    words = {entry: meanings for entry, meanings in known.items() if " " not in entry}
    folded = {entry: fold(entry) for entry in words}
    stemmed = stem_all(set(folded.values()), language)
    bare, stems, phrases = dict[str, Meanings](), dict[str, Meanings](), dict[str, Meanings]()
    for entry, meanings in words.items():
        plain = folded[entry]
        if plain == entry or language not in _UMLAUTS or any(":" not in m for m in meanings):
            bare[plain] = bare[plain] | meanings if plain in bare else meanings
        topics = _select_stemmed(meanings)
        if topics and len(root := stemmed[plain]) >= SHORTEST_STEM:
            stems[root] = stems[root] | topics if root in stems else topics
    for entry in (each for each in known if " " in each):
        parts = (part for each in entry.split(" ") for part in _split_elided(each, words))
        phrase = " ".join(map(fold, parts))
        phrases[phrase] = phrases.get(phrase, NONE) | known[entry]
    return Lexicon(words, bare, stems, _index_phrases(phrases), {})


def _split_elided(part: str, words: Collection[str]) -> tuple[str, ...]:
    """Split what a text would have split: `toute l'année`, but `jusqu'à` stays."""
    found = None if "'" not in part or part in words else ELIDED.match(part)
    return (part,) if found is None else tuple(filter(None, (found[0], part[found.end() :])))


@cache
def _select_stemmed(meanings: Meanings) -> Meanings:
    return frozenset(filter(_is_stemmed, meanings))


def _is_stemmed(meaning: str) -> bool:
    """Tell if all forms of a word mean the same; of a word like `not` only those listed do."""
    return ":" not in meaning or meaning.startswith(("kin:", "month:", "day:", "season:", "unit:"))


def _index_phrases(
    phrases: dict[str, Meanings],
) -> dict[str, tuple[tuple[tuple[str, ...], Meanings], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], Meanings]]] = {}
    for phrase, meanings in phrases.items():
        parts = tuple(phrase.split(" "))
        found.setdefault(parts[0], []).append((parts, meanings))
    return {
        first: tuple(sorted(each, key=lambda pair: -len(pair[0]))) for first, each in found.items()
    }


def _index_by_start(known: dict[str, Meanings]) -> dict[str, tuple[tuple[str, Meanings], ...]]:
    found: dict[str, list[tuple[str, Meanings]]] = {}
    for entry, meanings in known.items():
        found.setdefault(entry[0], []).append((entry, meanings))
    return {
        first: tuple(sorted(each, key=lambda pair: -len(pair[0]))) for first, each in found.items()
    }


@cache
def list_deeds() -> frozenset[str]:
    """List the meanings that English says by a verb: wear, wears, wore."""
    words: dict[str, list[str]] = {}
    for word, meanings in load_lexicon("en").words.items():
        for each in meanings:
            words.setdefault(each, []).append(word)
    return frozenset(each for each in words if ":" not in each and _has_verb(words[each]))


def _has_verb(words: Sequence[str]) -> bool:
    """Return whether three words that begin alike are among them, one with an "s"."""
    return any(
        f"{each}s" in words and sum(other[:1] == each[:1] for other in words) >= _FORMS
        for each in words
    )
