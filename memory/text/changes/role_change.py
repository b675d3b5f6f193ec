"""Decides if somebody or something else has a role now: `my dentist is Dr Moss`. Pure.

Nobody has to say `now`: of a role there is one at a time. Both statements must say who has the
very same role, or the later one that the speaker has changed it.
"""

import re

from indexer.inference.reading import read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words
from memory.text.assertion import is_negated
from memory.text.persons import ROLES, find_heads
from memory.text.roles import RoleValue, find_role_values, find_roles
from memory.text.statement import Statement, find_pattern, list_tokens


def changes_role(now: Statement, before: Statement) -> bool:
    """Tell if `now` names another one for a role than `before`, or says that there is another."""
    known = find_role_values(before.written)
    if not known or is_negated(before.written):
        return False
    if _switches(now, {each.role for each in known if each.kind != "thing"}):
        return True
    told = () if is_negated(now.written) else find_role_values(now.written)
    return any(_are_different(one, two) for one in told for two in known)


def _are_different(one: RoleValue, two: RoleValue) -> bool:
    """Tell if a role has another value, and not one of several or more of the same."""
    if one.role != two.role:
        return False
    new, old = (fold(unify(each.value)) for each in (one, two))
    joins = {fold(each) for each in load_all_words("and_words")}
    return not (new in old or old in new) and joins.isdisjoint(list_tokens(new))


def _switches(now: Statement, roles: set[tuple[str, ...]]) -> bool:
    """Tell if the speaker says that they have changed one of their own roles."""
    if find_heads(read_text(now.written)) - ROLES:
        return False
    switched = find_pattern("switching_patterns", now.text)
    got = find_pattern("acquiring_patterns", now.text)
    named = find_roles(now.text) if switched else ()
    behind = find_roles(_take_word(now.text[got.end() :])) if got else ()
    return any((each,) in roles for each in (*named, *behind))


def _take_word(text: str) -> str:
    found = re.match(r"\s*(\w+(?: \w+)?)", text)
    return found[1] if found else ""
