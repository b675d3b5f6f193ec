"""Tells names of people by their capitals, and who does something by what stands behind "by"."""

from bot.answering.question.mentions import TELLING_CAPITALS
from indexer.inference.lexicon import load_lexicon
from indexer.inference.reading import Word, read_text
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords

_WORDS = compile_late(r"[^\W\d_][\w.’'-]*|[.,;!?|:]")
_SHORTENED = 5  # characters of a word such as "Prof."; behind a longer one, a sentence ends
_LINKS = frozenset(("von", "van", "de", "da", "del", "der", "la", "le", "di"))


def names_doer(text: str, language: str) -> bool:
    """Return whether a text says by whom something is done: "washed by the employer"."""
    words = read_text(text, language).words
    return any("rel:by" in each.relations and _may_do(each, language) for each in words)


def _may_do(word: Word, language: str) -> bool:
    """Return whether a word is one of the family, or has a capital and is no time."""
    if any(mark.startswith("kin:") for mark in word.marks):
        return True
    return language in TELLING_CAPITALS and _has_capital(word) and not word.sense.is_anchor


def count_capitals(text: str, language: str) -> int:
    """Count the words with a capital in their longest run, without those that open a sentence."""
    common = load_stopwords(language)
    longest = run = 0
    opens = True
    for word in _WORDS.findall(text):
        if word[:1].isupper() and not word[1:].isupper() and fold(word) not in common:
            run += 1
            longest = max(longest, run - (opens and run == 1))
        elif word not in _LINKS:
            run = 0
        opens = word in ".!?|:" or (word[-1] == "." and len(word) > _SHORTENED)
        run = 0 if opens else run
    return longest


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
