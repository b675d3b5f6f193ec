"""An answer without a model: the sentences of the best passages that match the question.

A word of the question weighs the more, the fewer of the passages' sentences have it. Each of the
best passages gives the sentence that holds most, with the one behind it where that holds something
too, and its number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from bot.wording import Passage, Sentence, Word, read, words_of
from indexer.documents import Hit

PASSAGES = 3
WORTH = 0.5  # of the best passage's weight: what a further passage must have
ROOM = 500  # characters of one passage

NOT_ANSWERED = "The documents do not answer this. What comes near:"
NOTHING_FOUND = "The documents do not answer this: nothing in them has these words."


@dataclass(frozen=True, slots=True)
class _Extract:
    n: int
    text: str
    weight: float


def extract(question: str, hits: Sequence[Hit]) -> str:
    """The extracts as a list with `[n]` marks, the best first; `hits` are numbered from 1."""
    passages = [read(hit.chunk.text) for hit in hits]
    extracts = [
        _best(n, passage, words_of(question, passage.language), _weights(question, passages))
        for n, passage in enumerate(passages, 1)
    ]
    extracts.sort(key=lambda each: -each.weight)
    enough = WORTH * extracts[0].weight if extracts else 0.0
    chosen = [each for each in extracts if each.weight >= enough and each.text][:PASSAGES]
    return "\n".join(f"- {each.text} [{each.n}]" for each in chosen)


def near(question: str, hits: Sequence[Hit]) -> str:
    """The answer where nothing fits: says so, and offers what there is."""
    found = extract(question, hits)
    return f"{NOT_ANSWERED}\n\n{found}" if found else NOTHING_FOUND


def _weights(question: str, passages: Sequence[Passage]) -> Mapping[Word, float]:
    """How much each word of the question tells, by how few sentences have it."""
    sentences = [sentence for passage in passages for sentence in passage.sentences]
    languages = {passage.language for passage in passages}
    words = {word for language in languages for word in words_of(question, language)}
    having = {word: sum(_has(sentence, word) for sentence in sentences) for word in words}
    return {word: log(1 + len(sentences) / (1 + having[word])) for word in words}


def _best(
    n: int, passage: Passage, words: Sequence[Word], weights: Mapping[Word, float]
) -> _Extract:
    held = [
        sum(weights[word] for word in words if _has(sentence, word))
        for sentence in passage.sentences
    ]
    if not held:
        return _Extract(n, "", 0.0)
    first = max(range(len(held)), key=held.__getitem__)
    told = [passage.sentences[first].said]
    if held[first + 1 :] and held[first + 1] and len(told[0]) < ROOM:
        told.append(passage.sentences[first + 1].said)
    return _Extract(n, _cut(" ".join(" ".join(told).split())), held[first])


def _has(sentence: Sentence, word: Word) -> bool:
    return any(stem in sentence.terms for stem in word.terms)


def _cut(text: str) -> str:
    if len(text) <= ROOM:
        return text
    return (text[:ROOM].rpartition(" ")[0] or text[:ROOM]) + " …"
