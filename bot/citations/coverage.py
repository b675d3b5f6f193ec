"""Measures how much of a statement or question some sentences of a passage hold, by its words."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from bot.citations.numbers import extract_numbers
from bot.citations.statement import FIGURE, ParsedPassage, ParsedSentence, Statement, Word

WINDOW = 3  # sentences
ALIKE = 0.7
SPELT = 0.8  # alike, as difflib measures it: one wrong letter in five


def iterate_windows(passage: ParsedPassage) -> Iterable[ParsedSentence]:
    sentences = passage.sentences
    for start in range(max(1, len(sentences) - WINDOW + 1)):
        window = passage.heading
        for sentence in sentences[start : start + WINDOW]:
            window = window + sentence
        yield window


def measure_coverage(words: Sequence[Word], held: ParsedSentence) -> float:
    """Measure the share of `words` that `held` holds, 0 to 1."""
    return sum(match_word(held, word) for word in words) / len(words) if words else 0.0


def match_word(held: ParsedSentence, word: Word) -> float:
    if FIGURE.fullmatch(word.text):
        return float(extract_numbers(word.text) <= held.numbers)
    if word.terms[0] in held.terms or held.terms.issuperset(word.terms):
        return 1.0
    return ALIKE if held.has_similar_beginning(word) else 0.0


def has_similar(name: Word, held: ParsedSentence) -> bool:
    """Return True if `held` has the name, or what may be another spelling of it."""
    if match_word(held, name):
        return True
    return any(get_close_matches(term, held.terms, n=1, cutoff=SPELT) for term in name.terms)


def has_anchors(statement: Statement, held: ParsedSentence) -> bool:
    return (
        statement.numbers <= held.numbers
        and all(has_identifier(identifier, held) for identifier in statement.identifiers)
        and all(match_word(held, name) == 1.0 for name in statement.names)
    )


def has_identifier(identifier: str, held: ParsedSentence) -> bool:
    whole = identifier.lower().rstrip(".,:")
    if whole in held.text:
        return True
    plain = "-" in whole and not re.search(r"[/_@=.]", whole)
    return plain and all(part in held.text for part in whole.split("-"))
