"""Grades of answers without a model, by how sure they are."""

from enum import Enum

from bot.answering.extracts.phrases import format_phrase


class Grade(Enum):
    """The three grades of an answer without a model."""

    ANSWERS = "answers"
    MAYBE = "maybe"  # "This may be what you mean:"
    NOTHING = "nothing"  # the documents do not answer this

    def format_lead(self, language: str) -> str:
        """Return the sentence before the quotations, in a question's language; empty for none."""
        return "" if self is Grade.ANSWERS else format_phrase(self.value, language)
