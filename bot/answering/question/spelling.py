"""Finds what a misspelt word of a question was meant to be, among the words of the passages.

Only a word that nothing else explains is looked at: it is in no passage and in no list of words.
One slip is forgiven: a letter too many, too few, wrong, or exchanged with its neighbour.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import is_article
from indexer.inference.lexicon import load_lexicon
from indexer.text.normalize import fold

_SHORTEST = 5  # letters of a word in which a letter that should be double leaves no doubt
_LONG = 6  # ... in which any slip does
_SHORTEST_STEM = 4  # letters of its stem: without its article, the Arabic for yoga is like "day"
_BEGINNING = 2  # letters that are right


def correct_words(
    words: Sequence[AskedWord], terms: Collection[str], question: AskedQuestion
) -> tuple[AskedWord, ...]:
    """Return the words; each that seems misspelt with the term that it was meant to be.

    A name is left as it is: another spelling may be another person.
    """
    lines = "\n".join(("", *terms, ""))
    return tuple(
        _correct(each, lines) if _is_unknown(each, terms, question) else each for each in words
    )


def _is_unknown(asked: AskedWord, terms: Collection[str], question: AskedQuestion) -> bool:
    word = fold(asked.text)
    if not (asked.need and len(word) >= _SHORTEST and word.isalpha()) or asked.decides:
        return False
    if len(asked.word.terms[0]) < _SHORTEST_STEM:
        return False
    if any(
        each in terms for each in (*asked.word.terms, *asked.alike, *asked.said_for, *asked.near)
    ):
        return False
    known = word in load_lexicon(question.language).words
    return not (known or _may_be_name(asked, question))


def _may_be_name(asked: AskedWord, question: AskedQuestion) -> bool:
    """Return whether a word has a capital and no article before it: "Frau Hofmann"."""
    if not asked.text[:1].isupper():
        return False
    before, found, _behind = question.text.partition(asked.text)
    words = before.split()
    return not (found and words and is_article(words[-1], question.language))


def _correct(asked: AskedWord, lines: str) -> AskedWord:
    """Correct a word; `lines` are the terms of the passages, each on its line."""
    written = asked.word.terms[0]
    # The beginning first: it excludes nearly all, and is looked for in all of them at once.
    begun = lines.split(f"\n{written[:_BEGINNING]}")[1:]
    close = (written[:_BEGINNING] + each.partition("\n")[0] for each in begun)
    slips = (each for each in close if _is_slip(written, each))
    sure = len(asked.text) >= _LONG
    meant = frozenset(each for each in slips if sure or _has_double_for_one(written, each))
    return replace(asked, alike=asked.alike | meant) if meant else asked


def _is_slip(one: str, other: str) -> bool:
    """Return whether two words with the same beginning differ by one slip behind it."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = _count_shared(one, other)
    end = _count_shared(one[start:][::-1], other[start:][::-1])
    rest, rest_other = one[start : len(one) - end], other[start : len(other) - end]
    exchanged = len(rest) == 2 and rest == rest_other[::-1]
    return exchanged or max(len(rest), len(rest_other)) == 1


def _has_double_for_one(one: str, other: str) -> bool:
    """Return whether a letter that one of two words has once is double in the other: "bufet"."""
    shorter, longer = sorted((one, other), key=len)
    at = _count_shared(shorter, longer)
    return len(shorter) < len(longer) and longer[at] == longer[at - 1]


def _count_shared(one: str, other: str) -> int:
    """Count the letters with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
