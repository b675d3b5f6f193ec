"""Decides if an idiom says that a thing is over: `we threw in the towel on the flat`. Pure.

It says so of any thing, so that it must name it: a job by where it is, a habit, a home, whom one is
with. What is planned, denied or somebody else's ends nothing.
"""

import re
from functools import cache
from itertools import pairwise

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.word_lists import build_alternatives, load_all_words
from memory.text.assertion import is_unsure
from memory.text.changes.times import strip_times
from memory.text.naming import list_naming, list_shared
from memory.text.persons import find_heads
from memory.text.statement import Statement, find_pattern, leave_reason
from memory.text.values import list_values

COVERED = 0.5  # of what a clause names


def takes_leave_of(now: Statement, before: Statement) -> bool:
    """Tell if a clause says by an idiom that what the speaker told of is over."""
    if find_pattern("farewell_patterns", before.text):
        return False
    language = guess_language(f"{now.written} {before.written}")
    theirs = read_text(before.written, language)
    denied = any(each.has("neg") for each in theirs.words)
    if denied or find_heads(read_text(now.written, language)) != find_heads(theirs):
        return False
    return any(
        _names_thing(clause, found, theirs)
        for clause in now.sentence
        if (found := find_pattern("farewell_patterns", clause)) and not _is_unsure(clause, language)
    )


def _is_unsure(clause: str, language: str) -> bool:
    return any(map(is_unsure, read_text(clause, language).words))


def _names_thing(clause: str, found: re.Match[str], theirs: Reading) -> bool:
    """Tell if a clause names beside its idiom what a statement names, and little else."""
    rest = f"{clause[: found.start()]} {_leave_next(clause[found.end() :])}"
    mine = read_text(leave_reason(strip_times(rest)), theirs.language)
    pairs = list_shared(mine, theirs)
    held = [two for _one, two in pairs]
    if not held or _gives_amount(theirs, held) or _begins_with_another(theirs, held):
        return False
    if theirs.language in UNSPACED:
        return _share_signs(rest, held)
    named = list_naming(mine)
    return len({one for one, _two in pairs}) >= COVERED * len(named)


def _share_signs(text: str, shared: list[Word]) -> bool:
    """Tell if two signs that stand together in both name something."""
    signs = "".join(each.text for each in shared)
    return any(one + two in text for one, two in pairwise(signs))


def _leave_next(text: str) -> str:
    """Return a text up to what is said next: `the nursery | and work at a school`."""
    found = _compile_and().search(text)
    return text[: found.start()] if found else text


@cache
def _compile_and() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{build_alternatives(load_all_words('and_words'))})(?!\w)")


def _gives_amount(theirs: Reading, held: list[Word]) -> bool:
    """Tell if a statement says how much the thing is, which may be so for others on."""
    amounts = any(kind.startswith("amount") for kind in list_values(theirs))
    return amounts and any(each in held for each in list_naming(theirs)[:1])


def _begins_with_another(theirs: Reading, shared: list[Word]) -> bool:
    """Tell if a statement begins with somebody's name, who is not the one that is left."""
    first = theirs.words[0]
    named = first.is_opening and not (first.topics or first.marks) and bool(first.term)
    return named and first not in shared
