"""Finds words that mean the same as a word, and words that help to find it.

Two relations, by language, from `words/<language>/synonyms.txt`. What is *the same* may stand in
each other's place in a statement (`buy`, `purchase`): a citation or a note may rely on it. What is
*near* is wider, narrower or another kind of word (`live` and `address`, `pet` and `dog`): it helps
to find a text and proves nothing about what the text says. A word has one set of synonyms: one
that people use in two everyday meanings has none, so no two meanings are chained together.

Words are the terms of the analyzer, so inflected forms are found; a phrase is its terms with
spaces between, as in `AnalyzedText.line`. A word of a script without spaces is the pairs of its
characters, hence a phrase if it has more than two (`营业时间` is `营业 业时 时间`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from indexer.text.analyzer import build_term, split_token, tokenize
from indexer.text.languages import detect_word_language
from indexer.text.stemming import stem_all
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_entries

NEAR = " ~ "  # stands before the words that are near the others
NONE: frozenset[str] = frozenset()


class Found(Struct, frozen=True):
    """A word or phrase that has synonyms, and its place among the terms of a text."""

    start: int
    end: int
    phrase: str


class Synonyms(Struct, frozen=True):
    """The synonyms of one language, by word or phrase."""

    same: Mapping[str, frozenset[str]]  # with the word itself
    near: Mapping[str, frozenset[str]]
    all: frozenset[str]  # words and phrases that have any
    lengths: Mapping[str, tuple[int, ...]]  # of the phrases, by first term, the longest first


def find_same(phrase: str, language: str) -> frozenset[str]:
    """Return the terms and phrases that mean the same as a term or phrase, without itself."""
    return load_synonyms(language).same.get(phrase, NONE) - {phrase}


def find_near(phrase: str, language: str) -> frozenset[str]:
    """Return the terms and phrases that help to find a term or phrase but prove nothing."""
    return load_synonyms(language).near.get(phrase, NONE)


def find_phrases(terms: Sequence[str], language: str) -> Iterator[Found]:
    """Find the words and phrases of a text that have synonyms; they may overlap."""
    known = load_synonyms(language)
    yield from find_among(terms, known.all, known.lengths)


def find_among(
    terms: Sequence[str], known: Collection[str], lengths: Mapping[str, tuple[int, ...]]
) -> Iterator[Found]:
    """Find the terms and phrases that are known; `lengths` are those of the phrases."""
    for start, first in enumerate(terms):
        for length in (*lengths.get(first, ()), 1):
            phrase = " ".join(terms[start : start + length])
            if start + length <= len(terms) and phrase in known:
                yield Found(start, start + length, phrase)


def has_synonyms(phrase: str, language: str) -> bool:
    """Return whether a term or phrase has any, of whatever kind."""
    return phrase in load_synonyms(language).all


@cache
def load_synonyms(language: str) -> Synonyms:
    """Load the synonyms of a language; none for a language without a list."""
    same, near = dict[str, frozenset[str]](), dict[str, set[str]]()
    for heads, others in read_groups(language):
        if len(heads) > 1:
            same.update(dict.fromkeys(heads, frozenset(heads)))
        for head in heads if others else ():
            near.setdefault(head, set()).update(others)
        for other in others:
            near.setdefault(other, set()).update(heads)
    left = {key: frozenset(found - same.get(key, NONE)) for key, found in near.items()}
    known = frozenset((*same, *near))
    return Synonyms(same, left, known, measure_lengths(known))


def read_groups(language: str) -> Iterator[tuple[list[str], list[str]]]:
    """Read the groups of a list: terms and phrases that mean the same, and those near them."""
    entries = load_entries("synonyms", language)
    lines = [line.partition(NEAR) for line in entries]
    groups = [(same.split(", "), near.split(", ") if near else []) for same, _sign, near in lines]
    phrases = build_phrases({each for group in groups for part in group for each in part}, language)
    for same, near in groups:
        yield [phrases[each] for each in same], [phrases[each] for each in near]


def build_phrases(entries: Collection[str], language: str) -> dict[str, str]:
    """Build the terms of each entry; those of plain words together, for most are plain."""
    plain = {each: each.split(" ") for each in entries if is_plain(each.replace(" ", ""))}
    stems = stem_plain_words({word for each in plain.values() for word in each}, language)
    built = {each: " ".join(build_terms(each, language)) for each in entries if each not in plain}
    return {**built, **{each: _join_stems(split, stems) for each, split in plain.items()}}


def stem_plain_words(words: Collection[str], language: str) -> dict[str, str]:
    """Return the term of each of many plain words; "" of a stop word."""
    rules = detect_word_language("", language)
    common = load_stopwords(rules)
    stems = stem_all([word for word in words if word not in common], rules)
    return {word: stems.get(word, "") for word in words}


def _join_stems(words: Sequence[str], stems: Mapping[str, str]) -> str:
    if len(words) == 1:  # most are, and thousands of them are read
        return stems[words[0]]
    return " ".join(_leave_terms([stems[word] for word in words]))


def is_plain(word: str) -> bool:
    """Return whether a word is of small plain letters, so that its term is quickly built."""
    return word.isascii() and word.isalpha() and word.islower()


def build_terms(entry: str, language: str) -> list[str]:
    """Return the terms that an entry is found by, as they stand in any longer text.

    Stop words inside a phrase are left out, as they are from the text. A phrase of which one
    word is left has no terms: `turn off` must not be `turn`.
    """
    return _leave_terms(_build_all_terms(entry, language))


def _leave_terms(terms: Sequence[str]) -> list[str]:
    left = list(filter(None, terms))
    return left if len(left) > 1 or len(terms) == 1 else []


def list_terms(text: str, language: str) -> list[str]:
    """Return the terms of a text among which entries are found, without its stop words."""
    return list(filter(None, _build_all_terms(text, language)))


def _build_all_terms(text: str, language: str) -> list[str]:
    pieces = (piece for token in tokenize(text) for piece in split_token(token, question=True))
    return [build_term(piece, language) for piece in pieces if not piece.short]


def measure_lengths(entries: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Map the first term of each phrase to the lengths of such phrases, the longest first."""
    found: dict[str, set[int]] = {}
    for phrase in (each for each in entries if " " in each):
        first = phrase.partition(" ")[0]
        found.setdefault(first, set()).add(1 + phrase.count(" "))
    return {first: tuple(sorted(each, reverse=True)) for first, each in found.items()}
