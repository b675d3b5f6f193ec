"""Widens a query that no visible row answers: by other forms of its words, and their synonyms.

A word that is in no visible row may be misspelt: it is looked up in all spellings that differ from
it by one slip. What is added depends on the words of the question and on the visible rows alone, so
it tells a reader nothing about rows of others.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from indexer.search.query import Query, Term
from indexer.text.synonyms import find_same
from indexer.text.verb_forms import list_verb_forms

LANGUAGES = 6  # whose verbs and synonyms are looked up
SHORTEST, LONGEST = 5, 16  # letters of a word in which a slip is looked for
BEGINNING = 2  # letters that are right
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюя")


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


def forgive_slips(query: Query, having: Sequence[int]) -> Query:
    """Return the query with other spellings of each word that none of the visible rows has.

    `having` is how many of them have each term of the query.
    """
    if query.common or all(having):
        return query
    pairs = zip(query.terms, having, strict=True)
    return replace(query, terms=tuple(term if rows else _respell(term) for term, rows in pairs))


def _respell(term: Term) -> Term:
    if term.prefix:
        return term
    slips = (other for form in term.forms for other in list_slips(form))
    return replace(term, forms=tuple(dict.fromkeys((*term.forms, *slips))))


def list_slips(word: str) -> Iterator[str]:
    """Yield the words from which a word differs by one slip behind its beginning.

    A letter is too many, too few, wrong, or exchanged with its neighbour. A short word may be
    another one: there only a letter may be double that should not be, or the other way round.
    """
    alphabet = next((each for each in _ALPHABETS if set(word) <= set(each)), "")
    if not alphabet or not SHORTEST <= len(word) <= LONGEST:
        return
    yield from _list_doubled(word)
    for at in range(BEGINNING, len(word) + 1) if len(word) > SHORTEST else ():
        before, behind = word[:at], word[at:]
        yield from (f"{before}{letter}{behind}" for letter in alphabet)
        if behind:
            yield f"{before}{behind[1:]}"
            yield from (f"{before}{letter}{behind[1:]}" for letter in alphabet)
        if len(behind) > 1:
            yield f"{before}{behind[1]}{behind[0]}{behind[2:]}"


def _list_doubled(word: str) -> Iterator[str]:
    """Yield a word with one letter doubled, or with one of two that are the same."""
    for at in range(BEGINNING, len(word) + 1):
        yield f"{word[:at]}{word[at - 1 :]}"
        if word[at - 1 : at] == word[at : at + 1]:
            yield f"{word[:at]}{word[at + 1 :]}"
