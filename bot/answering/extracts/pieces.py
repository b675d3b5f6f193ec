"""Splits a passage into pieces that can be quoted on their own, each with what it belongs to.

Prose is quoted sentence by sentence, a list item by item, a man page option by option. A question
is no answer, so it is one piece with what stands behind it. Code is quoted whole, with the sentence
that leads to it. A row of a table goes with the table's head. A heading, the line that leads to a
list, and the item above an indented one belong to all that stands below them.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.extracts.chats import asks_in_chat, find_writer, list_stamps
from bot.answering.extracts.code_blocks import (
    fence_code,
    fence_indented_code,
    split_blocks_and_code,
)
from bot.answering.extracts.lines import (
    ROOM,
    are_dashed,
    find_label,
    has_box,
    is_ended,
    is_row,
    is_title,
    join_headlines,
    join_short,
    list_fields,
    split_cells,
    split_lines,
    split_options,
)
from bot.answering.question.meanings import is_pronoun
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.late_patterns import compile_late
from indexer.text import markdown_blocks
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.markdown_blocks import BlockKind, MarkdownBlock
from indexer.text.normalize import fold
from indexer.text.question_words import QuestionWords, load_question_words
from indexer.text.sentence_kind import is_question
from indexer.text.stopwords import load_stopwords

READ = 1024  # passages kept in pieces, some ten kilobytes each
_MARK = compile_late(
    r"^(?:[-*+•·] (?:\[[ xX]\] )?|\d{1,3}[.)] )"
)  # of a list item: an extract is a list itself
_COUNTED = compile_late(r"\d{1,2}[.)] ")  # an item of a numbered list, or a numbered heading
_LETTERED = compile_late(r"\s*(?:[a-z]\)|\(\w{1,2}\)) ")
_BULLET = compile_late(r"^[-*+•·] ")
_LISTED = compile_late(r"[,;/] ?| & |、")  # in a cell: "Ruth Adler, Sana Iqbal"
_TOPICS = "はがも"  # behind what a Japanese sentence is about
_LETTER = compile_late(r"[^\W\d_]")
_ADDRESS = compile_late(r"\w{1,12}://[^\s<>]+")
_HEADING = compile_late(r"\s{0,3}(#{1,6})\s")


class Piece(Struct, frozen=True):
    own: ParsedSentence  # its words
    line: str = ""  # of prose
    block: str = ""  # what keeps its lines: code between its fences, a row
    head: str = ""  # of the table whose row this is
    above: tuple[ParsedSentence, ...] = ()  # headings and leading lines, the outermost first
    beside: ParsedSentence | None = None  # the sentence before it in its paragraph
    opening: ParsedSentence | None = None  # the first sentence of its list item
    refers: bool = False  # it begins with a pronoun, which that sentence explains
    ends_block: bool = False  # the next piece belongs to another paragraph or item
    is_listed: bool = False  # an item of a list, or a line below one that leads to it

    @property
    def text(self) -> str:
        return "\n\n".join(part for part in (self.line, self.block) if part)

    @property
    def titles(self) -> tuple[ParsedSentence, ...]:
        """The headings and leading lines above it, without the head of its table."""
        return self.above[:-1] if self.head else self.above

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a row, one for each column at least: a row may end before its head does."""
        if not self.head:
            return ()
        found = split_cells(self.block)
        return found + ("",) * (len(self.columns) - len(found))

    def list_parts(self, language: str) -> list[frozenset[str]]:
        """Return the terms of each of its cells, of each that a cell lists, or all of its terms."""
        listed = (part for cell in self.cells for part in (cell, *_LISTED.split(cell)))
        cells = [parse_sentence(each, language) for each in listed if each]
        if not cells and self.own.parts:  # as one text, in which numbers may stand together
            cells = [parse_sentence(self.own.original, language)]
        return [each.terms for each in cells or [self.own]]

    @property
    def columns(self) -> tuple[str, ...]:
        return split_cells(self.head.partition("\n")[0])

    @property
    def is_question(self) -> bool:
        return is_question(self.line) and not self.block

    def is_echo(self, asked: Collection[str], *, paged: bool) -> bool:
        """Return True for a title, a page's header, or a line that only leads to what follows.

        A title is no sentence, and has no term but those `asked`. On a page
        (`paged`) figures do not count as terms: they number it.
        """
        if self.block or is_ended(self.line) or "://" in self.line or has_box(self.line):
            return False
        new = [term for term in self.own.terms if term not in asked]
        figures = paged and not any(_LETTER.search(term) for term in new)
        return self.line.endswith((":", "：")) or not new or figures

    def __add__(self, other: "Piece") -> "Piece":
        line = f"{self.line} {other.line}".strip()
        return replace(
            other, own=self.own + other.own, line=line, above=self.above, beside=self.beside
        )


