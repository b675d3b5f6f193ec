"""Finds out whether a message in plain words wants a whole document summarised."""

from bot.answering.model_requests import find_document, wants_summary
from bot.answering.question.asked_question import parse_question
from bot.turns.command import Turn
from indexer.documents import Document


async def find_summary_request(turn: Turn, text: str) -> Document | None:
    """Return the document that a message wants summarised, if that is all that it wants."""
    if turn.message.forwarded:
        return None
    question = parse_question(text)
    if not wants_summary(question):
        return None
    documents = await turn.services.store.list_documents(turn.recall)
    return await find_document(turn, documents, question)
