"""Decides whether the passages found answer a question, or are only the nearest there is.

Confidence = the share of the question's content words in the best window of three sentences
+ 0.2 if one passage holds all its numbers, identifiers and names
- 0.2 if it names something, and nothing it names is in any passage. A number or an identifier that
nothing has does not count: the same figure and the same compound are written in too many ways.
+ 0.3 ln(1 + 7 r / u), r being the relevance of the best hit by words (BM25), and u what a word is
worth in this collection that one passage alone has. In a handful of passages every word is common
and r is small; in such units it means the same as in ten thousand, where u is about 9.
+ the cosine of the hit nearest in meaning, where a model was asked.

What is enough depends on what proposed the hits, so `bench/answerable.py` measures the threshold of
a named ranker and writes it to `thresholds.json`. Every model has cosines of its own, so those of
one that was never measured do not count: its hits are judged by their words.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import log

from bot.citations.coverage import has_anchors, has_similar, iterate_windows, measure_coverage
from bot.citations.statement import (
    ParsedPassage,
    ParsedSentence,
    join_sentences,
    parse_passage,
    parse_statement,
)
from indexer.documents import LEXICAL, Hit

NAMED = 0.2
UNNAMED = 0.2
RELEVANT = 0.3
UNITS = 7.0  # what a unique word is worth in a thousand passages


def load_threshold(ranker: str) -> float | None:
    """Load the least confidence at which `ranker`'s hits answer; None if nobody measured it."""
    return _load_measured(ranker).get("least")


def load_nearness(ranker: str) -> float:
    """Load what a cosine by the model of `ranker` is worth among pieces that only may answer.

    The best score by words is worth 1; 0 where nobody measured the model.
    """
    return _load_measured(ranker).get("nearness", 0.0)


def load_least_cosine(model: str) -> float | None:
    """Load the cosine from which a fact may answer, by `model`; None where nobody measured it."""
    return _load_measured(f"hybrid:{model}").get("near_fact")


def _load_measured(ranker: str) -> Mapping[str, float]:
    text = files("bot.answering").joinpath("thresholds.json").read_text(encoding="utf-8")
    found: Mapping[str, float] = json.loads(text).get(ranker, {})
    return found


def can_answer(question: str, hits: Sequence[Hit]) -> bool:
    if not hits:
        return False
    ranker = hits[0].ranker if load_threshold(hits[0].ranker) is not None else LEXICAL
    return compute_confidence(question, hits, ranker) >= (load_threshold(ranker) or 0.0)


def compute_confidence(question: str, hits: Sequence[Hit], ranker: str = LEXICAL) -> float:
    """Compute how well `hits` answer; 0 for none.

    From around 1.4 by words (`LEXICAL`) they are likely to hold the answer.
    """
    if not hits:
        return 0.0
    passages = [parse_passage(hit.chunk.text) for hit in hits]
    best = max(hits, key=lambda hit: hit.bm25)
    relative = best.bm25 / best.rarest if best.rarest else 0.0
    words = max(_measure_best_window(question, passage) for passage in passages)
    named = any(_has_anchors(question, passage) for passage in passages)
    unnamed = _has_no_known_name(question, passages)
    by_words = words + NAMED * named - UNNAMED * unnamed + RELEVANT * log(1 + UNITS * relative)
    return by_words if ranker == LEXICAL else by_words + _find_best_cosine(hits)


def _find_best_cosine(hits: Sequence[Hit]) -> float:
    return max((hit.cosine for hit in hits if hit.cosine is not None), default=0.0)


def _measure_best_window(question: str, passage: ParsedPassage) -> float:
    words = parse_statement(question, passage.language).words
    return max(
        (measure_coverage(words, window) for window in iterate_windows(passage)), default=0.0
    )


def _has_anchors(question: str, passage: ParsedPassage) -> bool:
    return has_anchors(parse_statement(question, passage.language), _join_passage(passage))


def _has_no_known_name(question: str, passages: Sequence[ParsedPassage]) -> bool:
    """Return True if the question names something, and no passage has anything that it names.

    Only what follows its last comma counts: "As Anna asked, when …?" is not about Anna.
    """
    asked = question.rpartition(",")[2]
    names = [parse_statement(asked, passage.language).names for passage in passages]
    return all(names) and not any(
        has_similar(name, _join_passage(passage))
        for passage, named in zip(passages, names, strict=True)
        for name in named
    )


def _join_passage(passage: ParsedPassage) -> ParsedSentence:
    return join_sentences((passage.heading, *passage.sentences))
