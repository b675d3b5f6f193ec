"""Answers small talk in kind: no document is searched for thanks or greetings.

A message is small talk if one of its words, or two that stand together, are a courtesy, and the
others are common words of whatever language; or if it asks how one is, or says that an answer is
wrong, and nothing else. The word lists hold what people type most; a courtesy that is missing is
looked up like any other word. They need not grow: whoever wants more than a friendly word has a
model, which gets none of this.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import pairwise

from bot.answering.result import AnswerResult
from bot.citations.sources import cite_quotations
from bot.messages.marked_text import MarkedText
from bot.turns.command import Turn
from bot.views.documents import NOTHING_INDEXED
from indexer.i18n import N_
from indexer.text import stopwords
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import is_question
from indexer.text.word_lists import ListName, load_all_words

LOOKED_AT = 1000  # characters of a message that may order something


class Courtesy(Enum):
    """A kind of small talk; of several in one message the first of these counts."""

    THANKS = N_("You're welcome!")
    WELL_BEING = N_("I'm well, thank you! What would you like to know?")
    OBJECTION = N_(
        "Sorry about that. The sources below an answer show where it comes from. If a document is "
        "wrong, send me a corrected file of the same name. If it is something you told me, tell me "
        "how it is, or delete it: /forget WORDS"
    )
    GREETING = N_("Hello! What would you like to know?")
    PARTING = N_("Goodbye!")
    ASSENT = N_("All right. Ask me whenever you have a question.")

    @property
    def reply(self) -> str:
        return str(self.value)


_LISTS: dict[Courtesy, ListName] = {
    Courtesy.THANKS: "thanks",
    Courtesy.GREETING: "greetings",
    Courtesy.PARTING: "partings",
    Courtesy.ASSENT: "assents",
}
_WHOLE: Mapping[ListName, Courtesy] = {
    "well_being_questions": Courtesy.WELL_BEING,
    "presence_questions": Courtesy.GREETING,
}
_MOST = 4  # courtesies that open a message
_FEW = 3  # words; among so few of thanks one may be a name


async def answer_courtesy(turn: Turn, kind: Courtesy, notice: str = "") -> AnswerResult:
    """Answer small talk of that kind; a first greeting also with how to begin."""
    reply = kind.reply
    begins = kind in (Courtesy.GREETING, Courtesy.WELL_BEING)
    if begins and not await turn.services.store.has_documents(turn.visibility):
        reply = f"{reply}\n\n{NOTHING_INDEXED}"
    return AnswerResult(cite_quotations(MarkedText(reply), (), ()), (), notice)


def detect_courtesy(text: str) -> Courtesy | None:
    """Return the kind of small talk that `text` is; None where it may ask for something."""
    if asked := _find_whole_question(_fold_words(text)):
        return asked
    kind = find_courtesy(text)
    asks = kind in (Courtesy.THANKS, Courtesy.GREETING) and strip_courtesies(text)
    return None if asks and is_question(text) else kind


def _fold_words(text: str) -> list[str]:
    return [fold(token) for token in tokenize(text)]


def strip_courtesies(text: str) -> str:
    """Return what follows the courtesies that `text` opens with: of "hi, who are you?" the rest."""
    words = text.split()
    for _ in range(_MOST):
        words = words[_count_courtesy(words) :]
    return " ".join(words)


def _count_courtesy(words: list[str]) -> int:
    """Return of how many words the courtesy consists that comes first."""
    return next((count for count in (2, 1) if _is_courtesy(" ".join(words[:count]))), 0)


def _is_courtesy(text: str) -> bool:
    words = _fold_words(text)
    return bool(words) and " ".join(words) in _load_courtesies()


def find_courtesy(text: str) -> Courtesy | None:
    """Return the kind of small talk in `text`, which may also ask for what has no name."""
    words = _fold_words(text)
    if not words:  # such as a thumb up
        return None if is_question(text) or not text.strip() else Courtesy.ASSENT
    if asked := _find_whole_question(words):
        return asked
    if _objects(text):
        return Courtesy.OBJECTION
    pairs = [" ".join(pair) for pair in pairwise(words)]
    polite = [each for each in (*words, *pairs) if each in _load_courtesies()]
    kind = next((each for each in Courtesy if each in map(_load_courtesies().get, polite)), None)
    rest = set(words).difference(" ".join(polite).split())
    return kind if kind and _is_nothing_else(kind, text, rest, len(words)) else None


def _find_whole_question(words: list[str]) -> Courtesy | None:
    """Whole questions are known, greetings before them left out: "how are" may ask anything."""
    greets = [_load_courtesies().get(word) is Courtesy.GREETING for word in words]
    asked = " ".join(word for word, greeting in zip(words, greets, strict=True) if not greeting)
    return next((kind for name, kind in _WHOLE.items() if asked in load_all_words(name)), None)


def _objects(text: str) -> bool:
    """Return whether it says that the answer is wrong, and not what is right instead."""
    said = (" ".join(map(fold, tokenize(each))) for each in (text, strip_courtesies(text)))
    return not load_all_words("objections").isdisjoint(said) and not is_question(text)


def _is_nothing_else(kind: Courtesy, text: str, rest: set[str], words: int) -> bool:
    if kind is Courtesy.ASSENT:  # "how good is it" asks, in common words alone
        return not rest and not is_question(text)
    unknown = rest - stopwords.load_all_stopwords() - load_all_words("courtesy_extras")
    return len(unknown) <= (kind is Courtesy.THANKS and words <= _FEW)


@cache
def _load_courtesies() -> dict[str, Courtesy]:
    """Map each courtesy, folded, to its kind."""
    return {each: kind for kind, words in _LISTS.items() for each in load_all_words(words)}


def may_order_deletion(text: str) -> bool:
    """Return False for a message without a word that may order to delete, as hardly any has."""
    folded = fold(unify(text[:LOOKED_AT]))
    return any(each in folded for each in load_all_words("forget_stems"))
