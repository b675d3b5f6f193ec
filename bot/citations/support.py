"""Whether a passage supports a statement, as far as words can tell.

A statement is supported if the passage has it word for word, or if a window of three sentences of
the passage (clauses between semicolons count as sentences; file name, headings and pages belong to
every window) holds

- at least 65 % of the statement's content words, stemmed; words that share their first five
  letters count 0.7. Scripts without spaces are compared in pairs of characters, and 55 % suffice;
- every number (a time of day is one in 24 hours, too), every identifier (`/etc/fstab`, `lxc.start`,
  `GH-12`) and every name, that is every word with a capital inside a sentence;

and if each of these stands in a sentence that by itself holds 55 % of the statement, or of the
clause of it that names it (this tells apart two people of whom a passage says different things;
for a compound of plain words, such as `check-out`, the clauses of one sentence count together), and
if the sentence that holds most has a negation where the statement has one. A table is one
sentence, so a number that only its rows have must stand in one that has another word of the
statement, of those that tell its column apart: "room 3 costs 80" does not hold where another room
does. For a statement in another language than the passage it is enough that it names a number, an
identifier or a name, and that one window holds all of them.

What words cannot tell: two roles exchanged within one sentence, a single wrong noun in a longer
statement, a "not" left out. `bench/citations.py` measures how often that happens.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from operator import and_

from bot.citations.numbers import numbers
from bot.citations.statement import (
    FIGURE,
    Passage,
    Sentence,
    Statement,
    Table,
    Word,
    clauses,
    plain,
    state,
    whole,
)
from indexer.text.languages import detect_language

WINDOW = 3  # sentences
COVERED = 0.65
COVERED_UNSPACED = 0.55
TOGETHER = 0.55
ADDS = 0.30  # of a statement, to be one of several passages that support it together
SHORT = 3  # content words; a shorter statement is read together with the question
COVERED_SHORT = 0.50
ALIKE = 0.7
SPELT = 0.8  # alike, as difflib measures it: one wrong letter in five
_COMPOUND = re.compile(r"[A-Z]?[a-z]+(?:-[a-z]+)+")


def supports(passage: Passage, text: str, question: str = "") -> bool:
    """Whether `passage` supports the statement `text`, an answer to `question`."""
    statement = state(text, passage.language)
    if len(statement.words) < SHORT:
        return _short(statement, state(f"{question} {text}", passage.language), passage)
    return (
        plain(text) in passage.text
        or _told(text, statement, passage)
        or (_foreign(text, statement, passage) and _named(statement, passage))
    )


def _short(statement: Statement, asked: Statement, passage: Passage) -> bool:
    return _of_one_row(statement.numbers, asked, passage) and any(
        share(asked.words, window) >= COVERED_SHORT and anchored(statement, window)
        for window in windows(passage)
    )


def _told(text: str, statement: Statement, passage: Passage) -> bool:
    enough = _enough(statement)
    return (
        any(
            share(statement.words, window) >= enough and anchored(statement, window)
            for window in windows(passage)
        )
        and all(_together(state(clause, passage.language), passage) for clause in clauses(text))
        and _agrees(statement, passage)
        and _of_one_row(statement.numbers, statement, passage)
    )


def _of_one_row(figures: Iterable[str], statement: Statement, passage: Passage) -> bool:
    """Whether no number stands only in rows that the statement does not speak of."""
    prose = [each for each in passage.sentences if "|" not in each.said]
    known = [*prose, passage.heading, *(table.head for table in passage.tables)]
    return all(
        any(number in each.numbers for each in known) or _in_rows(number, statement, passage)
        for number in figures
    )


def _in_rows(number: str, statement: Statement, passage: Passage) -> bool:
    others = [word for word in statement.words if number not in numbers(word.text)]
    rows = [(row, table) for table in passage.tables for row in table.rows]
    having = [any(number in cell.numbers for cell in row) for row, _ in rows]
    meant = [_is_meant(row, table, others) for row, table in rows]
    return any(map(and_, having, meant)) or not (any(having) and any(meant))


def _is_meant(row: Sequence[Sentence], table: Table, words: Sequence[Word]) -> bool:
    columns = ([each[at] for each in table.rows if at < len(each)] for at in range(len(row)))
    return any(
        _tells(word, cell, column)
        for cell, column in zip(row, columns, strict=True)
        for word in words
    )


def _tells(word: Word, cell: Sentence, column: Sequence[Sentence]) -> bool:
    """Whether `cell` has the word, and is the only one of its column or one of less than half."""
    if _holds(cell, word) != 1.0:
        return False
    held = sum(_holds(each, word) == 1.0 for each in column)
    return held == 1 or 2 * held < len(column)


def _named(statement: Statement, passage: Passage) -> bool:
    named = statement.names or statement.numbers or statement.identifiers
    return bool(named) and any(anchored(statement, window) for window in windows(passage))


def contributions(passages: Sequence[Passage], text: str) -> list[bool]:
    """Which of `passages` are needed to support `text` together; none if they do not."""
    statement = state(text, passages[0].language)
    best = [
        max(windows(each), key=lambda window: share(statement.words, window)) for each in passages
    ]
    joined = best[0]
    for window in best[1:]:
        joined = joined + window
    enough = share(statement.words, joined) >= _enough(statement) and anchored(statement, joined)
    return [enough and share(statement.words, window) >= ADDS for window in best]


def windows(passage: Passage) -> Iterable[Sentence]:
    sentences = passage.sentences
    for start in range(max(1, len(sentences) - WINDOW + 1)):
        window = passage.heading
        for sentence in sentences[start : start + WINDOW]:
            window = window + sentence
        yield window


def _enough(statement: Statement) -> float:
    return COVERED_UNSPACED if statement.unspaced else COVERED


def share(words: Sequence[Word], held: Sentence) -> float:
    """The part of `words` that `held` holds, 0 to 1."""
    return sum(_holds(held, word) for word in words) / len(words) if words else 0.0


def _holds(held: Sentence, word: Word) -> float:
    if FIGURE.fullmatch(word.text):
        return float(numbers(word.text) <= held.numbers)
    if word.terms[0] in held.terms or held.terms.issuperset(word.terms):
        return 1.0
    return ALIKE if held.alike(word) else 0.0


def known(name: Word, held: Sentence) -> bool:
    """Whether `held` has it, or what may be it in another spelling."""
    if _holds(held, name):
        return True
    return any(get_close_matches(term, held.terms, n=1, cutoff=SPELT) for term in name.terms)


def anchored(statement: Statement, held: Sentence) -> bool:
    return (
        statement.numbers <= held.numbers
        and all(_stands(identifier, held) for identifier in statement.identifiers)
        and all(_holds(held, name) == 1.0 for name in statement.names)
    )


def _stands(identifier: str, held: Sentence) -> bool:
    whole = identifier.lower().rstrip(".,:")
    if whole in held.text:
        return True
    plain = "-" in whole and not re.search(r"[/_@=.]", whole)
    return plain and all(part in held.text for part in whole.split("-"))


def _together(statement: Statement, passage: Passage) -> bool:
    """Whether each anchor stands in a sentence that is about the statement."""
    about = _about(statement, passage, passage.sentences)
    compounds = [each for each in statement.identifiers if _COMPOUND.fullmatch(each)]
    exact = [each for each in statement.identifiers if each not in compounds]
    return (
        all(any(number in each.numbers for each in about) for number in statement.numbers)
        and _all_stand(exact, about)
        and all(any(_holds(held, name) == 1.0 for held in about) for name in statement.names)
        and _all_stand(compounds, _about(statement, passage, whole(passage.sentences)))
    )


def _about(
    statement: Statement, passage: Passage, sentences: Iterable[Sentence]
) -> Sequence[Sentence]:
    headed = (sentence + passage.heading for sentence in sentences)
    return [each for each in headed if share(statement.words, each) >= TOGETHER]


def _all_stand(identifiers: Iterable[str], about: Sequence[Sentence]) -> bool:
    return all(any(_stands(each, held) for held in about) for each in identifiers)


def _agrees(statement: Statement, passage: Passage) -> bool:
    if not statement.negated:
        return True
    closest = max(
        passage.sentences, key=lambda each: share(statement.words, each), default=passage.heading
    )
    return closest.negated


def _foreign(text: str, statement: Statement, passage: Passage) -> bool:
    if statement.unspaced != passage.unspaced:
        return True
    return detect_language(text, default=passage.language) != passage.language
