"""Finds what documents say for what people say when they ask.

The entries of a group in `said_for.txt` stand for each other in a question and its answer (`quit,
leave, terminate`). Of a group with an arrow only those behind it answer those before it: a rule on
animals answers a question on dogs (`dog, puppy > pet, animal`), and one on dogs none on animals.
The other words of both tell which meaning is meant, so a word may be in several groups.

There are thousands of groups and few words in a question: of the lines that have a word which
begins like one of them, the terms are looked up, and only those that have one of its terms are
taken apart.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from indexer.late_property import late_property
from indexer.text.analyzer import simplify_signs, tokenize
from indexer.text.normalize import fold
from indexer.text.synonyms import (
    Found,
    build_phrases,
    build_terms,
    find_among,
    is_plain,
    measure_lengths,
    stem_plain_words,
)
from indexer.text.word_lists import load_entries

ARROW = " > "
KEPT = 256  # questions
BEGINNINGS = 1024  # of words
REACH = 4  # words behind a verb among which its particle stands: "put the meeting off"
BEGINNING = 3  # letters that a word has in common with its term; two with a short one
INDEXED = 2  # letters by which the lines are found
ANY = ""  # stands for any term; stop words have none
NONE: frozenset[str] = frozenset()
_BEHEADED = frozenset(("nl",))  # languages whose terms begin otherwise than their words: "ge"
_PARTED, _JOINED = str.maketrans("-'", "  "), str.maketrans("", "", "-'")


class Group(Struct, frozen=True):
    """Words and phrases as they are written: what people ask for, and what answers it."""

    asked: tuple[str, ...]
    told: tuple[str, ...]


# The particles of a verb, and what stands for both.
Parted = tuple[frozenset[str], frozenset[str]]


class SaidFor(Struct, frozen=True):
    """Words and phrases told for each of a question, and for its verbs with particles."""

    told: Mapping[str, frozenset[str]]
    parted: Mapping[str, tuple[Parted, ...]]  # by term of the verb
    lengths: Mapping[str, tuple[int, ...]]  # of the phrases, by first term, the longest first


class _Lines(Struct, frozen=True, dict=True):
    written: Sequence[str]
    asked: Sequence[str]  # what each asks for, folded, a space before each word

    @late_property
    def _places(self) -> Mapping[str, list[int]]:
        """The places of the lines by the first letters of their words."""
        found: dict[str, list[int]] = {}
        for place, line in enumerate(self.asked):
            for each in {word[:INDEXED] for word in line.split()}:
                found.setdefault(each, []).append(place)
        return found

    def find_places(self, beginning: str) -> list[int]:
        """Find the lines that ask by a word which begins so, or have that inside one."""
        letters = beginning[1 : 1 + INDEXED]
        if beginning.startswith(" ") and len(letters) == INDEXED:
            among: Iterable[int] = self._places.get(letters, ())
        else:  # few signs are in any line
            among = range(len(self.asked) if beginning in self._joined else 0)
        return [place for place in among if beginning in self.asked[place]]

    @late_property
    def _joined(self) -> str:
        return "\n".join(self.asked)

    def list_plain_words(self, place: int) -> list[str]:
        """List the words that a line asks by; none if any of them is not plain."""
        if _is_joined(self.written[place].partition(ARROW)[0]):
            return []
        words = self.asked[place].replace(",", " ").split()
        return words if all(map(is_plain, words)) else []


def list_groups(language: str) -> list[Group]:
    """List all groups of a language; none for a language without a list."""
    return [_parse_group(each) for each in _load_lines(language).written]


def find_told(terms: Sequence[str], language: str) -> Iterator[tuple[Found, frozenset[str]]]:
    """Find the words and phrases of a question that have others told for them; they may overlap."""
    said = _select(frozenset(terms), language)
    for each in find_among(terms, said.told, said.lengths):
        yield each, said.told[each.phrase] - {each.phrase}


def find_parted(
    text: str, terms: Sequence[str], language: str
) -> Iterator[tuple[str, frozenset[str]]]:
    """Find verbs that a stop word makes another: the `move` of "move out", "put it off".

    Yields the term of each, and what stands for it in an answer. `terms` are those of the text.
    """
    parted = _select(frozenset(terms), language).parted
    if not parted:
        return
    words = [(fold(each), " ".join(build_terms(each, language))) for each in tokenize(text)]
    for place, (_word, term) in enumerate(words):
        behind = {word for word, _term in words[place + 1 : place + 1 + REACH]}
        for particles, others in parted.get(term, ()):
            if particles <= behind:
                yield term, others


def has_told(term: str, language: str) -> bool:
    """Return whether anything is told for a term."""
    return term in _select(frozenset((term,)), language).told


def list_told_words(term: str, language: str) -> tuple[str, ...]:
    """List what is told for a single term, or a single sign, as it is written; synonyms first."""
    groups = sorted(_find_groups(frozenset((term,)), language), key=_has_arrow)
    return tuple(
        other
        for group in groups
        if any(_is_term(each, term, language) for each in group.asked)
        for other in group.told
    )


def list_told_for_phrases(text: str, language: str) -> tuple[str, ...]:
    """List what is told for the phrases of a question, and its verbs with particles, as written."""
    held = frozenset(term for each in tokenize(text) for term in build_terms(each, language))
    words = frozenset(map(fold, tokenize(text)))
    return tuple(
        other
        for group in _find_groups(held, language)
        if any(_is_phrase_in(each, held, words, language) for each in group.asked)
        for other in group.told
    )


def _is_phrase_in(entry: str, terms: frozenset[str], words: frozenset[str], language: str) -> bool:
    found = build_terms(entry, language)
    if found:
        return len(found) > 1 and terms.issuperset(found)
    verb, *particles = entry.split(" ")
    parted = bool(particles) and words.issuperset(map(fold, particles))
    return parted and not terms.isdisjoint(build_terms(verb, language))


def _is_term(entry: str, term: str, language: str) -> bool:
    return entry == term if len(entry) == 1 else build_terms(entry, language) == [term]


@lru_cache(maxsize=KEPT)
def _select(terms: frozenset[str], language: str) -> SaidFor:
    found = _find_groups(terms, language)
    asked = build_phrases({each for group in found for each in group.asked}, language)
    groups = [each for each in found if _may_ask(each, asked, terms)]
    others = {each for group in groups for each in group.told} - asked.keys()
    phrases = {**asked, **build_phrases(others, language)}
    told = _join_groups(groups, phrases)
    return SaidFor(told, _join_parted(groups, phrases, language), measure_lengths(told))


def _may_ask(group: Group, phrases: Mapping[str, str], terms: frozenset[str]) -> bool:
    """Return whether all terms of an entry are there; a verb with its particle may be."""
    return any(terms.issuperset(phrases[each].split()) for each in group.asked)


def _has_arrow(group: Group) -> bool:
    return group.asked is not group.told


def _join_groups(groups: Iterable[Group], phrases: Mapping[str, str]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        told = frozenset(filter(None, map(phrases.__getitem__, group.told)))
        for each in filter(None, map(phrases.__getitem__, group.asked)):
            found[each] = found.get(each, NONE) | told
    return found


def _join_parted(
    groups: Iterable[Group], phrases: Mapping[str, str], language: str
) -> dict[str, tuple[Parted, ...]]:
    """Find the entries of which stop words leave their first word, with what stands for them."""
    found: dict[str, tuple[Parted, ...]] = {}
    for group in groups:
        others = frozenset(filter(None, map(phrases.__getitem__, group.told)))
        for verb, *particles in (each.split() for each in group.asked if not phrases[each]):
            if particles and (term := " ".join(build_terms(verb, language))):
                parted = frozenset(map(fold, particles)), others
                found[term] = (*found.get(term, ()), parted)
    return found


def _find_groups(terms: frozenset[str], language: str) -> list[Group]:
    """Find the groups that ask by a word with any of the terms, and maybe others beside them."""
    lines = _load_lines(language)
    places = {place for each in terms for place in _list_places(each, language)}
    return [_parse_group(lines.written[place]) for place in sorted(places)]


def _list_places(term: str, language: str) -> tuple[int, ...]:
    """List the places of the lines that may ask by a term."""
    found = _index_lines(_begin(term, language), language)
    return found.get(term, ()) + found.get(ANY, ())


@lru_cache(maxsize=BEGINNINGS)
def _index_lines(beginning: str, language: str) -> Mapping[str, tuple[int, ...]]:
    """Map each term of a word that begins so to the lines that ask by it.

    Those with words that are not plain, whose terms take long to build, are mapped to from `ANY`.
    """
    lines = _load_lines(language)
    words = {place: lines.list_plain_words(place) for place in lines.find_places(beginning)}
    terms = stem_plain_words({word for line in words.values() for word in line}, language)
    found: dict[str, tuple[int, ...]] = {}
    for place, line in words.items():
        for term in set(filter(None, map(terms.__getitem__, line))) if line else (ANY,):
            found[term] = (*found.get(term, ()), place)
    return found


def _begin(term: str, language: str) -> str:
    """Return how words with a term begin; in other scripts than Latin, behind an article maybe."""
    if language in _BEHEADED:
        return " "
    if not term.isascii():
        return simplify_signs(term[: BEGINNING - 1])
    return f" {term[: BEGINNING if len(term) > BEGINNING else BEGINNING - 1]}"


def _parse_group(line: str) -> Group:
    asked, arrow, told = line.partition(ARROW)
    entries = tuple(asked.split(", "))
    return Group(entries, tuple(told.split(", ")) if arrow else entries)


@cache
def _load_lines(language: str) -> _Lines:
    written = load_entries("said_for", language)
    lines = _fold_signs("\n".join(written)).split("\n")
    return _Lines(written, [f" {_spread(each.partition(ARROW)[0])}" for each in lines])


def _fold_signs(text: str) -> str:
    """Fold a text in lower case sign by sign, a tenth of the time that `fold` takes for all."""
    if text.isascii():
        return text
    signs = {each for each in set(text) if not each.isascii()}
    return text.translate({ord(each): fold(simplify_signs(each)) for each in signs})


def _spread(asked: str) -> str:
    """Return words with those that are joined in parts and in one: "wi-fi" is "wi fi", "wifi"."""
    return f"{asked.translate(_PARTED)} {asked.translate(_JOINED)}" if _is_joined(asked) else asked


def _is_joined(asked: str) -> bool:
    """Return whether a word is joined of several."""
    return "-" in asked or "'" in asked
