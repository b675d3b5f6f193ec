"""The reply to a question where nothing is indexed."""

from bot.answering.extracts.phrases import format_phrase
from bot.answering.own_data.matching_facts import has_told
from bot.answering.own_data.told_here import has_told_here
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.mentions import asks_of_oneself
from bot.turns.command import Turn
from bot.views.documents import NOTHING_INDEXED


async def format_without_documents(turn: Turn, question: AskedQuestion) -> str:
    """Say that nobody told what is asked, where somebody told anything; else how to begin."""
    told = await has_told_here(turn) or await has_told(turn)
    if told or asks_of_oneself(question.text):
        return format_phrase("untold", question.language)
    return str(NOTHING_INDEXED)
