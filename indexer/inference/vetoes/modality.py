"""Finds where doubt, duty or what has ended became a fact."""

from collections.abc import Sequence

from indexer.inference.alignment import Alignment
from indexer.inference.matching import Match
from indexer.inference.nouns import is_infinitive
from indexer.inference.reading import Word
from indexer.inference.vetoes.denial import is_negated, list_excepted
from indexer.inference.vetoes.tenses import ends_ahead
from indexer.inference.vetoes.veto import list_marks

_FREE = "neg:need"
_OPEN = frozenset(("mod:maybe", "mod:wish", "mod:must", "mod:would"))
_NEAR = 16  # words of a clause
_NEEDS = frozenset(("need", "necessary"))


def drops_doubt(found: Alignment) -> bool:
    """Tell if what is supposed, conditional or reported became a fact."""
    if found.is_translated and found.unknown:
        return False
    return _drops(found, ("mod:maybe", "mod:if", "mod:wish"))


def _drops(found: Alignment, kinds: Sequence[str]) -> bool:
    said = list_marks(found.statement.words, "mod:") | list_marks(found.statement.words, "conj:")
    focus = (
        each
        for each in found.main
        if each.sentence == found.focus and not _is_repeated_condition(found, each)
    )
    known = list_marks(focus, "mod:")
    return any(kind in known - said for kind in kinds)


def claims_done(found: Alignment) -> bool:
    """Tell if what is planned, or will be, is said to have been done."""
    said = found.statement.words
    if found.is_translated or any(_looks_ahead(each) or each.marks & _OPEN for each in said):
        return False
    # `has been`, `hat`, `a été`, `ya ha`
    perfect = any("have" in each.topics or each.has("perf") for each in said)
    ahead = any(_looks_ahead(each) for each in found.main) or _ends_ahead(found)
    return perfect and (ahead or any(_was_to_be_done(found, each) for each in found.matches))


def _was_to_be_done(found: Alignment, match: Match) -> bool:
    """Tell if a verb of the text has the form of what is to be done: `aprobó pintar`."""
    known = match.known
    if match.kind != "same" or match.said.term != known.term or known.is_led:
        return False
    if not is_infinitive(known, found.text) or is_infinitive(match.said, found.statement):
        return False
    here = found.text.by_clause[known.clause][:_NEAR]
    done = any("have" in each.topics or each.has("perf") for each in here)
    return not done and "rel:after" not in known.relations


def _ends_ahead(found: Alignment) -> bool:
    """Tell if a verb of the text has the ending of what will be: `comprará`, `ouvrira`."""
    return any(
        ends_ahead(each.known, found.text.language)
        and not ends_ahead(each.said, found.statement.language)
        for each in found.matches
        if not (each.said.is_name or each.said.sense.is_anchor)
    )


def _looks_ahead(word: Word) -> bool:
    return word.has("mod:plan") or "plan_future" in word.topics


def _is_repeated_condition(found: Alignment, word: Word) -> bool:
    """Tell if the statement repeats a condition in its own way: `what is derived from it`."""
    if "mod:if" not in word.marks:
        return False
    placed = frozenset(found.places.values())
    here = [each for each in found.text.by_clause[word.clause] if each.counts]
    return 2 * sum(each.place in placed for each in here) > len(here)


def changes_duty(found: Alignment) -> bool:
    """Tell if `must` became `may`, or the other way round."""
    if _hardens_advice(found):
        return True
    here = found.main if found.is_translated else _list_main_clauses(found) or found.main
    said, known = list_marks(found.statement.words, "mod:"), list_marks(here, "mod:")
    must, can = "mod:must", "mod:can"
    if _needs(found.statement.words) or _turns_permission(found):
        return False
    # Who must not, may not.
    if is_negated(found.statement.words):
        return _changes_freedom(found)
    denied = any(each.has("neg") for each in here)  # who cannot must not
    return (must in said - known and can in known - said and not denied) or (
        can in said - known and must in known - said
    )


