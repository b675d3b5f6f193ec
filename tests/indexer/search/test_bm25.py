"""Scores of a row, from where the words of a question stand in its text."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from indexer.search.bm25 import ADJACENT, LONG, Candidate, Scorer
from indexer.search.query import Query, Term
from indexer.search.ranking import length_norm, saturate
from indexer.store.corpus import PASSAGES, Statistics

STATISTICS = Statistics(9, 20.0, ("en",), (9, 0))
# Words that begin, end and contain others, and the sign between a text and those around it.
WORDS = ["a", "ab", "b", "aba", "ba", "abab", "c", "|", "本書", "書籍"]
QUESTION = Query((Term(("a", "ab")), Term(("aba",), 2), Term(("書籍", "c"))))


def score_by_words(main: list[str], side: list[str]) -> dict[str, float]:
    """Score as in the textbook, straight from the words."""
    norm = length_norm(len(main), STATISTICS.average)
    term_of = {form: n for n, term in enumerate(QUESTION.terms) for form in term.forms}
    pairs = [(term_of.get(one, -9), term_of.get(two, -9)) for one, two in pairwise(main)]
    words = adjacent = 0.0
    for n in range(len(QUESTION.terms)):
        times = sum(term_of.get(word) == n for word in main)
        times += PASSAGES.side * sum(term_of.get(word) == n for word in side)
        words += (n + 1) * saturate(times, norm)
        adjacent += (n + 1) * saturate(pairs.count((n - 1, n)), norm)
    return {"words": words, "adjacent": ADJACENT * adjacent}


@given(
    st.lists(st.sampled_from(WORDS), max_size=400),
    st.lists(st.sampled_from(WORDS), max_size=6),
)
def test_words_and_neighbours_count_however_long_a_text_is(
    main: list[str], side: list[str]
) -> None:
    forms = {form: n for n, term in enumerate(QUESTION.terms) for form in term.forms}
    scorer = Scorer(QUESTION, (1.0, 2.0, 3.0), STATISTICS, PASSAGES, forms, by_presence=False)
    found = scorer.score(Candidate(" ".join(main), " ".join(side), "", len(main)))
    wanted = score_by_words(main, side)
    assert found.keys() == wanted.keys()
    assert all(abs(found[part] - wanted[part]) < 1e-9 for part in wanted)


def test_long_texts_are_searched_and_short_ones_split() -> None:
    forms = sum(len(term.forms) for term in QUESTION.terms)
    assert 100 < LONG * forms < 800  # the texts above are of both kinds
