"""Decides whether a passage supports a statement, as far as rules can show.

A statement is supported if it quotes the passage (`bot.citations.quotation`), or if it follows from
the passage by the rules of `indexer.inference` and every identifier of it (`/etc/fstab`,
`lxc.start`, `GH-12`) stands there. A statement in another language than the passage follows, too,
if nothing speaks against it and one window of the passage holds its names, numbers and identifiers.

Tables, and languages whose meanings are not listed, are judged by words: a window of three
sentences must hold 65 % of the statement's content words (scripts without spaces 55 %, in pairs of
characters), every number, identifier and name, and each of these in a sentence that holds 55 % of
the clause; a table is one sentence, and a number that only its rows have must stand in one that has
another word of the statement.
`bench.citations` measures all of this.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from bot.citations.coverage import (
    has_anchors,
    has_identifier,
    iterate_windows,
    match_word,
    measure_coverage,
)
from bot.citations.quotation import quotes
from bot.citations.statement import (
    PREFIX,
    ParsedPassage,
    ParsedSentence,
    Statement,
    join_clauses,
    join_sentences,
    parse_statement,
    split_clauses,
)
from bot.citations.tables import fits_rows, write_rows
from indexer.inference.entailment import (
    UNCITED,
    Demands,
    Verdict,
    is_judged,
    is_short,
    judge,
    judge_answer,
)
from indexer.text.analyzer import tokenize
from indexer.text.languages import detect_language
from indexer.text.normalize import fold

CANDIDATES = 2  # passages that a sentence without a mark is held against
COVERED = 0.65
COVERED_UNSPACED = 0.55
TOGETHER = 0.55
ADDS = 0.30  # of a statement, to be one of several passages that support it together
SHORT = 3  # content words; a shorter statement is read together with the question
COVERED_SHORT = 0.50
_LABEL = 5  # words before the colon of a list item
_MARKUP = " *_-•+>#"
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")


def supports(
    passage: ParsedPassage, text: str, question: str = "", demands: Demands = UNCITED
) -> bool:
    """Return True if `passage` supports the statement `text`, an answer to `question`."""
    if quotes(text, passage):
        return True
    if not is_judged(passage.language):
        return _supports_by_words(passage, text, question)
    if passage.tables and _has_in_table(passage.tabular or passage, text, question):
        return True
    statement = parse_statement(text, passage.language)
    held = join_sentences(passage.sentences) + passage.heading
    # `forty-eight` and `sous-location` are words, and compared as such.
    exact = [each for each in statement.identifiers if not _COMPOUND.fullmatch(each)]
    if not all(has_identifier(each, held) for each in exact):
        return False
    verdict = _judge(passage, text, exact, question)
    if verdict.meets(demands):
        return True
    translated = verdict.alignment.is_translated and not verdict.reasons
    return translated and _has_all_anchors(statement, passage)


def _has_in_table(tables: ParsedPassage, text: str, question: str) -> bool:
    """Tell if the tables of a passage have a statement: word for word, or as one of their rows."""
    if _supports_by_words(tables, text, question):
        return True
    statement = parse_statement(text, tables.language)
    if len(statement.words) < SHORT or not fits_rows(statement.numbers, statement, tables):
        return False
    verdicts = (judge(text, row, tables.language) for row in write_rows(statement, tables))
    return any(each.coverage >= COVERED and each.follows for each in verdicts)


def _strip(text: str, identifiers: Iterable[str]) -> str:
    """Leave out identifiers, which stand in the passage as they are."""
    for each in identifiers:
        text = text.replace(each, " ") if re.search(r"[/_@=]", each) else text
    return text


def _judge(passage: ParsedPassage, text: str, identifiers: Sequence[str], question: str) -> Verdict:
    said, held = _join_label(_strip(text, identifiers)), _strip(passage.prose, identifiers)
    if question and is_short(said):
        return judge_answer(said, question, held, passage.language)
    return judge(said, held, passage.language)


def _join_label(text: str) -> str:
    """Join what a list item names to what it says of it: `- **Chair**: Ann Lee` is one clause."""
    label, _colon, rest = text.partition(":")
    if not rest.startswith((" ", "*", "_")) or len(label.split()) > _LABEL:
        return text
    return f"{label.strip(_MARKUP)} {rest.strip(_MARKUP)}"


def select_candidates(text: str, passages: Sequence[str]) -> list[int]:
    """Select the numbers of the passages that share most words with `text`, from 1."""
    words = {fold(each)[:PREFIX] for each in tokenize(text) if len(each) > 2 or each.isdigit()}
    shared = [sum(word in fold_text(each) for word in words) for each in passages]
    ranked = sorted(range(1, len(passages) + 1), key=lambda n: -shared[n - 1])
    return ranked[:CANDIDATES]


@lru_cache(maxsize=256)
def fold_text(text: str) -> str:
    return fold(text)


def _supports_by_words(passage: ParsedPassage, text: str, question: str) -> bool:
    """Decide in a language whose meanings are not listed."""
    statement = parse_statement(text, passage.language)
    if len(statement.words) < SHORT:
        return _supports_short(
            statement, parse_statement(f"{question} {text}", passage.language), passage
        )
    return _is_covered(text, statement, passage) or (
        _is_other_language(text, statement, passage) and _has_all_anchors(statement, passage)
    )


def _supports_short(statement: Statement, asked: Statement, passage: ParsedPassage) -> bool:
    return fits_rows(statement.numbers, asked, passage) and any(
        measure_coverage(asked.words, window) >= COVERED_SHORT and has_anchors(statement, window)
        for window in iterate_windows(passage)
    )


def _is_covered(text: str, statement: Statement, passage: ParsedPassage) -> bool:
    enough = _get_threshold(statement)
    return (
        any(
            measure_coverage(statement.words, window) >= enough and has_anchors(statement, window)
            for window in iterate_windows(passage)
        )
        and all(
            _has_anchors_nearby(parse_statement(clause, passage.language), passage)
            for clause in split_clauses(text)
        )
        and _agrees_in_negation(statement, passage)
        and fits_rows(statement.numbers, statement, passage)
    )


def _has_all_anchors(statement: Statement, passage: ParsedPassage) -> bool:
    named = statement.names or statement.numbers or statement.identifiers
    return bool(named) and any(
        has_anchors(statement, window) for window in iterate_windows(passage)
    )


def find_contributors(passages: Sequence[ParsedPassage], text: str) -> list[bool]:
    """Mark which `passages` are needed to support `text` together; all False if they do not."""
    statement = parse_statement(text, passages[0].language)
    best = [
        max(iterate_windows(each), key=lambda window: measure_coverage(statement.words, window))
        for each in passages
    ]
    joined = best[0]
    for window in best[1:]:
        joined = joined + window
    enough = measure_coverage(statement.words, joined) >= _get_threshold(statement) and has_anchors(
        statement, joined
    )
    return [enough and measure_coverage(statement.words, window) >= ADDS for window in best]


def _get_threshold(statement: Statement) -> float:
    return COVERED_UNSPACED if statement.unspaced else COVERED


def _has_anchors_nearby(statement: Statement, passage: ParsedPassage) -> bool:
    """Return True if each anchor stands in a sentence that is about the statement."""
    about = _find_related(statement, passage, passage.sentences)
    compounds = [each for each in statement.identifiers if _COMPOUND.fullmatch(each)]
    exact = [each for each in statement.identifiers if each not in compounds]
    return (
        all(any(number in each.numbers for each in about) for number in statement.numbers)
        and _has_identifiers(exact, about)
        and all(any(match_word(held, name) == 1.0 for held in about) for name in statement.names)
        and _has_identifiers(
            compounds, _find_related(statement, passage, join_clauses(passage.sentences))
        )
    )


def _find_related(
    statement: Statement, passage: ParsedPassage, sentences: Iterable[ParsedSentence]
) -> Sequence[ParsedSentence]:
    headed = (sentence + passage.heading for sentence in sentences)
    return [each for each in headed if measure_coverage(statement.words, each) >= TOGETHER]


def _has_identifiers(identifiers: Iterable[str], about: Sequence[ParsedSentence]) -> bool:
    return all(any(has_identifier(each, held) for held in about) for each in identifiers)


def _agrees_in_negation(statement: Statement, passage: ParsedPassage) -> bool:
    if not statement.negated:
        return True
    closest = max(
        passage.sentences,
        key=lambda each: measure_coverage(statement.words, each),
        default=passage.heading,
    )
    return closest.negated


def _is_other_language(text: str, statement: Statement, passage: ParsedPassage) -> bool:
    if statement.unspaced != passage.unspaced:
        return True
    return detect_language(text, default=passage.language) != passage.language