def _turns_permission(found: Alignment) -> bool:
    """Tell if the opposite of what must be is denied: what may not leave must stay."""
    opposite = any(each.kind == "opposite" for each in found.matches)
    return opposite and any(each.has("neg") for each in _list_main_clauses(found))


def frees_from_duty(found: Alignment) -> bool:
    """Tell if what must be done is said to need no doing, or the other way round."""
    said, known = found.statement.words, _list_main_clauses(found)
    if any(
        each.known.place in list_excepted(found.text, each.known.clause) for each in found.matches
    ):
        return False  # `obligatory for all but beginners`
    return (_is_free(said) and _is_bound(known)) or (_is_bound(said) and _is_free(known))


def _list_main_clauses(found: Alignment) -> list[Word]:
    """List the words of the clauses that the statement's verbs and nouns rest on."""
    return [each for each in found.main if each.sentence == found.focus]


def _is_free(words: Sequence[Word]) -> bool:
    return any(each.has(_FREE) for each in words)


def _is_bound(words: Sequence[Word]) -> bool:
    bound = any("mod:must" in each.marks for each in words)
    return bound and not any(each.has("neg") for each in words)


def _needs(words: Sequence[Word]) -> bool:
    """Tell if words deny something without a thing, which says that one must have it."""
    denials = [each for each in words if each.has("neg")]
    return len(denials) > 1 and any("neg:without" in each.marks for each in denials)


def _hardens_advice(found: Alignment) -> bool:
    """Tell if what is recommended became a duty, or what is not recommended was forbidden."""
    said = found.statement.words
    if any("advice" in each.topics for each in said) or not any(map(_binds, said)):
        return False
    clauses = [found.text.by_clause[each] for each in sorted(found.clauses)]
    clauses += [_find_governing(each, found) for each in clauses]
    advising = [any("advice" in each.topics for each in here) for here in clauses]
    binding = [any(map(_binds, here)) for here in clauses]
    return any(advising) and not any(binding)


def _find_governing(clause: Sequence[Word], found: Alignment) -> list[Word]:
    """Find the clause that ends with advice, if that is followed by what is advised."""
    before = found.text.by_clause.get(clause[0].clause - 1, [])
    joined = clause[0].has("conj:that") or not clause[0].has("conj")
    near = bool(before) and before[-1].sentence == clause[0].sentence
    return before if near and joined and "advice" in before[-1].topics else []


def _binds(word: Word) -> bool:
    duty = "mod:must" in word.marks or "necessary" in word.topics  # `il faut`
    return duty or "neg:forbid" in word.marks


def _changes_freedom(found: Alignment) -> bool:
    """Tell if what need not be is said to be forbidden, or the other way round."""
    said = _list_denied_duties(found.statement.words)
    known = _list_denied_duties(found.main)
    return bool(said) and bool(known) and said.isdisjoint(known)


def _list_denied_duties(words: Sequence[Word]) -> frozenset[str]:
    """List whether some words say that something may not be, or that it need not."""
    denied = {each.clause for each in words if each.has("neg:not")}
    free = any(
        each.has(_FREE) or (each.clause in denied and not _NEEDS.isdisjoint(each.topics))
        for each in words
    )
    forbidden = any(
        each.has("neg:forbid") or (each.clause in denied and each.has("mod:can")) for each in words
    )
    return frozenset(name for name, holds in ((_FREE, free), ("neg:forbid", forbidden)) if holds)


def changes_aspect(found: Alignment) -> bool:
    """Tell if what has ended, or nearly happened, is said to hold, or the other way round."""
    said, known = list_marks(found.statement.words, "asp:"), list_marks(found.main, "asp:")
    if {"asp:quit", "asp:ended"} <= said | known and said and known:
        return "asp:near" in said ^ known  # who gave something up does so no longer
    if is_negated(found.statement.words) and is_negated(found.main):
        known -= {"asp:ended"}  # what is no longer so, is not so
        said -= {"asp:ended"}
    return said - {"asp:quit"} != known - {"asp:quit"}
