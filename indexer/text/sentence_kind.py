"""Tells statements from questions, requests and search words.

People leave out punctuation in chats, and search words are no sentence at all. So a sentence counts
as a statement if it ends like one, begins as people begin to speak of themselves, or says what
something is; it does not if it begins like a question or a request. When in doubt it is no
statement, so that a question is never quoted as an answer: in a language that is missing here, the
person has to type a full stop.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from indexer.text.analyzer import tokenize
from indexer.text.languages import detect_script
from indexer.text.normalize import fold
from indexer.text.sentences import find_sentence_ends
from indexer.text.word_lists import (
    ListName,
    list_languages,
    load_all_words,
    load_entries,
    load_folded,
    load_words,
)

_CLOSING = "\"'”’»)]」』*_"  # may follow the mark that ends a sentence, as in Markdown
_QUESTION = tuple("?？؟\u037e՞")
_END = tuple(".!…。！｡۔।॥")
_HEAD = 5  # first words that show what kind of sentence it is
KEPT = 64
_PREPOSITIONS: tuple[ListName, ...] = (
    "place_prepositions",
    "date_openers",
    "with_words",
    "until_words",
    "since_words",
)
_INVERTING = ("en", "de", "nl")  # elsewhere a statement may have the words in the same order
_RUN_ON = 300  # characters of a message in which a question runs on
_TOLD = 2  # words of a statement before it
_FEWEST = 4  # words of a statement: "my wifi password" is none,
_FEWEST_OF_SELF = 3  # ... but "I'm vegetarian now" is one


def is_question(sentence: str) -> bool:
    """Return whether a sentence ends in a question mark of any script."""
    bare = _strip(sentence)
    return bare.endswith(_QUESTION) or (bare.endswith(";") and detect_script(bare[-2:-1]) == "el")


def is_statement(sentence: str) -> bool:
    if asks_for_something(sentence):
        return False
    words = _list_words(sentence)
    return (
        _strip(sentence).endswith(_END) or _opens_as_statement(words) or _has_statement_verb(words)
    )


def asks_for_something(sentence: str) -> bool:
    """Return whether a sentence is a question, or a request, also behind what is told first."""
    if is_question(sentence) or has_question_signs(sentence):  # most messages, cheaply
        return True
    words = _list_words(sentence)
    if not words or _is_request(words) or find_run_on(sentence, _INVERTING):
        return True
    return _compile_asking_clauses().search(fold(sentence)) is not None


@lru_cache(maxsize=KEPT)
def find_run_on(sentence: str, languages: tuple[str, ...] = ()) -> str:
    """Find what is asked behind what is told, with no mark between, folded; "" if nothing is.

    "My son is 15 can he train" asks; "if he is 15 can he train" does not tell anything first. Only
    the patterns of these languages are looked for, or all.
    """
    if _strip(sentence).endswith(_END):  # who ends a sentence so tells, or ends the question, too
        return ""
    folded = fold(sentence[:_RUN_ON])
    for language in languages or list_languages("run_on_patterns"):
        subordinate = load_words("subordinators", language)
        for found in _compile_run_ons(language).finditer(folded):
            start = found.start(found.lastindex or 0)
            before = folded[:start].split()
            if len(before) >= _TOLD and subordinate.isdisjoint(before) and _tells(before, language):
                return folded[start:]
    return ""


def _tells(before: Sequence[str], language: str) -> bool:
    """Return whether a statement stands before a question: "am Montag kann ich" has none."""
    verbs = load_folded("finite_verbs", language)
    return not verbs or not verbs.isdisjoint(before)


def _list_words(sentence: str) -> list[str]:
    return [fold(token) for token in tokenize(drop_correction(fold(sentence)))]


def select_statements(text: str) -> str:
    """Return the statements in `text`; empty if it only asks."""
    start, found = 0, ""
    for end in find_sentence_ends(text, 0, len(text)):
        found += text[start:end] if is_statement(text[start:end]) else ""
        start = end
    return found.strip()


def _strip(sentence: str) -> str:
    """Strip spaces and closing marks, so that the last character is the final punctuation."""
    return "".join(sentence.split()).rstrip(_CLOSING)


def has_question_signs(sentence: str) -> bool:
    """Return whether signs ask, as in scripts without spaces and question words: `吗`."""
    asked = _compile_told().sub("", sentence)
    asking = any(each in asked for each in load_all_words("question_signs"))
    ends = tuple(load_all_words("question_end_signs"))
    return asking or _strip(sentence).rstrip("。.").endswith(ends)


@cache
def _compile_told() -> re.Pattern[str]:
    return re.compile("|".join(load_all_words("told_question_patterns")))


def drop_correction(folded: str) -> str:
    """Return a sentence without how a correction begins: `no, my dentist is Dr Lang`."""
    return _compile_corrections().sub("", folded, count=1)


@cache
def _compile_corrections() -> re.Pattern[str]:
    return re.compile(rf"\A\s*+(?:{'|'.join(load_all_words('correction_patterns'))})")


@cache
def _compile_asking_clauses() -> re.Pattern[str]:
    """Compile questions behind what is told: "the power went off, how do I open the door"."""
    asking = "|".join(load_all_words("asking_patterns"))
    return re.compile(rf"[,;:–—]\s+(?:{asking})|\s-\s(?:{asking})")


@cache
def _compile_run_ons(language: str) -> re.Pattern[str]:
    return re.compile("|".join(load_entries("run_on_patterns", language)))


def _is_request(words: list[str]) -> bool:
    head = words[words[0] in load_all_words("polite_words") :][:_HEAD]
    begins = " ".join(head)
    wondering = any(each in begins for each in load_all_words("wondering_phrases"))
    asking = load_all_words("request_words")
    # "A que hora es la visita": what asks may stand behind a preposition.
    behind = head[1:2] if head and head[0] in _load_prepositions() else []
    return not head or head[0] in asking or not asking.isdisjoint(behind) or wondering


@cache
def _load_prepositions() -> frozenset[str]:
    """Load the words that stand before a place or a time, in all languages."""
    return frozenset(fold(word) for name in _PREPOSITIONS for word in load_all_words(name))


def _opens_as_statement(words: list[str]) -> bool:
    own = load_all_words("own_openings")
    opens = words[0] in own or " ".join(words[:2]) in own
    names_thing = not load_all_words("owners").isdisjoint(words[:2])
    fewest = _FEWEST if names_thing else _FEWEST_OF_SELF
    return (opens and len(words) >= fewest) or words[0][0] in load_all_words("own_signs")


def _has_statement_verb(words: list[str]) -> bool:
    """Return whether a verb of statements occurs, with no question or request word before it."""
    verbs = load_all_words("statement_verbs")
    place = next((n for n, word in enumerate(words) if word in verbs), 0)
    asking = load_all_words("request_words") | load_all_words("clause_openings")
    return place > 0 and len(words) >= _FEWEST and asking.isdisjoint(words[:place])
