"""Whether a text is about the words that a person wants forgotten. Pure."""

from dataclasses import dataclass

from indexer.errors import UserError
from indexer.text.analyzer import tokenize
from indexer.text.languages import detect_language
from memory.text.words import all_words, content_words, fold_words


@dataclass(frozen=True, slots=True)
class Words:
    """All of these words, in any order and form, or the phrase as it stands."""

    text: str

    def __post_init__(self) -> None:
        if not fold_words(self.text):
            raise UserError("Which words? Say /forget and the words that the notes hold.")

    def are_common_in(self, text: str) -> bool:
        """Whether they are stop words in the language of `text`: then they tell nothing apart.

        A capital makes a name of a word: Mia is one, though "mia" is Italian for "my".
        """
        named = any(len(word) > 1 and word[0].isupper() for word in tokenize(self.text))
        return not named and not content_words(self.text, detect_language(text))

    def matches(self, text: str) -> bool:
        if f" {fold_words(self.text)} " in f" {fold_words(text)} ":
            return True
        language = detect_language(text)
        wanted = content_words(self.text, language)
        return bool(wanted) and wanted <= all_words(text, language)
