"""Whether the passages found answer a question at all, or are only the nearest there is.

Confidence = the share of the question's content words in the best window of three sentences
+ 0.2 if one passage holds all its numbers, identifiers and names
+ 0.3 ln(1 + 7 r / u), r being the relevance of the best hit by words (BM25), and u what a word is
worth in this collection that one passage alone has. In a handful of passages every word is common
and r is small; in such units it means the same as in ten thousand, where u is about 9.
+ the cosine of the hit nearest in meaning, where a model was asked.

What is enough depends on what proposed the hits, so `bench/answerable.py` measures the threshold of
a named ranker and writes it to `thresholds.json`. Every model has cosines of its own, so those of
one that was never measured do not count: its hits are judged by their words.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from math import log

from bot.evidence import anchored, share, windows
from bot.wording import Passage, read, state
from indexer.documents import LEXICAL, Hit

NAMED = 0.2
RELEVANT = 0.3
UNITS = 7.0  # what a unique word is worth in a thousand passages


def threshold(ranker: str) -> float | None:
    """The least confidence at which `ranker`'s hits answer; None if nobody measured it."""
    text = files("bot").joinpath("thresholds.json").read_text(encoding="utf-8")
    measured = json.loads(text).get(ranker)
    return float(measured["least"]) if measured else None


def answerable(question: str, hits: Sequence[Hit]) -> bool:
    """Whether `hits` answer `question`."""
    if not hits:
        return False
    ranker = hits[0].ranker if threshold(hits[0].ranker) is not None else LEXICAL
    return confidence(question, hits, ranker) >= (threshold(ranker) or 0.0)


def confidence(question: str, hits: Sequence[Hit], ranker: str = LEXICAL) -> float:
    """0 for no hits; around 1.4 by words it becomes likely that they hold the answer."""
    if not hits:
        return 0.0
    passages = [read(hit.chunk.text) for hit in hits]
    best = max(hits, key=lambda hit: hit.bm25)
    relative = best.bm25 / best.rarest if best.rarest else 0.0
    words = max(_covered(question, passage) for passage in passages)
    named = any(_named(question, passage) for passage in passages)
    by_words = words + NAMED * named + RELEVANT * log(1 + UNITS * relative)
    return by_words if ranker == LEXICAL else by_words + _nearness(hits)


def _nearness(hits: Sequence[Hit]) -> float:
    return max((hit.cosine for hit in hits if hit.cosine is not None), default=0.0)


def _covered(question: str, passage: Passage) -> float:
    words = state(question, passage.language).words
    return max((share(words, window) for window in windows(passage)), default=0.0)


def _named(question: str, passage: Passage) -> bool:
    statement = state(question, passage.language)
    return anchored(statement, sum(passage.sentences, start=passage.heading))
