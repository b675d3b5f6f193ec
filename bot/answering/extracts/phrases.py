"""The fixed sentences of answers without a model, in the language of the question.

`indexer/text/questions/` has them, with the words that questions are made of. They are not in the
catalogue because its language is the reader's, and people ask about documents in others, too.
"""

from indexer.text.question_words import list_question_languages, load_question_words


def format_phrase(phrase: str, language: str, **values: str) -> str:
    """Return the sentence `phrase` in `language`, or in English where there is none."""
    return str(load_question_words(language).lists["replies"][phrase]).format(**values)


def list_phrases(name: str) -> tuple[str, ...]:
    """Return a sentence in all languages, as `bench.answers` recognises it."""
    return tuple(format_phrase(name, each) for each in list_question_languages())
