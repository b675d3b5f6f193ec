"""The reply to a question where nothing is indexed."""

from bot.answering.extracts.phrases import format_phrase
from bot.answering.own_data.matching_facts import has_told
from bot.answering.own_data.told_here import has_told_here
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.mentions import asks_of_oneself
from bot.turns.command import Turn
from bot.views.documents import NOTHING_INDEXED
from indexer.i18n import join_sentences
from indexer.text.analyzer import list_uncommon_words
from indexer.text.question_words import Kind

# Search words, and questions of how to do something, ask for nothing that somebody told.
_UNTOLD = (Kind.SEARCH, Kind.HOW)


async def format_without_documents(turn: Turn, question: AskedQuestion) -> str:
    """Say how to begin, or that nothing answers that was told, where somebody asks of themselves.

    Both, where it may be either.
    """
    if not _asks_what_is_so(question):
        return str(NOTHING_INDEXED)
    untold = format_phrase("untold", question.language)
    if asks_of_oneself(question.text):
        return untold
    told = await has_told_here(turn) or await has_told(turn)
    return join_sentences(untold, str(NOTHING_INDEXED)) if told else str(NOTHING_INDEXED)


def _asks_what_is_so(question: AskedQuestion) -> bool:
    """Return whether it is asked what is so: of "where can I upload files?" nobody told."""
    if question.kind in _UNTOLD or question.asks_leave:
        return False
    topics = list_uncommon_words(question.text, question.language)
    return bool(topics) and not question.lists.find_phrase(question.text, "own", "documents")
