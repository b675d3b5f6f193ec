"""Detects the language of a greeting that is too short for its words to tell."""

from indexer.text.analyzer import tokenize
from indexer.text.languages import LATIN, detect_script
from indexer.text.normalize import fold
from indexer.text.word_lists import ListName, list_languages, load_words

COURTESIES: tuple[ListName, ...] = ("greetings", "thanks", "partings", "assents")
WHOLE_QUESTIONS: tuple[ListName, ...] = ("well_being_questions", "presence_questions")


def detect_courtesy_language(text: str) -> str:
    """Return the one language that has this courtesy: "zh" for `你好`; "" for any other text.

    In Latin script people say `ciao` and `hallo` whatever they speak, but not `wie geht's`.
    """
    said = " ".join(fold(each) for each in tokenize(text))
    if not said:
        return ""
    latin = detect_script(said) == LATIN
    found = {
        language
        for name in (*WHOLE_QUESTIONS, *(() if latin else COURTESIES))
        for language in list_languages(name)
        if said in load_words(name, language)
    }
    return found.pop() if len(found) == 1 else ""
