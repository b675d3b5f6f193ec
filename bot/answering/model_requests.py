"""Requests that need a language model: sums, comparisons, summaries, translations.

Without one multis says so, and shows the rows, the passages or the outline instead. A total or a
comparison that a document itself states is an answer like any other.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts
from bot.answering.extracts.phrases import Grade, format_phrase
from bot.answering.own_data.about_multis import drop_all, join_words
from bot.answering.question.asked_question import AskedQuestion
from bot.turns.command import Turn
from indexer.documents import Document
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind
from indexer.text.stopwords import load_stopwords
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
    for task in Task:
        if task is Task.SUM and question.kind in _UNCOUNTED:
            continue
        if phrase := _find_task_phrase(question, task):
            return task, phrase
    points = find_points(question)
    rest = fold(unify(question.text)).replace(points, " ")
    return (Task.SUMMARY, points) if points and is_common(question, rest) else None


def find_points(question: AskedQuestion) -> str:
    """Return the noun by which the main points of something are asked for; "" for none.

    Beside anything but the name of a document it may name a thing: "Indian takeaways".
    """
    return _find_wanted(question, "points")


def wants_summary(question: AskedQuestion) -> bool:
    """Return whether a message wants a summary, if a document is all that it names."""
    detected = detect_task(question)
    return detected[0] is Task.SUMMARY if detected else bool(find_points(question))


def is_common(question: AskedQuestion, rest: str) -> bool:
    """Return whether what is left of a request are common words and words for any document."""
    lists = question.lists
    words = (
        *(lists.list_words("requests", each) for each in ("around", "asking", "refusing")),
        lists.list_words("own", "documents"),
    )
    around = {part for phrases in words for phrase in phrases for part in (phrase, *phrase.split())}
    common = load_stopwords(question.language) | around
    left = tokenize(rest if lists.is_spaced else drop_all(rest, common))
    return common.issuperset(map(fold, left))


def _find_task_phrase(question: AskedQuestion, task: Task) -> str:
    if task is Task.COMPARE:  # "how much more is A than B"
        return question.lists.find_phrase(question.text, "requests", task.value)
    if task in _STATED:
        return question.lists.find_phrase(_cut_kind(question, task.value), "requests", task.value)
    return _find_wanted(question, task.value)


def _find_wanted(question: AskedQuestion, name: str) -> str:
    """Return the phrase of a list by which a message orders or asks for something; "" for none."""
    lists, rest = question.lists, _cut_kind(question, name)
    phrase = lists.find_phrase(rest, "requests", name)
    if not phrase:
        return ""
    opens = lists.find_phrase(rest, "requests", name, first=True)
    orders = question.kind in (Kind.SEARCH, Kind.WHETHER) or question.names_kind
    asks = opens or orders or not lists.is_spaced or _is_asked_for(question, phrase)
    return phrase if asks else ""


def _cut_kind(question: AskedQuestion, name: str) -> str:
    """Cut what shows the kind of a question: "up to what sum" asks for one.

    In "sum up the lease" it is a part of the order.
    """
    text = fold(question.text)
    ordered = question.lists.find_phrase(text, "requests", name)
    inside = question.phrase in ordered.split() and question.phrase != ordered
    return text if inside else text.replace(question.phrase, "", 1)


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
    return None if states and _is_stated(question, task, phrase, found.text) else task


def _is_stated(question: AskedQuestion, task: Task, phrase: str, text: str) -> bool:
    """Return whether a text has the phrase that asks, or names a total where a sum is asked for.

    "How much was it altogether?": "TOTAL £281.40".
    """
    folded = fold(unify(text))
    if task is not Task.SUM or phrase in folded:
        return phrase in folded
    adding = question.lists.list_words("requests", task.value)
    sums = question.lists.list_words("things", Kind.AMOUNT.value)
    return not set(adding).intersection(sums).isdisjoint(tokenize(folded))


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
    named = await find_document(turn, documents, question)
    if named is None:
        return ""
    from bot.answering.own_data.outline import format_outline  # hardly any question needs it

    return await format_outline(turn, named)


async def find_document(
    turn: Turn, documents: Sequence[Document], question: AskedQuestion
) -> Document | None:
    """Return the one document that a request names, if it asks for nothing more special."""
    from bot.answering.own_data.named_documents import find_only  # few questions name one

    return await find_only(turn, documents, _cut_request(question), question.language)


def _cut_request(question: AskedQuestion) -> str:
    """Return a request without the phrases that only say what is to be done."""
    lists, words = question.lists, fold(unify(question.text))
    names = ("points", *(each.value for each in Task))
    phrases = [phrase for each in names for phrase in lists.list_words("requests", each)]
    around = lists.list_words("requests", "around")
    for phrase in (*phrases, *(() if lists.is_spaced else around)):
        words = words.replace(phrase, " ")
    if lists.is_spaced:
        words = " ".join(each for each in words.split() if each.strip(".,;:!?…") not in around)
    return words
