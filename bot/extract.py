"""An answer without a model: the sentences of the best passages that match the question.

A word of the question weighs the more, the fewer of the passages' sentences have it. Each of the
best passages gives the sentence that holds most, with the one behind it where that holds something
too, and its number. A question is no answer, so it counts as one with what stands behind it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

from bot.wording import Passage, Sentence, Word, read, words_of
from indexer.documents import Hit
from indexer.telling import asks

PASSAGES = 3
WORTH = 0.5  # of the best passage's weight: what a further passage must have
ROOM = 500  # characters of one passage
MARK = re.compile(r"^[-*+•] ")  # of an item of a list, as which an extract is told

NOT_ANSWERED = "The documents do not answer this. What comes near:"
NOTHING_FOUND = "The documents do not answer this: nothing in them has these words."


@dataclass(frozen=True, slots=True)
class Extracts:
    """Quotations as a list with `[n]` marks, the best first; `numbers` are those it quotes.

    Only its maker knows which brackets are marks: what is quoted may have some of its own.
    """

    text: str = ""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Extract:
    n: int
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        return _cut(" ".join(self.sentences))


def extract(question: str, hits: Sequence[Hit]) -> Extracts:
    """What answers; empty where nothing does. `hits` are numbered from 1."""
    return _listed(question, [_telling(read(hit.chunk.text)) for hit in hits])


def near(question: str, hits: Sequence[Hit]) -> Extracts:
    """The answer where nothing fits: says so, and offers what there is."""
    found = extract(question, hits)
    if not found.numbers:
        found = _listed(question, [read(hit.chunk.text) for hit in hits])
    text = f"{NOT_ANSWERED}\n\n{found.text}" if found.numbers else NOTHING_FOUND
    return replace(found, text=text)


def _telling(passage: Passage) -> Passage:
    """The passage without questions that nothing in it answers."""
    told: list[Sentence] = []
    question: Sentence | None = None
    for sentence in passage.sentences:
        if asks(sentence.said):
            question = sentence
        else:
            told.append(question + sentence if question else sentence)
            question = None
    return replace(passage, sentences=tuple(told))


def _listed(question: str, passages: Sequence[Passage]) -> Extracts:
    weights = _weights(question, passages)
    held = [_held(question, passage, weights) for passage in passages]
    worth = [max(each, default=0.0) for each in held]
    enough = WORTH * max(worth, default=0.0)
    chosen: list[_Extract] = []
    # Passages of one document overlap: what one has told, the next need not tell again.
    told: set[str] = set()
    for n in sorted(range(len(passages)), key=lambda n: -worth[n]):
        each = _best(n + 1, passages[n], held[n], told) if worth[n] >= enough else None
        if each:
            chosen.append(each)
            told.update(each.sentences)
    best = chosen[:PASSAGES]
    text = "\n".join(f"- {each.text} [{each.n}]" for each in best)
    return Extracts(text, tuple(each.n for each in best))


def _weights(question: str, passages: Sequence[Passage]) -> Mapping[Word, float]:
    """How much each word of the question tells, by how few sentences have it."""
    sentences = [sentence for passage in passages for sentence in passage.sentences]
    languages = {passage.language for passage in passages}
    words = {word for language in languages for word in words_of(question, language)}
    having = {word: sum(_has(sentence, word) for sentence in sentences) for word in words}
    return {word: log(1 + len(sentences) / (1 + having[word])) for word in words}


def _held(question: str, passage: Passage, weights: Mapping[Word, float]) -> list[float]:
    """What each sentence of a passage is worth."""
    words = words_of(question, passage.language)
    return [
        sum(weights[word] for word in words if _has(sentence, word))
        for sentence in passage.sentences
    ]


def _best(
    n: int, passage: Passage, held: Sequence[float], told: Collection[str]
) -> _Extract | None:
    """The best sentence, and the one behind it where that holds something.

    None for a passage whose best is told already: its second best would hardly say more.
    """
    said = [MARK.sub("", " ".join(sentence.said.split())) for sentence in passage.sentences]
    new = [place for place, text in enumerate(said) if text and text not in told]
    first = max(new, key=held.__getitem__, default=None)
    if first is None or held[first] < max(held):
        return None
    follows = first + 1 in new and held[first + 1] > 0 and len(said[first]) < ROOM
    return _Extract(n, tuple(said[first : first + 2 if follows else first + 1]))


def _has(sentence: Sentence, word: Word) -> bool:
    return any(stem in sentence.terms for stem in word.terms)


def _cut(text: str) -> str:
    if len(text) <= ROOM:
        return text
    return (text[:ROOM].rpartition(" ")[0] or text[:ROOM]) + " …"
