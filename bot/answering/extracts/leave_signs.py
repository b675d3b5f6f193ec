"""Tells whether a text gives leave, refuses it, or says that something must be done."""

from collections.abc import Sequence

from indexer.inference.reading import Word, read_text
from indexer.text.sentence_kind import is_question

# Meanings of words that say yes or no to what may be done.
_ALLOWING = frozenset(("allow", "permission"))
_DEMANDING = frozenset(("free", "mod:must", "neg:without"))
_REFUSING = frozenset(("neg:forbid", "neg:not", "neg:refuse"))
_DECIDING = _ALLOWING | _DEMANDING | _REFUSING
_NEEDLESS, _CAN, _NO = "neg:need", "mod:can", "answer:no"
_ONLY, _IS = "quant:only", "be"


def says_whether(text: str, language: str) -> bool:
    """Return whether a text allows, forbids, demands or denies something."""
    return not _DECIDING.isdisjoint(_list_marks(text, language))


def refuses(text: str, language: str) -> bool:
    """Return whether a text forbids or denies something."""
    return not _REFUSING.isdisjoint(_list_marks(text, language))


def decides_for_list(heading: str, language: str) -> bool:
    """Return whether a heading says yes or no to all that stands below it: "Not needed"."""
    marks = _list_marks(heading.lower(), language)  # "May come" is of no month
    allows = _CAN in marks and not is_question(heading)
    return allows or _NEEDLESS in marks or not _DECIDING.isdisjoint(marks)


def denies_list(heading: str, language: str) -> bool:
    """Return whether a heading says no to all that stands below it: "Excluded", "Non compris"."""
    marks = _list_marks(heading.lower(), language)
    return _NO in marks or not _REFUSING.isdisjoint(marks)


def only_allows(text: str, language: str) -> bool:
    """Return whether a text gives leave, or limits it, and says nothing of a duty."""
    marks = _list_marks(text, language)
    allows = not _ALLOWING.isdisjoint(marks) and _DEMANDING.isdisjoint(marks)
    return allows and not _sets_condition(text, language)


def _sets_condition(text: str, language: str) -> bool:
    """Return whether leave is given on a condition, which is a duty: "only on a lead"."""
    sentences = read_text(text, language).by_sentence.values()
    allowing = [each for each in sentences if any(map(_allows, each))]
    return any(_opens_condition(each, at) for each in allowing for at in range(len(each)))


def _opens_condition(words: Sequence[Word], at: int) -> bool:
    """Return whether a word limits how something may be done, and not who may: "Only children"."""
    word = words[at]
    if word.has(_ONLY) and not word.has("conj"):
        return at > 0 or (len(words) > 1 and words[1].has("rel"))
    before = [each for each in words[:at] if not each.has(_ONLY)][-1:]
    # With whom something is done is no condition: "to sleep with the owner".
    beside = all(each.clause == word.clause and _may_be(each) for each in before)
    return word.has("rel:with") and beside


def _may_be(word: Word) -> bool:
    return _allows(word) or _IS in word.topics


def _allows(word: Word) -> bool:
    return not _ALLOWING.isdisjoint(word.topics | word.marks)


def _list_marks(text: str, language: str) -> frozenset[str]:
    words = read_text(text, language).words
    return frozenset().union(*(each.topics | each.marks for each in words))
