"""Builds the second query of a search of facts: the synonyms of the words of the first. Pure.

A question seldom has the words of the fact that answers it. Synonyms find what the words do not,
and count less: what is near a word proves nothing. `Where do I live?` is also answered by `I moved
to York`, whatever verb a home or a job is told by.
"""

from collections.abc import Iterator

from indexer.search.query import LONGEST, Query, Term
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.synonyms import find_near, find_phrases, find_same
from memory.text.person_state import find_asked_state, list_terms_of

SAME_WEIGHT = 0.6  # of the score that the words themselves would give
NEAR_WEIGHT = 0.3


def build_synonym_queries(question: str) -> tuple[tuple[float, Query], ...]:
    """Return what means the same as words of `question`, and what is near, with their weights.

    A query without terms is left out; so is a synonym that the question has itself.
    """
    language = detect_language(question)
    terms = analyze(question, language).terms
    phrases = list(dict.fromkeys(each.phrase for each in find_phrases(terms, language)))
    known = frozenset(terms)
    state = find_asked_state(question)
    told = list_terms_of(state) - known if state else frozenset[str]()
    weighted = (
        (SAME_WEIGHT, _build_query([told])),
        (SAME_WEIGHT, _build_query([find_same(each, language) - known for each in phrases])),
        (NEAR_WEIGHT, _build_query([find_near(each, language) - known for each in phrases])),
    )
    return tuple((weight, query) for weight, query in weighted if query.terms)


def _build_query(groups: list[frozenset[str]]) -> Query:
    """Build a query with one term for each word of the question: any of its synonyms."""
    return Query(tuple(_build_terms(groups))[:LONGEST])


def _build_terms(groups: list[frozenset[str]]) -> Iterator[Term]:
    taken = set[str]()
    for group in groups:
        forms = tuple(sorted(each for each in group - taken if " " not in each))
        taken.update(forms)
        if forms:
            yield Term(forms)
