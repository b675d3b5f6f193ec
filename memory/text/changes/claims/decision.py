"""Decides if a statement claims something that an earlier one cannot claim beside it. Pure.

Of each aspect there is one value at a time: a state, a possession, a shift, a place, a goal.
"""

from memory.text.changes.claims.journey import changes_destination
from memory.text.changes.claims.place import changes_place
from memory.text.changes.claims.renewal import renews
from memory.text.changes.claims.replacement import replaces
from memory.text.changes.claims.reversal import reverses
from memory.text.changes.claims.shift import changes_shift
from memory.text.statement import Statement, is_unspaced

ASPECTS = (reverses, replaces, renews, changes_shift, changes_place, changes_destination)


def changes_claim(now: Statement, before: Statement) -> bool:
    """Tell if `now` gives another value to an aspect of which `before` tells.

    In languages that part words alone: elsewhere nothing shows what a word belongs to.
    """
    return not is_unspaced(now.text) and any(each(now, before) for each in ASPECTS)