class ReadPassage(Struct, frozen=True):
    """A passage, split and parsed, as it is for any question."""

    language: str
    topic: ParsedSentence  # all of its text
    pieces: tuple[Piece, ...]


# The next question often finds a passage again.
@lru_cache(maxsize=READ)
def read_passage(text: str, language: str) -> ReadPassage:
    return ReadPassage(language, parse_sentence(text, language), split_passage(text, language))


def split_passage(text: str, language: str) -> tuple[Piece, ...]:
    """Split what can answer: not the questions and titles with nothing behind them."""
    found: list[Piece] = []
    asked, lists, chat = _Asked(), load_question_words(language), bool(list_stamps(text))
    for piece in _Splitter(text, language).split():
        asks = piece.is_question or (chat and asks_in_chat(piece.line, lists))
        if not piece.text:
            found += asked.left
            asked = _Asked()
        elif chat and asked.is_continued_by(piece, asks=asks):
            asked = asked.join(piece, asks=asks)
        elif asks:
            found += asked.left
            asked = _Asked(piece, piece)
        elif piece.block and not piece.head and not asked.opens and _leads_to_code(found, piece):
            found[-1] += piece
        else:
            found.append(asked.place(piece))
            asked = asked.go_on(piece)
    return (*found, *asked.left)


class _Asked(Struct, frozen=True):
    """The question that a piece may answer: it is quoted with the first sentence behind it."""

    question: Piece | None = None
    opens: Piece | None = None  # the question, as long as nothing follows it
    tells: bool = False  # whoever asked has told something, too

    @property
    def left(self) -> tuple[Piece, ...]:
        """The question with what its writer has told besides, if nobody replied."""
        return (self.opens,) if self.opens and self.tells else ()

    def is_continued_by(self, piece: Piece, *, asks: bool) -> bool:
        """Return whether whoever asked in a chat goes on, or is asked in return."""
        if not self.opens or len(self.opens.line) > ROOM:
            return False
        writer, other = find_writer(self.opens.line), find_writer(piece.line)
        return bool(writer and other) and (asks or other == writer)

    def join(self, piece: Piece, *, asks: bool) -> "_Asked":
        joined = self.opens + piece if self.opens else piece
        return _Asked(joined, joined, self.tells or not asks)

    def place(self, piece: Piece) -> Piece:
        if self.opens:
            return self.opens + piece
        return replace(piece, above=(*piece.above, self.question.own)) if self.question else piece

    def go_on(self, piece: Piece) -> "_Asked":
        """Return what the next piece answers: the question, up to the end of the paragraph."""
        return _Asked() if piece.ends_block else _Asked(self.question)


def _leads_to_code(found: Sequence[Piece], code: Piece) -> bool:
    return bool(found) and found[-1].line.endswith((":", "：")) and not found[-1].block


