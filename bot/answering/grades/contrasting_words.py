"""Finds a word of the question that a piece excludes: it has its opposite, or another of its kind.

"When does the pool close?" is not answered by when it opens, nor what students pay by what adults
pay. Meanings are those of `indexer.inference`, the same in every language that it knows. What it
does not know is told by its form: compounds with the same head ("Sommerfest", "Winterfest"), words
with other prefixes ("opened", "unopened").
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from bot.answering.question.asked_question import AskedQuestion
from indexer.inference.opposites import load_narrower, load_opposites
from indexer.inference.reading import Reading, Word, read_text
from indexer.late_property import late_property
from indexer.text.compounds import LANGUAGES as COMPOUNDING
from indexer.text.normalize import fold
from indexer.text.question_words import Kind
from indexer.text.stemming import stem
from indexer.text.word_lists import (
    load_entries,
)

# Meanings of one kind: who asks for one is not answered by what is said of another.
_KINDS = """
    red blue green yellow white black,
    breakfast lunch dinner,
    tea coffee beer wine milk,
    dog cat horse bird,
    car bike bus train tram plane ship,
    piano guitar violin,
    english german french italian spanish chinese japanese,
    bread cheese butter meat fish rice,
    kitchen bathroom garage garden cellar,
    first next last_one
"""
# Marks of one kind each, and the kinds of questions that they may answer themselves.
_MARKS: Mapping[str, Kind | None] = {"season": Kind.WHEN, "daypart": Kind.WHEN}
# What is free has a price: to be asked for one, and to be told so, is no contradiction.
_PRICES = frozenset(("free", "cost", "pay", "expensive", "cheap", "earn", "receive"))
_HEAD, _FIRST = 4, 3  # letters of the part that two compounds share, and of the parts before it
_REST = 4  # letters of what two words with other prefixes share
_ENDINGS = ("ung", "ungen", "heit", "keit", "schaft", "ieren", "ation", "chen", "isch", "lich")
_RUN = re.compile(r"[^\W\d_]+")


class QuotedText(Struct, frozen=True, dict=True):  # what is read once is cached in it
    """A piece that would be quoted: its own text, and what stands above it."""

    own: str
    above: str  # headings, columns, the name of its file
    language: str

    @late_property
    def meanings(self) -> frozenset[str]:
        return _list_meanings(read_text(self.own, self.language))

    @late_property
    def named(self) -> frozenset[str]:
        """Its meanings, and those of what stands above it."""
        return self.meanings | _list_meanings(read_text(self.above, self.language))

    @late_property
    def words(self) -> frozenset[str]:
        return frozenset(map(fold, _RUN.findall(self.own)))

    @late_property
    def prefixes(self) -> Mapping[str, set[str]]:
        """Map each of its words without a prefix to the prefixes that it has there."""
        found: dict[str, set[str]] = {}
        for word in self.words:
            split = _split_prefixes(stem(word, self.language), self.language)
            for rest, prefix in split.items():
                found.setdefault(rest, set()).add(prefix)
        return found

    @late_property
    def endings(self) -> Mapping[str, list[str]]:
        """Its words by their last letters."""
        found: dict[str, list[str]] = {}
        for word in self.words:
            found.setdefault(word[-_HEAD:], []).append(word)
        return found

    @late_property
    def known(self) -> frozenset[str]:
        return frozenset((*self.words, *map(fold, _RUN.findall(self.above))))


def find_contrast(question: AskedQuestion, missing: Sequence[str], quoted: QuotedText) -> str:
    """Return the first of the `missing` words of a question that is excluded; "" if none is."""
    if not missing or question.kind is Kind.WHETHER:  # "no" is an answer
        return ""
    asked = read_text(question.text, question.language)
    meant = _list_meanings(asked)
    rivals = quoted.meanings - meant
    for word in asked.words:
        if word.text in missing and _is_excluded(word, question.kind, quoted.named, rivals):
            return word.text
    same = question.language == quoted.language
    return next(_find_forms(missing, quoted), "") if same else ""


def _list_meanings(reading: Reading) -> frozenset[str]:
    return frozenset().union(*(each.topics | each.marks for each in reading.words))


def _is_excluded(word: Word, kind: Kind, named: frozenset[str], rivals: frozenset[str]) -> bool:
    meanings = word.topics | word.marks
    wide = (load_narrower().get(each, frozenset()) for each in meanings)
    if not named.isdisjoint(meanings.union(*wide)):
        return False
    return any(_has_rival(each, kind, rivals) for each in meanings)


def _has_rival(meaning: str, kind: Kind, rivals: frozenset[str]) -> bool:
    prefix, sign, _name = meaning.partition(":")
    if sign and _MARKS.get(prefix, kind) is not kind:
        return any(each.startswith(f"{prefix}:") for each in rivals)
    others = load_opposites().get(meaning, frozenset()) | _load_kinds().get(meaning, frozenset())
    return not rivals.isdisjoint(others - _PRICES if meaning in _PRICES else others)


@cache
def _load_kinds() -> Mapping[str, frozenset[str]]:
    groups = [frozenset(group.split()) for group in _KINDS.split(",")]
    return {each: group - {each} for group in groups for each in group}


def _find_forms(missing: Sequence[str], quoted: QuotedText) -> Iterator[str]:
    """Yield the words of a question that differ in one part from words of the piece."""
    for word in missing:
        bare = fold(word)
        if bare in quoted.known:
            continue
        ends_alike = quoted.endings.get(bare[-_HEAD:], ()) if _may_be_compound(word, quoted) else ()
        if _has_other_prefix(bare, quoted) or any(_share_head(bare, each) for each in ends_alike):
            yield word


def _may_be_compound(word: str, quoted: QuotedText) -> bool:
    if quoted.language not in COMPOUNDING or (quoted.language == "de" and not word[:1].isupper()):
        return False
    bare = fold(word)
    return not any(each in bare or bare in each for each in quoted.known if len(each) >= _HEAD)


def _share_head(one: str, other: str) -> bool:
    """Return whether two compounds end alike: "Sommerfest" and "Winterfest"."""
    most = min(len(one), len(other)) - _FIRST
    shared = 0
    while shared < most and one[-shared - 1] == other[-shared - 1]:
        shared += 1
    if shared == most and one[-shared - 1] == other[-shared - 1]:
        return False
    return shared >= _HEAD and not one[-shared:].endswith(_ENDINGS)


def _has_other_prefix(bare: str, quoted: QuotedText) -> bool:
    """Return whether a word has another prefix, where none stands apart: "schließen … auf"."""
    ours = _split_prefixes(stem(bare, quoted.language), quoted.language)
    return any(
        prefix not in quoted.words and quoted.prefixes.get(rest, set()) - {prefix}
        for rest, prefix in ours.items()
    )


@cache
def _load_prefixes(language: str) -> tuple[str, ...]:
    return tuple(map(fold, load_entries("word_prefixes", language)))


def _split_prefixes(word: str, language: str) -> dict[str, str]:
    """Return what may be left of a word, each with the prefix that it then had, "" for none."""
    found = {word: ""}
    for prefix in _load_prefixes(language):
        if word.startswith(prefix) and len(word) >= len(prefix) + _REST:
            found[word[len(prefix) :]] = prefix
    return found
