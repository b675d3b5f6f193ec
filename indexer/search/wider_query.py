"""Widens a query by what visible rows may have instead of its words.

Where no visible row has any of them: by other forms of the words, and their synonyms. Where none
has one of them: by what that may be a slip of the pen for (`indexer.text.slips`). What is
added depends on the words of the question and on the visible rows alone, so it tells a reader
nothing about rows of others.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from msgspec.structs import replace

from indexer.search.query import Query, Term, list_rules
from indexer.text.slips import list_slips, may_be_slip, stem_slips
from indexer.text.synonyms import find_same
from indexer.text.verb_forms import list_verb_forms

LANGUAGES = 6  # whose verbs and synonyms are looked up
MOST_UNKNOWN = 3  # words that are corrected; in a text of more they are of another language

# Counts the visible rows that have each term of a query.
CountRows = Callable[[Query], Sequence[int]]


def widen_query(query: Query, languages: Sequence[str]) -> Query:
    """Return the query with further forms for each word that is looked up whole."""
    if query.common:
        return query
    among = languages[:LANGUAGES]
    return replace(query, terms=tuple(_widen_term(each, among) for each in query.terms))


def _widen_term(term: Term, languages: Iterable[str]) -> Term:
    if term.prefix:
        return term
    related = (
        other for each in languages for form in term.forms for other in _list_related(form, each)
    )
    return replace(term, forms=tuple(dict.fromkeys((*term.forms, *related))))


def _list_related(form: str, language: str) -> list[str]:
    """List verb forms and synonyms of one word; a phrase is no form of a word."""
    same = sorted(each for each in find_same(form, language) if " " not in each)
    return [*list_verb_forms(form, language), *same]


def correct_query(
    query: Query, having: Sequence[int], languages: Sequence[str], count_rows: CountRows
) -> Query:
    """Return the query with what those words were meant to be that no visible row has.

    `having` has the number of visible rows with each term, `languages` are those of these rows.
    """
    unknown = [
        n
        for n, (rows, term) in enumerate(zip(having, query.terms, strict=True))
        if not rows and may_be_slip(term.word, term.forms[0])
    ]
    if not 0 < len(unknown) <= MOST_UNKNOWN:
        return query
    meant = {n: _find_meant(query.terms[n], query.language, languages, count_rows) for n in unknown}
    terms = [
        replace(term, forms=(*term.forms, *meant.get(n, ()))) for n, term in enumerate(query.terms)
    ]
    return replace(query, terms=tuple(terms)) if any(meant.values()) else query


def _find_meant(
    term: Term, language: str, languages: Sequence[str], count_rows: CountRows
) -> list[str]:
    """Find the terms of visible rows that a word may be a slip of the pen for."""
    rules, slips = list_rules(term.word, language, languages), list_slips(term.word)
    stems = chain.from_iterable(stem_slips(term.word, slips, each) for each in rules)
    close = list(dict.fromkeys(stems))
    found = count_rows(Query(tuple(Term((each,)) for each in close)))
    return [each for each, rows in zip(close, found, strict=True) if rows]
