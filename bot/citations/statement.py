"""Parses passages and statements into what can be compared: words, names, numbers.

A statement is part of an answer; a passage is cut into sentences, and clauses between semicolons
count as sentences, for lists are often written so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct

from bot.citations.numbers import extract_numbers, extract_times
from indexer.inference.reading import guess_language
from indexer.late_patterns import compile_late
from indexer.late_property import late_property
from indexer.text.analyzer import analyze, build_term, is_run, split_token, tokenize
from indexer.text.languages import detect_language
from indexer.text.markdown_blocks import BlockKind, split_blocks, split_lines
from indexer.text.normalize import unify
from indexer.text.sentences import find_sentence_ends
from indexer.text.word_lists import build_alternatives, load_all_words

SENTENCES = 2048  # kept parsed: some five megabytes
PASSAGES = 256  # kept parsed
SIGNS = ".!?;。！？；|"  # that end a sentence or a clause
PREFIX = 5  # letters that two words must share to be called alike

_UNSPACED = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u9fff\uac00-\ud7af]"
_LETTER = compile_late(r"[^\W\d_]")
_IDENTIFIER = compile_late(r"[~/]?[A-Za-z0-9][\w./@:+#=~-]*[\w/]", re.ASCII)
_TELLING = compile_late(r"[/_@=]|\w\.\w|[A-Za-z]\d|\d[A-Za-z]|\w-\w", re.ASCII)
# A word that opens a sentence, unless a second capital shows that a name does.
_OPENING = compile_late(r"^\W*([^\W\d_]+(?:['’.-][^\W\d_]+)*)(?!\s+[^\W\d_a-z])")
FIGURE = compile_late(r"\d+(?:[.,:]\d+)*")


class ParsedSentence(Struct, frozen=True, dict=True):  # what few questions need is found late
    """The contents of a sentence of a passage, or of several in a row."""

    original: str  # as it stands in the passage
    text: str  # unified, lower case
    terms: frozenset[str]
    parts: tuple["ParsedSentence", ...] = ()

    def __add__(self, other: "ParsedSentence") -> "ParsedSentence":
        return join_sentences((self, other))

    @late_property
    def bare(self) -> str:
        """The sentence without what quoting changes, and without its end."""
        return strip_end(self.original)

    @late_property
    def beginnings(self) -> frozenset[str]:
        """The beginnings of the longer terms."""
        return frozenset(each[:PREFIX] for each in self.terms if len(each) >= PREFIX)

    @late_property
    def numbers(self) -> frozenset[str]:
        """Numbers in one form; a time of day in 24 hours too."""
        if self.parts:
            return frozenset().union(*(each.numbers for each in self.parts))
        return extract_numbers(self.original) | extract_times(self.original)

    @late_property
    def negated(self) -> bool:
        if self.parts:
            return any(each.negated for each in self.parts)
        return is_negated(self.original)

    def has_similar_beginning(self, word: "Word") -> bool:
        return any(len(each) >= PREFIX and each[:PREFIX] in self.beginnings for each in word.terms)


class Table(Struct, frozen=True):
    head: ParsedSentence
    heads: tuple[ParsedSentence, ...]  # of the columns; empty without a head
    rows: tuple[tuple[ParsedSentence, ...], ...]  # of cells


class ParsedPassage(Struct, frozen=True):
    """A passage, parsed once for all statements that cite it."""

    text: str  # as `strip_quotation` returns it
    heading: ParsedSentence
    sentences: tuple[ParsedSentence, ...]  # a table is one
    tables: tuple[Table, ...]
    language: str
    unspaced: bool
    prose: str  # as it stands, with its heading and without its tables
    tabular: "ParsedPassage | None"  # its tables, each below its heading, if it has prose too


class Word(Struct, frozen=True):
    text: str
    terms: tuple[str, ...]


class Statement(Struct, frozen=True):
    words: tuple[Word, ...]
    names: tuple[Word, ...]
    numbers: frozenset[str]
    identifiers: tuple[str, ...]
    negated: bool
    unspaced: bool


# The next question often finds a passage again.
@lru_cache(maxsize=PASSAGES)
def parse_passage(text: str, heading: str = "", language: str = "") -> ParsedPassage:
    """Parse by the rules of `language`, which is detected if empty."""
    language = language or guess_language(text)
    tables = tuple(_parse_tables(text, language))
    prose, tabular = _cut_tables(text) if tables else (text, "")
    return ParsedPassage(
        strip_quotation(text),
        parse_sentence(heading, language),
        tuple(parse_sentence(each, language) for each in _split_sentences(text)),
        tables,
        language,
        _is_unspaced(text),
        f"{heading}:\n{prose}" if heading else prose,
        parse_passage(tabular, heading, language) if tabular else None,
    )


def _cut_tables(text: str) -> tuple[str, str]:
    """Cut a text into what is no table, and its tables, each below the heading above it.

    The second is empty if the text has nothing else.
    """
    prose, tables, heading = list[str](), list[str](), ""
    is_mixed = False
    for block in split_blocks(text):
        part = text[block.start : block.end]
        if block.kind is BlockKind.TABLE:
            tables.append(f"{heading}{part}")
            continue
        heading = part if block.kind is BlockKind.HEADING else heading
        is_mixed = is_mixed or block.kind is not BlockKind.HEADING
        prose.append(part)
    return "".join(prose), "\n".join(tables) if is_mixed else ""


def parse_statement(text: str, language: str) -> Statement:
    words = extract_words(text, language)
    return Statement(
        words,
        _extract_names(text, words, language),
        extract_numbers(text),
        tuple(
            found
            for found in _IDENTIFIER.findall(unify(text))
            if _TELLING.search(found) and not FIGURE.fullmatch(found)
        ),
        is_negated(text),
        _is_unspaced(text),
    )


def strip_quotation(text: str) -> str:
    """Remove what quoting changes: line breaks, case, list marks, quotes, a cut end."""
    return " ".join(unify(text).casefold().split()).strip("-*+•> \"“”„«»'….")


def strip_end(text: str) -> str:
    """Remove the signs at the end, too."""
    return strip_quotation(text).rstrip(f"{SIGNS} ")


def _is_unspaced(text: str) -> bool:
    """Return True for a script without spaces, even with some names in other letters."""
    return not text.isascii() and 4 * len(_compile_unspaced().findall(text)) > len(
        _LETTER.findall(text)
    )


@cache
def _compile_unspaced() -> re.Pattern[str]:
    """The signs of such scripts; compiled when first needed, for that takes milliseconds."""
    return re.compile(_UNSPACED)


def extract_words(text: str, language: str) -> tuple[Word, ...]:
    """Extract content words by the rules of `language`; pairs or triples of unspaced signs."""
    words: list[Word] = []
    for token in tokenize(text):
        found = [
            (piece, build_term(piece, language)) for piece in split_token(token, question=True)
        ]
        if is_run(token):
            words += [Word(piece.text, (stem,)) for piece, stem in found if stem]
        elif terms := tuple(stem for _, stem in found if stem):
            words.append(Word(token, terms))
    return tuple(words)


def _extract_names(text: str, words: Sequence[Word], language: str) -> tuple[Word, ...]:
    """Extract words with a capital, except at the beginning of a sentence, and in German."""
    if detect_language(text, default=language) == "de":
        return ()
    opening = {found for each in _split_sentences(text) for found in _OPENING.findall(each)[:1]}
    return tuple(
        word
        for word in words
        if word.text[:1].isupper() and not re.search(r"\d", word.text) and word.text not in opening
    )


# One answer parses a sentence up to three times, and the next question often finds it again.
@lru_cache(maxsize=SENTENCES)
def parse_sentence(text: str, language: str) -> ParsedSentence:
    return ParsedSentence(text, unify(text).lower(), frozenset(analyze(text, language).terms))


def _parse_tables(text: str, language: str) -> Iterator[Table]:
    for block in split_blocks(text) if "|" in text else ():
        if block.kind is BlockKind.TABLE:
            rows = split_lines(text, block)
            start, end = rows[0].head
            bodies = (text[row.start : row.end] for row in rows if row.start >= end)
            head = text[start:end]
            yield Table(
                parse_sentence(head, language),
                _parse_cells(head.split("\n")[0], language) if head else (),
                tuple(_parse_cells(row, language) for row in bodies),
            )


def _parse_cells(row: str, language: str) -> tuple[ParsedSentence, ...]:
    return tuple(parse_sentence(each, language) for each in row.strip().strip("|").split("|"))


def _split_sentences(text: str) -> list[str]:
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        for start, end in pairwise((0, *find_sentence_ends(paragraph, 0, len(paragraph)))):
            found += split_clauses(paragraph[start:end])
    return [each for each in found if each.strip()]


def split_clauses(text: str) -> list[str]:
    return re.split(r"(?<=[;；])", text)


def join_clauses(sentences: Sequence[ParsedSentence]) -> list[ParsedSentence]:
    """Join the clauses of one sentence again."""
    found: list[ParsedSentence] = []
    for sentence in sentences:
        if found and found[-1].original.rstrip().endswith((";", "；")):
            found[-1] += sentence
        else:
            found.append(sentence)
    return found


def join_sentences(sentences: Iterable[ParsedSentence]) -> ParsedSentence:
    """Join many at once, in a time linear in their length."""
    joined = tuple(sentences)
    return ParsedSentence(
        " ".join(each.original for each in joined),
        " ".join(each.text for each in joined),
        frozenset().union(*(each.terms for each in joined)),
        tuple(part for each in joined for part in each.parts or (each,)),
    )


def is_negated(text: str) -> bool:
    return bool(_compile_denials().search(unify(text)))


@cache
def _compile_denials() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("denials"))
    signs = build_alternatives(load_all_words("denial_signs"))
    return re.compile(rf"\b(?:{words})\b|n['’]t\b|{signs}", re.IGNORECASE)
