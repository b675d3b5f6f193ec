"""Parses a question into terms and formats them as FTS5 expressions.

Each word is looked up in the forms that the languages of the collection give it; together they are
one term. Repeated words count repeatedly, as the person meant them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from indexer.scopes import Visibility
from indexer.store.corpus import Corpus, build_conversation_token, build_scope_token, is_acl_token
from indexer.text.analyzer import TokenPart, build_term, split_token, tokenize
from indexer.text.languages import LATIN, detect_language, detect_word_language
from indexer.text.stopwords import load_all_stopwords as every_stop_word
from indexer.text.stopwords import load_stopwords as stop_words

LONGEST = 64  # terms; a longer text, such as a pasted page, ranks by its commonest words anyway
LANGUAGES = 6  # whose rules apply to a word: that of the question, and the most frequent ones


class Term(Struct, frozen=True):
    """A term to look up, in any of its `forms`."""

    forms: tuple[str, ...]
    weight: int = 1
    prefix: bool = False  # the only form is a prefix of indexed terms
    word: str = ""  # folded, whose forms these are; "" for what is looked up whole


class Query(Struct, frozen=True):
    """The terms of a question in order; `common` if they are stop words only."""

    terms: tuple[Term, ...] = ()
    common: bool = False
    language: str = ""  # of the question


class SearchFilter(Struct, frozen=True):
    """Limits a search to what a reader may see and, if they are set, further.

    A row must be of the one `conversation`, and have all `marks` in its acl. A passage must be of
    the one `document`, by its id, which no index knows: all of its rows are candidates.
    """

    visibility: Visibility
    conversation: str | None = None
    marks: tuple[str, ...] = ()
    document: int | None = None

    @property
    def matches_nothing(self) -> bool:
        return not self.visibility.everything and not self.visibility.scopes

    def list_tokens(self) -> list[frozenset[str]]:
        """List sets of acl tokens; a row must have one of each set."""
        return [*self.list_scope_tokens(), *self.list_other_tokens()]

    def list_scope_tokens(self) -> list[frozenset[str]]:
        """List the set of tokens that a visible row has one of; no set if everything is visible."""
        if self.visibility.everything:
            return []
        return [frozenset(map(build_scope_token, self.visibility.scopes))]

    def list_other_tokens(self) -> list[frozenset[str]]:
        """List the sets of tokens that narrow the search among the visible rows."""
        tokens = list(self.marks)
        if self.conversation is not None:
            tokens.append(build_conversation_token(self.conversation))
        return [frozenset((token,)) for token in tokens]


class WantedRows(Struct, frozen=True):
    """A parsed question to one corpus, and the number of rows to propose."""

    corpus: Corpus
    query: Query
    within: SearchFilter
    count: int


def matches_acl(acl: str, wanted: Sequence[frozenset[str]]) -> bool:
    """Return whether `acl` has a token of each set, as `SearchFilter.list_tokens` gives them."""
    return all(not tokens.isdisjoint(acl.split()) for tokens in wanted)


def parse_query(question: str, languages: Sequence[str] = (LATIN,)) -> Query:
    """Parse a question to a collection with texts in `languages`, the most frequent first."""
    among = tuple(languages) or (LATIN,)
    language = detect_language(question, among, default=among[0])
    found = [piece for token in tokenize(question) for piece in split_token(token, question=True)]
    forms = [_find_forms(piece, language, among) for piece in found]
    if all(piece.short for piece, form in zip(found, forms, strict=True) if form):
        beginnings = dict.fromkeys(piece.text for piece in found if piece.short)
        if beginnings:
            return Query(tuple(Term((each,), prefix=True) for each in beginnings))
    if any(forms):
        return Query(_merge_terms(zip(found, forms, strict=True)), language=language)
    return Query(_merge_terms((piece, (piece.text,)) for piece in found), common=True)


@lru_cache(1 << 12)
def _find_forms(piece: TokenPart, language: str, among: tuple[str, ...]) -> tuple[str, ...]:
    if not piece.whole and piece.text in stop_words(language):
        return ()
    forms = (build_term(piece, each) for each in list_rules(piece.text, language, among))
    return tuple(dict.fromkeys(filter(None, forms)))


def list_rules(word: str, language: str, among: Sequence[str]) -> list[str]:
    """List the languages whose rules apply to a word of a question in `language`."""
    rules = dict.fromkeys(detect_word_language(word, each) for each in (language, *among))
    return list(rules)[:LANGUAGES]


def _merge_terms(found: Iterable[tuple[TokenPart, tuple[str, ...]]]) -> tuple[Term, ...]:
    """Merge words that share a form into one term, whose weight is how often they occur."""
    terms: list[Term] = []
    places: dict[str, int] = {}
    for piece, forms in found:
        if not forms:
            continue
        place = min((places[form] for form in forms if form in places), default=len(terms))
        if place == len(terms):
            terms.append(Term(forms, word="" if piece.whole else piece.text))
        else:
            together = dict.fromkeys((*terms[place].forms, *forms))
            terms[place] = replace(
                terms[place], forms=tuple(together), weight=terms[place].weight + 1
            )
        places.update(dict.fromkeys(forms, place))
    return tuple(terms[:LONGEST])


def is_in_other_fields(form: str) -> bool:
    """Return whether other fields may contain it; if not, FTS5 is faster without field names."""
    return form in every_stop_word() or is_acl_token(form)
