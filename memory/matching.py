"""Whether a text is about the words that a person wants forgotten. Pure."""

from dataclasses import dataclass

from indexer.analysis import divide, tokens
from indexer.errors import UserError
from indexer.folding import fold
from indexer.languages import language_of


@dataclass(frozen=True, slots=True)
class Words:
    """All of these words, in any order and form, or the phrase as it stands."""

    text: str

    def __post_init__(self) -> None:
        if not _folded(self.text):
            raise UserError("Which words? Say /forget and the words that the notes hold.")

    def match(self, text: str) -> bool:
        if _folded(self.text) in _folded(text):
            return True
        language = language_of(text)
        analysed = divide(text, language)
        wanted = frozenset(divide(self.text, language).terms)
        return bool(wanted) and wanted <= frozenset((*analysed.terms, *analysed.common))


def _folded(text: str) -> str:
    return " ".join(fold(token) for token in tokens(text))
