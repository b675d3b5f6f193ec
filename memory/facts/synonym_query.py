"""Builds further queries of a search of facts: synonyms and compounds of its words.

A question seldom has the words of the fact that answers it. Synonyms find what the words do not,
and count less: what is near a word proves nothing. `Where do I live?` is also answered by `I moved
to York`, whatever verb a home or a job is told by.
"""

from collections.abc import Callable, Iterator, Sequence

from indexer.search.bm25 import Scorer, read_candidate
from indexer.search.query import LONGEST, Query, Term
from indexer.search.rerank import RankedRow, sort_by_score
from indexer.store.engine.session import Row
from indexer.text.analyzer import analyze
from indexer.text.compounds import is_compound_of, is_compound_part
from indexer.text.languages import detect_language
from indexer.text.synonyms import find_near, find_phrases, find_same
from memory.text.asked_state import find_asked_state, list_terms_of

SAME_WEIGHT = 0.6  # of the score that the words themselves would give
NEAR_WEIGHT = 0.3
COMPOUND_WEIGHT = 0.6


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


def build_compound_queries(
    question: str, list_texts: Callable[[], Sequence[str]]
) -> tuple[tuple[float, Query], ...]:
    """Return a query for the compounds of the words of `question`, as far as facts have them.

    `list_texts` lists the terms of facts.
    """
    language = detect_language(question)
    terms = dict.fromkeys(analyze(question, language).terms)
    parts = [each for each in terms if is_compound_part(each, language)]
    known = {word for text in list_texts() for word in text.split()} if parts else set[str]()
    found = [frozenset(word for word in known if is_compound_of(word, each)) for each in parts]
    query = _build_query(found)
    return ((COMPOUND_WEIGHT, query),) if query.terms else ()


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


def rank_row(row: Row, scorer: Scorer) -> RankedRow:
    return RankedRow.from_parts(row, scorer.score(read_candidate(row)))


def add_synonyms(
    found: Sequence[RankedRow],
    others: Sequence[Sequence[tuple[Row, float]]],
    scorer: Scorer,
) -> list[RankedRow]:
    """Add to each row what its synonyms are worth, and the rows that have nothing else."""
    ranked = {each.row["id"]: each for each in found}
    for rows in others:
        for row, worth in rows:
            known = ranked.get(row["id"]) or rank_row(row, scorer)
            more = worth + known.parts.get("synonyms", 0.0)
            ranked[row["id"]] = RankedRow.from_parts(row, {**known.parts, "synonyms": more})
    return sort_by_score(ranked.values())
