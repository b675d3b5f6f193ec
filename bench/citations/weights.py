"""Finds the weights of `indexer.inference.evidence`: `python -m bench.citations.weights`.

A logistic regression over the pairs of the open halves. The sentences of their passages are added
as statements that hold, and those of the next passage as some that do not: the labelled pairs that
hold are mostly reworded, and what merely repeats a passage must not count as false for that.
Prints the weights, and how many pairs are judged rightly by weights found without their passages.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp

from msgspec import Struct

from bench.citations.pairs import OCCASIONAL, OTHERS, CitedPair, load_cited_pairs
from bench.citations.rules import judge_pair
from indexer.inference.entailment import CITED
from indexer.inference.evidence import Evidence, rate
from indexer.text.sentences import find_sentence_ends

# The rules were made with the first set in view, and it is easier: it counts half. No rule was
# made for the newest one, which shows best how far rules can be relied on.
SETS = {"citations": 0.5, **dict.fromkeys(OTHERS, 1.0), OCCASIONAL: 4.0}
SAME, OTHER = 0.3, 1.0  # of a sentence with its passage, and with another
PENALTY = 2.0
STEPS = 30
FOLDS = 10
SENTENCES = 4  # of a passage
SHORTEST = 30  # characters of a sentence


class Example(Struct, frozen=True):
    evidence: Evidence
    holds: bool
    weight: float
    fold: int


def main() -> None:
    judged = [(pair, weight, judge_pair(pair)) for pair, weight in _list_pairs()]
    examples = [
        Example(
            verdict.evidence,
            pair.holds,
            weight,
            _find_fold(pair.passage),
        )
        for pair, weight, verdict in judged
        if verdict.is_open(CITED)
    ]
    print(f"{len(examples)} pairs, {count_right(examples)} judged rightly")
    print({each: round(value, 2) for each, value in fit(examples).items()})


def _list_pairs() -> Iterator[tuple[CitedPair, float]]:
    pairs = {each: load_cited_pairs("open", each) for each in SETS}
    for name, weight in SETS.items():
        yield from ((each, weight) for each in pairs[name])
    everything = (each for group in pairs.values() for each in group)
    yield from _repeat_passages({(each.language, each.passage): None for each in everything})


def _repeat_passages(
    passages: dict[tuple[str, str], None],
) -> Iterator[tuple[CitedPair, float]]:
    by_language: dict[str, list[str]] = {}
    for language, passage in passages:
        by_language.setdefault(language, []).append(passage)
    for language, texts in by_language.items():
        for text, following in zip(texts, [*texts[1:], texts[0]], strict=True):
            sentences = _split(text)
            yield from ((CitedPair(text, each, True, "same", language), SAME) for each in sentences)
            if following != text:
                yield from (
                    (CitedPair(following, each, False, "other", language), OTHER)
                    for each in sentences[:1]
                )


def _split(text: str) -> list[str]:
    ends = (0, *find_sentence_ends(text, 0, len(text)))
    found = (text[start:end].strip() for start, end in pairwise(ends))
    return [each for each in found if len(each) >= SHORTEST][:SENTENCES]


def _find_fold(passage: str) -> int:
    """Number the folds by passage: all statements about one are judged by the same weights."""
    return int(hashlib.sha256(passage.encode()).hexdigest(), 16) % FOLDS


def count_right(examples: Sequence[Example]) -> str:
    """Count what is judged rightly by weights that were found without its fold."""
    right = 0
    for fold in range(FOLDS):
        weights = fit([each for each in examples if each.fold != fold])
        those = (each for each in examples if each.fold == fold)
        right += sum((rate(each.evidence, weights) >= 0) == each.holds for each in those)
    return f"{right} of {len(examples)}"


def fit(examples: Sequence[Example]) -> dict[str, float]:
    """Find the weights under which the examples are likeliest, by Newton's method."""
    names = ["", *(examples[0].evidence if examples else ())]
    rows = [[1.0, *each.evidence.values()] for each in examples]
    weights = [0.0] * len(names)
    for _step in range(STEPS):
        gradient, curvature = _differentiate(rows, examples, weights)
        change = solve(curvature, gradient)
        weights = [weight - each for weight, each in zip(weights, change, strict=True)]
    return dict(zip(names, weights, strict=True))


def _differentiate(
    rows: Sequence[Sequence[float]], examples: Sequence[Example], weights: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    size = range(len(weights))
    gradient = [PENALTY * weight * (at > 0) for at, weight in enumerate(weights)]
    curvature = [[PENALTY * (row == column) for column in size] for row in size]
    for values, each in zip(rows, examples, strict=True):
        likely = 1 / (1 + exp(-sum(map(float.__mul__, values, weights))))
        for row in size:
            gradient[row] += each.weight * (likely - each.holds) * values[row]
            spread = each.weight * likely * (1 - likely) * values[row]
            for column in size:
                curvature[row][column] += spread * values[column]
    return gradient, curvature


def solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solve a system of linear equations; the matrix is symmetric and positive."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for below in rows[at + 1 :]:
            factor = below[at] / pivot[at]
            below[:] = [value - factor * lead for value, lead in zip(below, pivot, strict=True)]
    found = [0.0] * len(rows)
    for at in reversed(range(len(rows))):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, len(rows)))
        found[at] = (rows[at][-1] - known) / rows[at][at]
    return found


if __name__ == "__main__":
    main()
