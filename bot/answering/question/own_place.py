"""Names what is asked for by "where are you?": the address of whoever wrote the documents."""

from msgspec.structs import replace

from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import weigh_words
from indexer.text.question_words import Kind


def name_address(question: AskedQuestion) -> AskedQuestion:
    """Return the question with the word for an address, if it asks where and names no thing."""
    named = question.lists.lists["things"].get(Kind.WHERE.value, ())[:1]
    if question.kind is not Kind.WHERE or question.before or question.dated or not named:
        return question
    words = weigh_words(question, question.language)
    if not all(question.lists.is_frame(question.kind, each.text) for each in words):
        return question
    return replace(question, dated=f"{question.text} {named[0]}")
