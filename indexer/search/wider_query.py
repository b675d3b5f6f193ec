"""Widens a query that no visible row answers: by other forms of its words, and their synonyms.

What is added depends on the words of the question and on the languages of the visible rows alone,
so it tells a reader nothing about rows of others.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from indexer.search.query import Query, Term
from indexer.text.synonyms import find_same
from indexer.text.verb_forms import list_verb_forms

LANGUAGES = 6  # whose verbs and synonyms are looked up


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
