"""Finds where `some` became `all`, or an exception was lost."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from indexer.inference.alignment import Alignment
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.shares import is_share
from indexer.inference.reading import READINGS, Reading, Word
from indexer.inference.vetoes.denial import denies_all_others, is_negated
from indexer.inference.vetoes.lacking import EXCEPT
from indexer.inference.vetoes.veto import list_marks

_LIMITED = frozenset(("quant:some", "quant:few", "quant:half", "quant:most"))
_SEVERAL = frozenset(("quant:some", "quant:many"))
_ALL, _ONLY = "quant:all", "quant:only"
_GOVERNING = frozenset(("rel:before", "rel:after"))
_REPEATED = ("num", "day", "month", "season")  # `every Monday` says no more than `on Mondays`
_LIMITS = frozenset(("rel:until", "rel:max"))


def changes_quantifier(found: Alignment) -> bool:
    """Tell if `some` became `all`, or `only` was added."""
    said, known = _list_said(found), _list_known(found)
    if _ONLY in said - known - list_marks(_list_focused(found), "quant:"):
        must = "mod:must" in list_marks(found.main, "mod:")
        return not (must or denies_all_others(found))
    if _has_all_but(found) or _counts_several(found):
        return True
    if _ALL in said and (_has_exception(found) or not (_ALL in known or _is_all(found))):
        return True
    limited = _list_limited(found)
    # Who may not do it fully, may do it in part.
    return bool(limited) and not limited & said and not is_negated(found.statement.words)


def _list_said(found: Alignment) -> set[str]:
    """List the quantifiers of the statement."""
    said = set(list_marks(_list_quantifying(found.statement.words), "quant:"))
    if list_marks(_list_focused(found), "rel:except"):
        said.discard(_ONLY)  # what is forbidden except on Monday is allowed on Monday only
    return said


def _list_known(found: Alignment) -> set[str]:
    """List the quantifiers of the text that count nothing the statement counts, too."""
    there = _find_quantifying(found.text) - frozenset(found.places.values())
    return set(list_marks((each for each in found.main if each.place in there), "quant:"))


def _list_focused(found: Alignment) -> Sequence[Word]:
    """List the words of the sentence that the statement rests on."""
    return found.text.by_sentence.get(found.focus, ())


def _list_limited(found: Alignment) -> set[str]:
    """List what says in the text that it is not all: `some`; `half a year` is six months."""
    counted = frozenset(found.places.values())
    limiting = (each for each in found.main if _limits(each, found, counted))
    limited = {mark for each in limiting for mark in each.marks & _LIMITED}
    return limited - {"quant:half"} if _says_share(found) else limited


def _says_share(found: Alignment) -> bool:
    known = find_quantities(found.text)
    return any(is_share(each, known) for each in find_quantities(found.statement))


def _is_all(found: Alignment) -> bool:
    return _may_be_all(found) or all(
        _keeps_all(each, found) for each in found.statement.words if _ALL in each.marks
    )


def _keeps_all(word: Word, found: Alignment) -> bool:
    """Tell if the text has `all` as well in the clause of what the statement says it of."""
    here = found.statement.by_clause[word.clause]
    behind = [each for each in here if each.place >= word.place]
    before = [each for each in reversed(here) if each.place < word.place]
    matched = (each.place for each in (*behind, *before) if each.place in found.places)
    known = next((found.text.words[found.places[each]].clause for each in matched), -1)
    there = _find_quantifying(found.text)  # `every Monday` is no `all`
    clause = found.text.by_clause.get(known, ())
    return any(_ALL in each.marks and each.place in there for each in clause)


def _may_be_all(found: Alignment) -> bool:
    """Tell if `all` needs no such word in the text: it excepts some, or speaks to its readers."""
    excepts = any(each.marks & EXCEPT for each in found.statement.words)
    return (excepts and _denies_there(found)) or _addresses_reader(found)


def _denies_there(found: Alignment) -> bool:
    return is_negated(_list_focused(found))


def _addresses_reader(found: Alignment) -> bool:
    """Tell if the text tells its readers what to do, which is meant for each of them."""
    return any(each.has("pers:you") for each in found.main)


@lru_cache(maxsize=READINGS)
def _find_quantifying(text: Reading) -> frozenset[int]:
    """Find the places of these words in a text, which many statements are held against."""
    return frozenset(each.place for each in _list_quantifying(text.words))


def _list_quantifying(words: Sequence[Word]) -> list[Word]:
    """List the words but those that repeat or limit a span: `alle sechs Monate`, `nur bis 18`.

    Neither do those count that a condition or a preposition governs: `before any change`.
    """
    counted = {
        each.place - 1
        for each in words
        if each.is_number or any(map(each.has, _REPEATED)) or _is_span(each)
    }
    counted |= {each.place - 1 for each in words if each.marks & _LIMITS}
    supposed = {each.clause for each in words if "mod:if" in each.marks}
    return [
        each
        for each in words
        if not (each.has("quant") and (each.place in counted or each.clause in supposed))
        and not (each.has("quant") and _is_governed(each, words))
    ]


def _is_span(word: Word) -> bool:
    return word.has("unit") and "unit:d" not in word.marks


def _is_governed(word: Word, words: Sequence[Word]) -> bool:
    """Tell if `before` or `after` stands right before a word, or a number behind `only`."""
    before = words[max(0, word.place - 1) : word.place]
    # Without spaces, each sign may be a word.
    reach = 10 if _is_sign(word) else 4
    behind = words[word.place + 1 : word.place + reach]
    counted = _ONLY in word.marks and any(
        each.is_figure and each.clause == word.clause for each in behind
    )
    # `voor` is `for` as well.
    return counted or any(each.marks & _GOVERNING and not each.has("rel:for") for each in before)


def _is_sign(word: Word) -> bool:
    return "\u3040" <= word.text[:1] <= "\u9fff"


def _limits(word: Word, found: Alignment, placed: Collection[int]) -> bool:
    """Tell if `some` stands right before a word that the statement repeats."""
    if word.place in placed or word.marks.isdisjoint(_LIMITED):
        return False
    after = [each for each in found.text.words[word.place + 1 : word.place + 4] if each.counts]
    return any(each.place in placed for each in after[:2])


def _has_all_but(found: Alignment) -> bool:
    """Tell if the statement says `all` where the text says `all but`, of days as of people."""
    said = found.statement.words
    if is_negated(said) or not any(_ALL in each.marks for each in said):
        return False
    clauses = [found.text.by_clause[each] for each in found.clauses]
    return any(
        any(_ALL in each.marks for each in here)
        and any((each.marks | each.relations) & EXCEPT for each in here)
        for here in clauses
    )


def _counts_several(found: Alignment) -> bool:
    """Tell if several are said where the text has a single one: `un solo texto`, `one vote`."""
    words = found.statement.words
    return any(
        bool(one.marks & _SEVERAL)
        and other.place in found.places
        and _is_single(found.text.words[found.places[other.place]], found.text)
        for one, other in pairwise(words)
    )


def _is_single(word: Word, text: Reading) -> bool:
    before = text.words[max(0, word.place - 2) : word.place]
    here = [each for each in before if each.clause == word.clause]
    return any(each.has("one") or _ONLY in each.marks for each in here[-1:])


def _has_exception(found: Alignment) -> bool:
    """Tell if the sentence leaves something out that the statement does not leave out."""
    here = found.text.by_sentence.get(found.focus, [])
    if is_negated(found.statement.words):
        return _forbids_all(found, here)
    return any("neg:not" in each.marks or each.marks & EXCEPT for each in here)


def _forbids_all(found: Alignment, here: Sequence[Word]) -> bool:
    """Tell if what is forbidden with an exception is said to be forbidden for all."""
    said = found.statement.words
    forbidden = all(any("neg:forbid" in each.marks for each in words) for words in (said, here))
    excepted = any(each.marks & EXCEPT for each in here)
    return forbidden and excepted and not any(each.marks & EXCEPT for each in said)
