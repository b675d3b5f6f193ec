"""Widens a query by what visible rows may have instead of its words.

Where no visible row has any of them: by other forms of the words, and their synonyms. Where none
has one of them: by what that may be a slip of the pen for.
What is added depends on the words of the question and on the visible rows alone, so it tells a
reader nothing about rows of others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from indexer.search.query import Query, Term, list_rules
from indexer.text.stemming import stem, stem_all
from indexer.text.stopwords import load_all_stopwords
from indexer.text.synonyms import find_same
from indexer.text.verb_forms import list_verb_forms

LANGUAGES = 6  # whose verbs and synonyms are looked up

SHORTEST = 5  # letters of a word in which a letter that should be double leaves no doubt
LONG = 6  # ... in which any slip does
LONGEST = 16  # letters of a word that is corrected
SHORTEST_STEM = 4  # letters of its stem: without its article, the Arabic for yoga is like "day"
SHORTEST_MEANT = 5  # ... of the stem of what was meant: "measles" are no "meals"
BEGINNING = 2  # letters that are right
ENDING = 3  # letters in which forms of a word differ
MOST_UNKNOWN = 3  # words that are corrected; in a text of more they are of another language
_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ",
    "αβγδεζηθικλμνξοπρστυφχψως",
    "ءابتثجحخدذرزسشصضطظعغفقكلمنهوي",
)

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
    unknown = [n for n, rows in enumerate(having) if not rows and _may_be_slip(query.terms[n])]
    if not 0 < len(unknown) <= MOST_UNKNOWN:
        return query
    meant = {n: _find_meant(query.terms[n], query.language, languages, count_rows) for n in unknown}
    terms = [
        replace(term, forms=(*term.forms, *meant.get(n, ()))) for n, term in enumerate(query.terms)
    ]
    return replace(query, terms=tuple(terms)) if any(meant.values()) else query


def _may_be_slip(term: Term) -> bool:
    """Return whether a word is long enough to tell what it was meant to be."""
    is_long = SHORTEST <= len(term.word) <= LONGEST and len(term.forms[0]) >= SHORTEST_STEM
    return is_long and _find_alphabet(term.word) != "" and term.word not in load_all_stopwords()


def _find_meant(
    term: Term, language: str, languages: Sequence[str], count_rows: CountRows
) -> list[str]:
    """Find the terms of visible rows that a word may be a slip of the pen for."""
    rules, slips = list_rules(term.word, language, languages), list_slips(term.word)
    stems = chain.from_iterable(stem_slips(term.word, slips, each) for each in rules)
    close = list(dict.fromkeys(stems))
    found = count_rows(Query(tuple(Term((each,)) for each in close)))
    return [each for each, rows in zip(close, found, strict=True) if rows]


def stem_slips(word: str, slips: Sequence[str], language: str) -> list[str]:
    """List the stems of what a folded word may be a slip of the pen for, of all its `slips`.

    A short stem with another end is that of another word: "spending" is no "spent".
    """
    end = stem(word, language)[-1]
    stems = stem_all(slips, language).values()
    return [
        each
        for each in stems
        if len(each) > SHORTEST_MEANT or (len(each) == SHORTEST_MEANT and each[-1] == end)
    ]


def list_slips(word: str) -> list[str]:
    """List what a folded word may be one slip of the pen for, if its first letters are right.

    A letter too many, too few, wrong, or exchanged with its neighbour; in a short word only a
    letter that should be double, and nothing in other scripts.
    """
    letters, begun, rest = _find_alphabet(word), word[:BEGINNING], word[BEGINNING:]
    if not (letters and SHORTEST <= len(word) <= LONGEST):
        return []
    cuts = [(begun + rest[:at], rest[at:]) for at in range(len(rest) + 1)]
    double = (before + before[-1] + behind for before, behind in cuts)
    found = dict.fromkeys(double if len(word) < LONG else _list_all_slips(cuts, letters))
    return [each for each in found if each != word]


def is_light(word: str, slip: str) -> bool:
    """Return whether letters were only left out, doubled or exchanged before the end of a word.

    With another letter, or another end, it may as well be a word of its own: "Martin", "Martina".
    In Cyrillic letters another end is another form.
    """
    if word[0] in _ALPHABETS[1] and word[:-ENDING] == slip[:-ENDING]:
        return True
    return word[-1] == slip[-1] and (len(word) != len(slip) or sorted(word) == sorted(slip))


def _list_all_slips(cuts: Sequence[tuple[str, str]], letters: str) -> Iterator[str]:
    for before, behind in cuts:
        yield from (before + each + behind for each in letters)
        if behind:
            yield before + behind[1:]
            yield from (before + each + behind[1:] for each in letters)
        if behind[1:]:
            yield before + behind[1] + behind[0] + behind[2:]


def _find_alphabet(word: str) -> str:
    """Return the letters of the script of a word; "" if it has others."""
    return next((each for each in _ALPHABETS if set(word) <= set(each)), "")
