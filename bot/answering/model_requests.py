"""Requests that need a language model: sums, comparisons, summaries, translations.

Without one multis says so, and shows the rows, the passages or the outline instead. A total or a
comparison that a document itself states is an answer like any other.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts
from bot.answering.extracts.phrases import Grade, format_phrase
from bot.answering.own_data.about_multis import find_named, join_words
from bot.answering.question.asked_question import AskedQuestion
from bot.turns.command import Turn
from indexer.documents import Document
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind
from indexer.text.word_lists import load_folded


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
    orders = kind in (Kind.SEARCH, Kind.WHETHER) or question.names_kind
    for task in Task:
        text = whole if task is Task.COMPARE else rest  # "how much more is A than B"
        phrase = lists.find_phrase(text, "requests", task.value)
        opens = lists.find_phrase(text, "requests", task.value, first=True)
        if task is Task.SUM and kind in _UNCOUNTED:
            continue
        asks = opens or orders or task in _STATED or _is_asked_for(question, phrase)
        if phrase and (asks or not lists.is_spaced):
            return task, phrase
    return None


def _is_asked_for(question: AskedQuestion, phrase: str) -> bool:
    """Return whether a "what" asks for what the phrase names: "what are the key points of …".

    Of "what is in short supply" nobody wants a summary.
    """
    before = join_words(question.text).partition(f" {phrase}")[0].split()
    articles = load_folded("definite_articles", question.language)
    return question.kind is Kind.WHICH and bool(before) and before[-1] in articles


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
