"""Finds the columns of a table that a question asks for, and cuts rows down to them."""

from collections.abc import Sequence

from msgspec import Struct

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.lines import split_cells
from bot.answering.extracts.matching import ALIKE, SAID_FOR, match
from bot.answering.extracts.pieces import Piece
from bot.answering.question.asked_words import AskedWord
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.text.dates.calendar import NEVER, find_calendar
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

PAIR = 2  # columns: a name and its value
WHOLE = 3  # columns at most that are always shown whole
BLANK = frozenset({"", "-", "–", "—", "n/a", "/", "?", "…"})


class AskedColumns(Struct, frozen=True):
    """The columns whose heads have the words of a question, and those with other words for them."""

    exact: tuple[int, ...] = ()
    alike: tuple[int, ...] = ()


def find_asked_columns(piece: Piece, words: Sequence[AskedWord], language: str) -> AskedColumns:
    """Return the columns whose head has most of the words; none if that tells none apart."""
    if not piece.head:
        return AskedColumns()
    heads = [parse_sentence(each, language) for each in piece.columns]
    words = _list_newest(words, heads, language)
    scores = [_score_head(words, head, ALIKE, language) for head in heads]
    loose = [_score_head(words, head, SAID_FOR, language) for head in heads]
    best = max(scores[1:], default=0.0)
    if not best or scores[0] > best:  # what names the rows is asked for, so they are shown whole
        return AskedColumns()
    free = [at for at in range(1, len(heads)) if not _names_row(piece, at, words, language)]
    exact = tuple(at for at in free if scores[at] == best)
    alike = tuple(at for at in free if loose[at] >= SAID_FOR * best)
    tells = len(exact) < len(heads) - 1 or len(heads) == PAIR
    return AskedColumns(exact, alike) if tells else AskedColumns()


def _list_newest(
    words: Sequence[AskedWord], heads: Sequence[ParsedSentence], language: str
) -> Sequence[AskedWord]:
    """List the words that are new in a question, if a column has one: "And on Sundays?"."""
    new = [word for word in words if not word.taken]
    named = any(_match_head(word, head, language) >= ALIKE for word in new for head in heads[1:])
    return new if named else words


def add_prices(
    found: AskedColumns, piece: Piece, words: Sequence[AskedWord], language: str
) -> AskedColumns:
    """Add the other prices of a row where its cost is asked for, and no word says which.

    "What did labour cost?" asks for the price of an hour, or for that of all.
    """
    heads = [parse_sentence(piece.columns[at], language) for at in found.exact]
    needed = [each for each in words if each.need]
    says_which = any(
        _match_head(each, head, language) >= ALIKE for each in needed for head in heads
    )
    if not heads or says_which:
        return found
    costs = (measure_kind(each, Kind.AMOUNT, language) == 1.0 for each in piece.cells)
    priced = {at for at, costs_something in enumerate(costs) if at and costs_something}
    return AskedColumns(tuple(sorted({*found.exact, *priced})), found.alike)


def _score_head(
    words: Sequence[AskedWord], head: ParsedSentence, least: float, language: str
) -> float:
    """Add up how far the head of a column has each word; a range has the amounts within it."""
    return sum(found for word in words if (found := _match_head(word, head, language)) >= least)


def _match_head(word: AskedWord, head: ParsedSentence, language: str) -> float:
    """Match a word with the head of a column, which may have its day or number in other words."""
    wanted = word.calendar.days
    named = find_calendar(head.original, language).days if wanted else NEVER.days
    within = word.amount.measure_within((head.original,), language) if word.amount else 0.0
    return 1.0 if within or (wanted and wanted <= named) else match(word, head)


def _names_row(piece: Piece, at: int, words: Sequence[AskedWord], language: str) -> bool:
    """Return whether a cell has words of the question beyond those of its head and the first cell.

    "Who has the late shift?" asks for no shift: "late" tells which row is meant. In the row "Quick
    30", the 30 of "30 °C" does not.
    """
    head = parse_sentence(piece.columns[at], language)
    cell = parse_sentence(piece.cells[at], language)
    first = parse_sentence(piece.cells[0], language)
    return any(
        match(word, cell) >= ALIKE > match(word, head) and match(word, first) < 1.0
        for word in words
    )


def tells_kind(head: str, kind: Kind, language: str) -> bool:
    """Return whether what stands below or behind `head` is of that kind: "Teacher", "Address"."""
    lists = load_question_words(language)
    asking, _phrase = lists.find_kind(head)
    if asking is kind or fold(head) in map(fold, lists.list_words("things", kind.value)):
        return True
    return asking is Kind.SEARCH and measure_kind(head, kind, language) == 1.0


def is_blank_in(piece: Piece, columns: Sequence[int]) -> bool:
    """Return whether a row has nothing in the columns asked for."""
    cells = piece.cells
    return bool(columns) and all(cells[at] in BLANK for at in columns)


def find_naming_columns(
    piece: Piece, words: Sequence[AskedWord], language: str, *, exactly: bool = False
) -> tuple[int, ...]:
    """Return the columns whose cells have words of the question: they tell the row from others.

    `exactly` leaves out those that only have other words for them.
    """
    cells = [parse_sentence(each, language) for each in piece.cells]
    least = 1.0 if exactly else ALIKE
    return tuple(
        at for at, cell in enumerate(cells) if any(match(word, cell) >= least for word in words)
    )


def select_columns(piece: Piece, asked: Sequence[int], named: Sequence[int]) -> tuple[str, str]:
    """Return head and row with the columns asked for and those that name the row, as Markdown."""
    heads = piece.columns
    if not asked or len(heads) <= WHOLE:
        return piece.head, piece.block
    kept = sorted({*(named or (0,)), *asked})
    head = _format_row([heads[at] if at < len(heads) else "" for at in kept])
    row = _format_row([piece.cells[at] for at in kept])
    return f"{head}\n{_format_row(['---'] * len(kept))}", row


def _format_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


__all__ = ["find_asked_columns", "is_blank_in", "select_columns", "split_cells"]
