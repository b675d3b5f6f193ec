"""Tells if a clause says that something is so: no plan, wish, doubt or denial. Pure."""

from collections.abc import Sequence

from indexer.inference.reading import Word

NOT = "neg"
DOUBTS = (
    *("asp:near", "conj:that", "mod:can", "mod:if", "mod:maybe", "mod:must", "mod:plan"),
    *("mod:say", "mod:wish", "mod:would"),
)


def is_sure(clause: Sequence[Word]) -> bool:
    """Tell if nothing in a clause denies, doubts or plans it."""
    return is_meant_so(clause) and not any(each.has(NOT) for each in clause)


def is_meant_so(clause: Sequence[Word]) -> bool:
    """Tell if nothing in a clause doubts or plans it, which it may deny."""
    return not any(each.has(mark) for each in clause for mark in DOUBTS)
