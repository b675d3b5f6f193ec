"""Requests that need a language model: sums, comparisons, summaries, translations.

Without one multis says so, and shows the rows, the passages or the outline instead. A total or a
comparison that a document itself states is an answer like any other.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts
from bot.answering.extracts.phrases import Grade, format_phrase
from bot.answering.own_data.about_multis import About, drop_all, find_named
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.turns.command import Turn
from indexer.documents import Document
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, QuestionWords
from indexer.text.stopwords import load_stopwords


class Task(Enum):
    """Tasks for a model, in the order in which they are looked for."""

    TRANSLATE = "translate"
    SUMMARY = "summary"
    COMPARE = "compare"
    PRICES = "prices"
    SUM = "sum"


COMPARING = (Task.COMPARE, Task.PRICES)
# What a document may state itself.
_STATED = frozenset((*COMPARING, Task.SUM))
# Questions that no sum answers: "where do we get together".
_UNCOUNTED = frozenset(
    (Kind.WHERE, Kind.WHEN, Kind.WHO, Kind.WHY, Kind.HOW, Kind.PHONE, Kind.EMAIL, Kind.OPTION)
)


def detect_task(question: AskedQuestion) -> tuple[Task, str] | None:
    """Return what a message asks for that needs a model, and the phrase that shows it."""
    lists, kind = question.lists, question.kind
    whole = fold(question.text)
    rest = whole.replace(question.phrase, "", 1)  # "up to what sum" asks for one
    orders = kind in (Kind.SEARCH, Kind.WHETHER)
    for task in Task:
        text = whole if task is Task.COMPARE else rest  # "how much more is A than B"
        phrase = lists.find_phrase(text, "requests", task.value)
        opens = lists.find_phrase(text, "requests", task.value, first=True)
        if task is Task.SUM and kind in _UNCOUNTED:
            continue
        if phrase and (opens or orders or task in _STATED or not lists.is_spaced):
            return task, phrase
    return None


def needs_model(question: AskedQuestion, found: Extracts) -> Task | None:
    """Return what a message asks for if the documents do not state it themselves."""
    detected = detect_task(question)
    if detected is None:
        return None
    task, phrase = detected
    states = task in _STATED and found.grade is Grade.ANSWERS
    return None if states and phrase in fold(unify(found.text)) else task


def ask_prices(question: AskedQuestion) -> AskedQuestion:
    """Return the question of what each costs, for one of what is the cheapest."""
    phrase = question.lists.find_phrase(question.text, "requests", Task.PRICES.value)
    return replace(question, kind=Kind.AMOUNT, phrase=phrase)


def format_refusal(task: Task, language: str, *, shows: bool) -> str:
    """Say what cannot be done; `shows` if something else is shown below."""
    return format_phrase(task.value if shows else "cannot", language)


def name_pointed_at(text: str, name: str) -> str:
    """Return an order or question about what is sent along with the `name` of that; "" for others.

    "Summarise this", "what's this about?"; `Summary of costs` says what a file is.
    """
    question = parse_question(text)
    lists, rest = question.lists, fold(unify(text))
    found = [each for each in _list_file_phrases(lists) if each in rest]
    for each in found:
        rest = rest.replace(each, " ")
    around = {*lists.list_words("requests", "around"), *lists.list_words("own", "documents")}
    common = load_stopwords(question.language) | around
    words = map(fold, tokenize(rest if lists.is_spaced else drop_all(rest, common)))
    if not found or not common.issuperset(words):
        return ""
    return f"{_keep_words(text, found)} {name}" if lists.is_spaced else f"{found[0]}{name}"


def _keep_words(text: str, phrases: Sequence[str]) -> str:
    """Return the words of phrases as they were written: folded, `résume` has no language."""
    kept = frozenset(" ".join(phrases).split())
    return " ".join(each for each in text.split() if fold(unify(each)).strip(".,;:!?…¿¡") in kept)


def _list_file_phrases(lists: QuestionWords) -> list[str]:
    """List what asks for the whole of a document, the longest first."""
    orders = lists.list_words("requests", Task.SUMMARY.value)
    translations = lists.list_words("requests", Task.TRANSLATE.value)
    contents = lists.list_words("own", About.CONTENTS.value)
    return sorted((*orders, *translations, *contents), key=len, reverse=True)


async def load_outline(turn: Turn, question: AskedQuestion) -> str:
    """Return the outline of the document that is named, as a list; empty for none."""
    documents = await turn.services.store.list_documents(turn.visibility)
    named = find_document(documents, question)
    if named is None:
        return ""
    from bot.answering.own_data.outline import format_outline  # hardly any question needs it

    return await format_outline(turn, named)


def find_document(documents: Sequence[Document], question: AskedQuestion) -> Document | None:
    """Return the one document that a request names, if it asks for nothing more special."""
    lists, words = question.lists, fold(unify(question.text))
    phrases = [each for task in Task for each in lists.list_words("requests", task.value)]
    around = lists.list_words("requests", "around")
    for phrase in (*phrases, *(() if lists.is_spaced else around)):
        words = words.replace(phrase, " ")
    if lists.is_spaced:
        words = " ".join(each for each in words.split() if each.strip(".,;:!?…") not in around)
    found = find_named(documents, words, question.language)
    return found[0] if len(found) == 1 else None
