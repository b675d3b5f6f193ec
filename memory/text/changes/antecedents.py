"""Names whom or what a later clause is about, by the clause before it. Pure.

`My son has changed schools, he goes to Hillside now` is compared with `My son goes to Park Primary`
as `my son goes to Hillside now`. The pronoun must have one thing only that it may stand for.
"""

import itertools
import re
from collections.abc import Sequence

from indexer.inference.reading import read_text
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words
from memory.text.statement import CLAUSE, is_unspaced, list_tokens, load_copulas

LONGEST_SUBJECT = 6  # tokens
IS = re.compile(r"^\w+['’]s\s", re.IGNORECASE)  # it's


def name_subjects(new: str, old: str) -> str:
    """Return `new` with the subject of `old` in clauses that leave it to a pronoun."""
    clauses = [each for each in CLAUSE.split(new) if each.strip()]
    if len(clauses) < 2 or is_unspaced(new):
        return new
    before = list_tokens(fold(unify(old)))
    named = [clauses[0]]
    for earlier, clause in itertools.pairwise(clauses):
        subject = _find_subject(before, earlier)
        named.append(_put_subject(clause, subject, before) if subject else clause)
    return ", ".join(named) if named != clauses else new


def _find_subject(before: Sequence[str], earlier: str) -> str:
    """Find what `before` begins with in the clause that precedes a pronoun."""
    tokens, language = list_tokens(fold(unify(earlier))), detect_language(" ".join(before))
    shortest = 1 if before[1:2] and before[1] in load_copulas() else 2
    for length in range(min(LONGEST_SUBJECT, len(before) - 1), shortest - 1, -1):
        lead = list(before[:length])
        at = next((n for n in range(len(tokens)) if tokens[n : n + length] == lead), None)
        if at is not None and analyze(lead[-1], language).terms:
            rest = {*tokens[:at], *tokens[at + length :]}
            return "" if _names_somebody(earlier, rest) else " ".join(lead)
    return ""


def _names_somebody(clause: str, rest: set[str]) -> bool:
    """Tell if somebody else is named, whom the pronoun may stand for as well."""
    named = (each for each in read_text(clause).words if each.is_name or each.has("kin"))
    return any(fold(unify(each.text)) in rest for each in named)


def _put_subject(clause: str, subject: str, before: Sequence[str]) -> str:
    """Put the subject in the place of a pronoun, or before the verb that it has in `before`."""
    verb = before[len(list_tokens(subject)) :][:1]
    if list_tokens(fold(unify(clause)))[:1] == list(verb):
        return f"{subject} {clause.strip()}"
    first, _space, rest = clause.strip().partition(" ")
    bare, is_ = re.split("['’]", fold(unify(first)))[0], IS.match(clause.strip())
    if bare not in load_all_words("subject_pronouns"):
        return clause
    return f"{subject} is {rest}" if is_ else f"{subject} {rest}"
