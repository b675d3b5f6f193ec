"""Answers what is asked of a whole file that is not named: contents, summary, translation.

In its caption, or behind it: "summarise this", "what is it about?". Any other question in a caption
is answered from the file, too, if that says anything of it.

The file is handed over as what it is, never by its name: whoever named it would speak for whoever
sent it.
"""

from collections.abc import Sequence
from contextlib import aclosing
from enum import Enum
from functools import cache

from msgspec.structs import replace

from bot.answering.extracts.phrases import Grade
from bot.answering.model_requests import Task, format_refusal, is_common
from bot.answering.own_data.about_multis import LONGEST, POINTED, About, join_words
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.recording import complete_answer, find_earlier_answer
from bot.answering.result import AnswerResult
from bot.citations.sources import cite_quotations
from bot.messages import Answer, Reply, run_aside
from bot.messages.marked_text import MarkedText
from bot.turns.command import Turn
from bot.views.documents import GONE
from indexer.documents import Document
from indexer.search.context import EXTRACTED, FoundPassages
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, list_question_languages, load_question_words
from indexer.text.sentence_kind import is_question
from indexer.text.word_lists import load_folded

EVERYTHING = 1, 10_000_000  # passages
TRANSLATED = 600  # passages, of which the prompt takes what fits
_CONTENTS = About.CONTENTS.value, About.TOPICS.value, POINTED  # lists of what asks for contents


class FileRequest(Enum):
    """A request of a caption for something of its file."""

    CONTENTS = About.CONTENTS.value
    SUMMARY = Task.SUMMARY.value
    TRANSLATE = Task.TRANSLATE.value
    NOTHING = "nothing"  # what is not to be done is named


def find_file_request(text: str) -> FileRequest | None:
    """Return what a message asks of a file that it does not name; None where it says anything else.

    "Summarise this", "what's this about?"; `Here is the summary` says what a file is. So few words
    may be taken for another language.
    """
    if len(text) > LONGEST:
        return None
    question = parse_question(text)
    languages = dict.fromkeys((question.language, *list_question_languages()))
    found = (_find_in_language(replace(question, language=each)) for each in languages)
    return next((each for each in found if each), None)


def _find_in_language(question: AskedQuestion) -> FileRequest | None:
    named = _find_named(question)
    if named is None:
        return None
    if question.lists.find_phrase(question.text, "requests", "refusing"):
        return FileRequest.NOTHING
    return named if named is FileRequest.CONTENTS or _orders(question) else None


def _find_named(question: AskedQuestion) -> FileRequest | None:
    """Return what of one file is named where nothing else is."""
    lists, text = question.lists, question.text
    rest = f" {join_words(text)}" if lists.is_spaced else fold(unify(text))
    found = [each for each in _list_phrases(lists.language) if each[0] in rest]
    if not found or lists.find_phrase(text, "requests", "several"):
        return None
    for phrase, _wanted in found:
        rest = rest.replace(phrase, " ")
    return found[0][1] if is_common(question, rest) else None


@cache  # a message is looked through in each language
def _list_phrases(language: str) -> Sequence[tuple[str, FileRequest]]:
    """List what names something of the whole of a document, as it stands there, longest first."""
    lists = load_question_words(language)
    names = (
        ("requests", "points", FileRequest.SUMMARY),
        *(("requests", each.value, each) for each in (FileRequest.SUMMARY, FileRequest.TRANSLATE)),
        *(("own", each, FileRequest.CONTENTS) for each in _CONTENTS),
    )
    edge = " " if lists.is_spaced else ""
    phrases = (
        (edge + each, wanted)
        for section, name, wanted in names
        for each in lists.list_words(section, name)
    )
    return sorted(phrases, key=lambda each: len(each[0]), reverse=True)


def _orders(question: AskedQuestion) -> bool:
    """Return whether a verb orders, or something asks for what a noun names."""
    text, lists = question.text, question.lists
    if question.kind is Kind.WHICH or lists.find_phrase(text, "requests", "orders"):
        return True
    states = not load_folded("copulas", question.language).isdisjoint(map(fold, tokenize(text)))
    asks = is_question(text) or bool(lists.find_phrase(text, "requests", "asking"))
    return asks and not states


async def answer_file_request(turn: Turn, caption: str, wanted: FileRequest, file: str) -> Answer:
    """Answer what the caption asks of a document; `file` is its identity in the index."""
    if earlier := await find_earlier_answer(turn):
        yield Reply(earlier)
        return
    document = await turn.services.store.find_document(turn.recall, file)
    if document is None:  # deleted meanwhile
        yield Reply(str(GONE))
        return
    steps = _ask_model if turn.services.model else _show_outline
    async with aclosing(steps(turn, caption, wanted, document)) as answers:
        async for step in answers:
            yield step


async def _ask_model(turn: Turn, caption: str, wanted: FileRequest, document: Document) -> Answer:
    if wanted is FileRequest.TRANSLATE:
        from bot.answering.from_passages import answer_from  # few captions need it

        hits = await turn.services.outlines.load_passages(
            turn.recall, document.id, EVERYTHING, paged=False, limit=TRANSLATED
        )
        steps = answer_from(turn, caption, FoundPassages(hits))
    else:
        from bot.answering.summaries.steps import run_summary  # as above

        steps = run_summary(turn, document, caption)
    async with aclosing(steps):
        async for step in steps:
            yield step


async def _show_outline(
    turn: Turn, caption: str, wanted: FileRequest, document: Document
) -> Answer:
    """Show the outline, below a word about what needs a model."""
    from bot.answering.own_data.outline import format_outline  # few captions need it

    language, lead = parse_question(caption).language, ""
    if wanted is not FileRequest.CONTENTS:
        shows = wanted is FileRequest.SUMMARY
        lead = format_refusal(Task(wanted.value), language, shows=shows)
    outline = await format_outline(turn, document)
    said = MarkedText(f"{lead}\n\n{outline}".strip())
    yield await complete_answer(turn, caption, AnswerResult(cite_quotations(said, (), ()), ()))


async def answer_of_file(turn: Turn, caption: str, file: str) -> Answer | None:
    """Return the answer to a question in a caption from its file; None where that has none.

    It is a new topic, whatever was spoken of before. With a model, the passages of the file come
    first in its prompt.
    """
    from bot.answering.follow_up import read_question  # few captions ask anything
    from bot.answering.from_passages import answer_from
    from bot.answering.quotations import quote_answer

    if await find_earlier_answer(turn):
        return None
    question = await run_aside(lambda: read_question(caption, (), turn.now.date()), len(caption))
    document = await turn.services.store.find_document(turn.recall, file)
    if document is None:  # deleted meanwhile
        return None
    store, searched = turn.services.store, question.searched
    own = await store.search_document(
        turn.recall, document.id, searched, limit=EXTRACTED, now=turn.now
    )
    if turn.services.model:
        others = await store.search(turn.recall, searched, limit=EXTRACTED, now=turn.now)
        passages = FoundPassages([*own, *others][:EXTRACTED])
        return answer_from(turn, caption, passages) if own else None
    quoted = await quote_answer(turn, question, own)
    if quoted.grade is not Grade.ANSWERS:
        return None
    return answer_from(turn, caption, FoundPassages(own), question)
