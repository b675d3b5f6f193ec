"""Tells names of people by their capitals, and who does something by what stands behind "by"."""

from collections.abc import Iterator, Sequence
from functools import cache

from bot.answering.question.mentions import TELLING_CAPITALS
from indexer.inference.lexicon import load_lexicon
from indexer.inference.reading import Word, read_text
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold
from indexer.text.question_words import load_question_words
from indexer.text.stopwords import load_stopwords

_WORDS = compile_late(r"[^\W\d_][\w.’'-]*|[.,;!?|:]")
_BY = "rel:by"
_SHORTENED = 5  # characters of a word such as "Prof."; behind a longer one, a sentence ends
_LINKS = frozenset(("von", "van", "de", "da", "del", "der", "la", "le", "di"))


def names_doer(text: str, language: str) -> bool:
    """Return whether a text says by whom something is done: "washed by the employer"."""
    words = read_text(text, language).words
    return any(_BY in each.relations and _may_do(each, words, language) for each in words)


def _may_do(word: Word, words: Sequence[Word], language: str) -> bool:
    """Return whether a word is one of the family, or a name that a participle stands before."""
    if any(mark.startswith("kin:") for mark in word.marks):
        return True
    named = language in TELLING_CAPITALS and _has_capital(word) and not word.sense.is_anchor
    return named and stands_behind_participle(word, words)


def stands_behind_participle(word: Word, words: Sequence[Word]) -> bool:
    """Return whether the "by" of a word stands in a passive: "is led by", but not "is by"."""
    ahead = [each for each in words if each.clause == word.clause and each.place < word.place]
    at = max((n for n, each in enumerate(ahead) if _BY in each.marks), default=0)
    if not at or "be" in ahead[at - 1].topics:
        return False
    led = any("be" in each.topics or each.has("voice") for each in ahead[:at])
    return led or " " in ahead[at - 1].text  # "is held", which is one word of the lexicon


def count_capitals(text: str, language: str) -> int:
    """Count the words of the longest name in capitals that is not that of a road."""
    roads = _load_roads(language)
    names = (each for each in _list_names(text, language) if roads.isdisjoint(each))
    return max(map(len, names), default=0)


@cache
def _load_roads(language: str) -> frozenset[str]:
    return frozenset(load_question_words(language).list_words("signs", "roads"))


def _list_names(text: str, language: str) -> Iterator[list[str]]:
    """Yield the runs of folded words with a capital, without a single one that opens a sentence.

    The word for a road is part of its name: "via Roma".
    """
    common, roads = load_stopwords(language), _load_roads(language)
    name: list[str] = []
    opens = opened = True
    for word in (*_WORDS.findall(text), "."):
        capital = word[:1].isupper() and not word[1:].isupper() and fold(word) not in common
        if named := capital or fold(word) in roads:
            opened = opened if name else opens
            name.append(fold(word))
        opens = word in ".!?|:" or (word[-1] == "." and len(word) > _SHORTENED)
        if opens or not (named or word in _LINKS):
            if len(name) > opened:
                yield name
            name = []


def is_full_name(one: Word, other: Word, language: str) -> bool:
    """Return whether two words are a name, of which one may resemble a word: "Luca Bassi"."""
    if one.place + 1 != other.place or not (_has_capital(one) and _has_capital(other)):
        return False
    known = [each for each in (one, other) if not is_name(each)]
    listed = load_lexicon(language).words
    return not known or (len(known) == 1 and fold(known[0].text) not in listed)


def is_name(word: Word) -> bool:
    marks = (each for each in word.marks if not each.startswith("named:"))
    return _has_capital(word) and not word.topics and not any(marks)


def _has_capital(word: Word) -> bool:
    return word.text[:1].isupper() and not word.text[1:].isupper()
