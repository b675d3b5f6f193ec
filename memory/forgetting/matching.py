"""Matches texts against the words that a person wants forgotten. Pure."""

from dataclasses import dataclass, field

from indexer.errors import UserError
from indexer.i18n import _
from indexer.text.analyzer import tokenize
from indexer.text.languages import detect_language
from memory.text.words import all_words, content_words, fold_words


@dataclass(frozen=True, slots=True)
class Words:
    """All of these words, in any order and form, or the phrase as it stands."""

    text: str
    _folded: str = field(init=False, repr=False, compare=False)
    _wanted: dict[str, frozenset[str]] = field(  # by language
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_folded", fold_words(self.text))
        if not self._folded:
            raise UserError(
                _("Which words? Usage: /forget WORDS (words that appear in your notes).")
            )

    def are_common_in(self, text: str) -> bool:
        """Tell if all are stop words in the language of `text`, and so match nearly every text.

        A word with a capital is taken for a name: Mia is one, though "mia" is Italian for "my".
        """
        named = any(len(word) > 1 and word[0].isupper() for word in tokenize(self.text))
        return not named and not content_words(self.text, detect_language(text))

    def matches(self, text: str) -> bool:
        if f" {self._folded} " in f" {fold_words(text)} ":
            return True
        language = detect_language(text)
        wanted = self._wanted.get(language)
        if wanted is None:
            wanted = self._wanted[language] = content_words(self.text, language)
        return bool(wanted) and wanted <= all_words(text, language)
