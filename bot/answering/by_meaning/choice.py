"""Has a model of meaning look at the pieces that only may answer, where one is installed."""

from collections.abc import Sequence
from typing import Protocol

from bot.answering.by_meaning.confidence import load_nearness
from bot.answering.by_meaning.nearness import choose_nearest, write_pieces
from bot.answering.extracts.extract import Extracts
from bot.answering.question.asked_question import AskedQuestion
from indexer.documents import Hit


class Meaning(Protocol):
    """A model that tells how near texts are in meaning."""

    async def compare(self, question: str, texts: Sequence[str]) -> list[float]:
        """Compute the cosine of a question with each text; none if the model fails or is late."""


async def choose_by_meaning(
    meaning: Meaning, question: AskedQuestion, found: Extracts, hits: Sequence[Hit]
) -> Extracts:
    """Return what is found with the piece first that is nearest in meaning, if it is not sure.

    `found` stays as it is where nobody measured the cosines of the model, and where the search for
    `hits` went by words alone: the model is not ready, or does not know the language.
    """
    weight = load_nearness(hits[0].ranker) if found.ranked else 0.0
    if not weight or not _is_in_its_language(question, found):
        return found
    cosines = await meaning.compare(question.searched, write_pieces(found))
    return choose_nearest(found, cosines, weight) if cosines else found


def _is_in_its_language(question: AskedQuestion, found: Extracts) -> bool:
    """Return whether the best piece by words is in the question's language.

    Of one in another language the model knows nothing: any other would seem nearer.
    """
    _score, best = found.ranked[0]
    return best.placed.language == question.language