class _Splitter:
    """Walks through a passage and remembers what stands above."""

    def __init__(self, text: str, language: str) -> None:
        self._text = text
        self._language = language
        self._headings: list[tuple[int, ParsedSentence]] = []
        self._title: tuple[ParsedSentence, ...] = ()  # a line of its own that ends no sentence
        self._lead: tuple[ParsedSentence, ...] = ()  # the line before a list or a table
        self._items: list[tuple[int, ParsedSentence]] = []  # open list items by their column
        self._leading = ""  # the line right before, if it leads to code
        self._counted = False  # whether a numbered item stands right before or behind

    def split(self) -> Iterator[Piece]:
        blocks = list(split_blocks_and_code(self._text))
        sources = [self._text[block.start : block.end] for block in blocks]
        for place, (block, source) in enumerate(zip(blocks, sources, strict=True)):
            if block.kind not in (BlockKind.FENCE, BlockKind.CODE):
                self._leading = ""
            follows = place + 1 < len(blocks)
            self._counted = any(map(_COUNTED.match, sources[max(0, place - 1) : place]))
            self._counted |= any(map(_COUNTED.match, sources[place + 1 : place + 2]))
            yield from self._split_block(block, source, follows=follows)

    def _split_block(self, block: MarkdownBlock, source: str, *, follows: bool) -> Iterator[Piece]:
        if block.kind is BlockKind.HEADING:
            yield self._open_heading(source)
        elif block.kind is BlockKind.TABLE:
            yield from self._split_table(block)
        elif options := split_options(source):
            yield from (self._build(each, ends=True) for each in options)
        elif block.kind in (BlockKind.FENCE, BlockKind.CODE):
            fence = fence_code if block.kind is BlockKind.FENCE else fence_indented_code
            yield Piece(
                self._parse(f"{self._leading}\n{source}"),
                line=clean_line(self._leading),
                block=fence(source),
                above=self._above(),
            )
            self._leading = ""
        else:
            yield from self._split_prose(source, follows=follows)

    def _parse(self, text: str) -> ParsedSentence:
        """Parse a sentence: the words of an address say nothing about what stands there."""
        if "://" not in text:
            return parse_sentence(text, self._language)
        bare = parse_sentence(_ADDRESS.sub(" ", text), self._language)
        return ParsedSentence(text, bare.text, bare.terms)

    def _above(self) -> tuple[ParsedSentence, ...]:
        headings = tuple(words for _, words in self._headings)
        return (*headings, *self._title, *self._lead, *(words for _, words in self._items))

    def _open_heading(self, source: str) -> Piece:
        found = _HEADING.match(source)
        level, words = len(found[1]) if found else 1, self._parse(source)
        self._headings = [each for each in self._headings if each[0] < level]
        self._headings.append((level, words))
        self._title, self._lead, self._items = (), (), []
        return Piece(words)

    def _split_table(self, table: MarkdownBlock) -> Iterator[Piece]:
        self._items = []
        rows = [each for each in self._text[table.start : table.end].splitlines() if each.strip()]
        if fields := list_fields(rows):
            yield from (self._build(each, ends=True) for each in fields)
            return
        for row in markdown_blocks.split_lines(self._text, table):
            start, end = row.head
            source = self._text[row.start : row.end].strip()
            if source and row.start >= end:
                head = self._text[start:end].strip()
                named = self._parse(head.partition("\n")[0])  # without the line under it
                yield Piece(
                    self._parse(source),
                    block=source,
                    head=head,
                    above=(*self._above(), named),
                    ends_block=True,
                )

    def _split_prose(self, source: str, *, follows: bool) -> Iterator[Piece]:
        column = len(source) - len(source.lstrip(" "))
        is_item = bool(_MARK.match(source.lstrip())) and not self._is_numbered_title(source)
        self._items = [each for each in self._items if is_item and each[0] < column]
        lines = split_lines(source)
        sentences = join_short(lines[0]) if len(lines) == 1 else []
        if not is_item and len(sentences) == 1 and is_title(sentences[0]):
            yield from self._open_title(sentences[0], follows=follows)
            if follows and not source.endswith("\n\n"):  # a list stands right below
                self._title, self._lead = (), (*self._title, *self._lead)
            return
        if not is_item and not self._opens_with_pronoun(source):
            self._lead = ()
        yield from self._split_lines(lines, is_item=is_item)
        if not lines:
            return
        if is_item:
            self._items.append((column, self._parse(join_short(lines[0])[0])))
        elif lines[-1][-1].rstrip().endswith((":", "：")):
            self._lead = (self._parse(lines[-1][-1]),)

    def _opens_with_pronoun(self, source: str) -> bool:
        opener = next(iter(source.split()), "")
        return is_pronoun(opener, load_question_words(self._language))

    def _is_numbered_title(self, source: str) -> bool:
        """Return whether a line such as "4. The battery" is one alone, and so no item of a list."""
        return bool(_COUNTED.match(source)) and is_title(source) and not self._counted

    def _open_title(self, line: str, *, follows: bool) -> Iterator[Piece]:
        words = self._parse(line)
        if line.endswith((":", "：")):
            self._lead, self._leading = (words,), line
        else:
            self._title, self._lead = ((words,) if follows else ()), ()
        yield from () if follows else (self._build(line, ends=True, titled=False),)
        if follows:
            yield Piece(words)

    def _split_lines(self, lines: Sequence[Sequence[str]], *, is_item: bool) -> Iterator[Piece]:
        """Yield the sentences; the first of several short lines leads to the others."""
        above, beside = self._above(), None
        lists = load_question_words(self._language)
        joined = join_headlines([join_short(each) for each in lines])
        leads = len(joined) > 1 and len(joined[0]) == 1 and _is_lead(joined[0][0])
        leads = leads and not are_dashed([each[0] for each in joined])
        titled = leads and _is_title_of(joined)
        for number, sentences in enumerate(joined):
            label = self._parse_label(sentences)
            opening = self._parse(sentences[0]) if is_item and not label else None
            for place, sentence in enumerate(sentences):
                words = self._parse(sentence)
                ends = place + 1 == len(sentences)
                refers = self._goes_on(sentence, lists)
                named = (*above, label) if place and label else above
                if number or not titled:
                    opened = opening if place else None
                    line = clean_line(sentence)
                    listed = is_item or (leads and number > 0)
                    yield Piece(words, line, "", "", named, beside, opened, refers, ends, listed)
                beside = beside + words if refers and beside else words
            if leads and not number:
                above = (*above, self._parse(sentences[0]))

    def _goes_on(self, sentence: str, lists: QuestionWords) -> bool:
        """Return whether it is about what the sentence before it named.

        Japanese does not repeat a topic: 登録シールは管理人室で渡します。1枚300円です。 Nor does a
        short sentence with figures: "Book by 4 December; £3 each."
        """
        topicless = self._language == "ja" and not any(each in sentence for each in _TOPICS)
        if topicless or is_pronoun(sentence.split()[0], lists):
            return True
        alone = lists.is_spaced and not is_row(sentence)
        return alone and _says_only_figures(sentence, self._language)

    def _parse_label(self, sentences: Sequence[str]) -> ParsedSentence | None:
        """Parse what the first of several sentences opens with, if that names them all."""
        label = find_label(sentences[0]) if len(sentences) > 1 else ""
        alone = label and not is_question(label) and not any(map(find_label, sentences[1:]))
        return self._parse(label) if alone else None

    def _build(self, line: str, *, ends: bool, titled: bool = True) -> Piece:
        return Piece(
            self._parse(line),
            clean_line(line),
            above=self._above() if titled else (),
            ends_block=ends,
        )


def _says_only_figures(sentence: str, language: str) -> bool:
    """Return whether a sentence has hardly a word beside its figures and days, and no label."""
    if not any(map(str.isdigit, sentence)) or find_label(sentence):
        return False
    light, words = load_stopwords(language), tokenize(sentence)
    named = [each for each in words if each.isalpha() and fold(each) not in light]
    named = [each for each in named if not find_calendar(each, language)]
    return named in ([], words[:1])  # "Book by 4 December", but "The office has 4 rooms"


def _is_lead(line: str) -> bool:
    """Return whether a line names what the lines below it have in common: "a) dogs" does not."""
    return is_title(line) and not _LETTERED.match(line)


def _is_title_of(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether the first line is a heading: in capitals, or above a line of sentences.

    Above a list without stops it may be an item itself.
    """
    return lines[0][0].isupper() or is_ended(lines[1][-1])


def clean_line(sentence: str) -> str:
    line = " ".join(sentence.split())
    return _BULLET.sub("", line)
