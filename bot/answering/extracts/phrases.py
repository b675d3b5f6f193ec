"""The grades of answers without a model and their fixed sentences, in the question's language.

`indexer/text/questions/` has them, with the words that questions are made of. They are not in the
catalogue because its language is the reader's, and people ask about documents in others, too.
"""

from enum import Enum

from indexer.i18n import SHIPPED, current_language
from indexer.text.question_words import list_question_languages, load_question_words


def format_phrase(phrase: str, asked: str, **values: str) -> str:
    """Return the sentence `phrase` for a question in the language `asked`."""
    return _load_phrase(phrase, _choose_language(asked)).format(**values)


def list_phrases(name: str) -> tuple[str, ...]:
    """Return a sentence in all languages, as `bench.answers` recognises it."""
    return tuple(_load_phrase(name, each) for each in list_question_languages())


def _choose_language(asked: str) -> str:
    """Return the reader's language, so that all of an answer is in one.

    A question in a language without a catalogue keeps its phrases: there the reader's language is
    English only because there is no other.
    """
    reader = current_language()
    code = reader.code.partition("_")[0]
    foreign = reader.is_english and not SHIPPED.has(asked)
    return asked if foreign or code not in list_question_languages() else code


def _load_phrase(phrase: str, language: str) -> str:
    return str(load_question_words(language).lists["replies"][phrase])


class Grade(Enum):
    """The three grades of an answer without a model, by how sure it is."""

    ANSWERS = "answers"
    MAYBE = "maybe"  # "This may be what you mean:"
    NOTHING = "nothing"  # the documents do not answer this

    def format_lead(self, language: str) -> str:
        """Return the sentence before the quotations, in a question's language; empty for none."""
        return "" if self is Grade.ANSWERS else format_phrase(self.value, language)
