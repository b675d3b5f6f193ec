"""Holds a statement against the rows of a table: a number must stand in the row that is meant.

A row that is meant has a word of the statement that few rows have; a column is meant if the
statement has a word of its head that the other heads do not have.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice, zip_longest
from operator import and_

from bot.citations.coverage import match_word
from bot.citations.numbers import extract_numbers
from bot.citations.statement import ParsedPassage, ParsedSentence, Statement, Table, Word

_ROWS = 2  # that a statement is held against

Row = Sequence[ParsedSentence]


def fits_rows(figures: Collection[str], statement: Statement, passage: ParsedPassage) -> bool:
    """Return False if a number stands only in rows or columns that the statement is not about."""
    prose = [each for each in passage.sentences if "|" not in each.original]
    known = [*prose, passage.heading, *(table.head for table in passage.tables)]
    return all(
        any(number in each.numbers for each in known)
        or _is_in_meant_row(number, statement, passage)
        for number in figures
    ) and not (_names_other_column(figures, statement, passage) or _mixes_rows(statement, passage))


def _mixes_rows(statement: Statement, passage: ParsedPassage) -> bool:
    """Tell if the statement says of one row what only another has, which it does not name.

    A row is named in the first column in which the statement names any.
    """
    for table in passage.tables:
        places = set(_list_own_places(statement.words, table))
        rows = {row for row, _column in places}
        key = min((column for _row, column in places), default=0)
        if any(not _is_named(table.rows[row], key, statement.words, table) for row in rows):
            return True
    return False


def _is_named(row: Row, key: int, words: Sequence[Word], table: Table) -> bool:
    """Tell if a cell has a word of the statement that not all of its column have."""
    column = [each[key] for each in table.rows if key < len(each)]
    return key < len(row) and any(
        match_word(row[key], word) == 1.0 and any(match_word(each, word) < 1.0 for each in column)
        for word in words
    )


def _list_own_places(words: Sequence[Word], table: Table) -> Iterator[tuple[int, int]]:
    """List the row and column of each cell that alone has a word of the statement."""
    for word in words:
        cells = (
            (at, column)
            for at, row in enumerate(table.rows)
            for column, cell in enumerate(row)
            if match_word(cell, word) == 1.0
        )
        found = list(islice(cells, 2))
        if len(found) == 1 and match_word(table.head, word) != 1.0:
            yield found[0]


def _is_in_meant_row(number: str, statement: Statement, passage: ParsedPassage) -> bool:
    others = [word for word in statement.words if number not in extract_numbers(word.text)]
    rows = [(row, table) for table in passage.tables for row in table.rows]
    having = [any(number in cell.numbers for cell in row) for row, _ in rows]
    meant = [_is_meant(row, table, others) for row, table in rows]
    return any(map(and_, having, meant)) or not (any(having) and any(meant))


def _is_meant(row: Row, table: Table, words: Sequence[Word]) -> bool:
    columns = ([each[at] for each in table.rows if at < len(each)] for at in range(len(row)))
    return any(
        _distinguishes(word, cell, column)
        for cell, column in zip(row, columns, strict=True)
        for word in words
    )


def _distinguishes(word: Word, cell: ParsedSentence, column: Sequence[ParsedSentence]) -> bool:
    """Return True if `cell` has the word, and fewer than half of its column (or no other) do."""
    if match_word(cell, word) != 1.0:
        return False
    held = sum(match_word(each, word) == 1.0 for each in column)
    return held == 1 or 2 * held < len(column)


def _names_other_column(
    figures: Collection[str], statement: Statement, passage: ParsedPassage
) -> bool:
    """Tell if the statement names columns, and none of its numbers stands in one of them."""
    return any(
        named.isdisjoint(holding)
        for table in passage.tables
        if (named := {*_list_named_columns(statement.words, table)} & _list_numeric_columns(table))
        and (holding := set(_list_holding_columns(figures, statement.words, table)))
    )


def _list_named_columns(words: Sequence[Word], table: Table) -> Iterator[int]:
    for at in range(1, len(table.heads)):
        if any(_is_only_in(word, at, table.heads) for word in words):
            yield at


def _list_numeric_columns(table: Table) -> set[int]:
    return {at for row in table.rows for at, cell in enumerate(row) if cell.numbers}


def _is_only_in(word: Word, at: int, heads: Row) -> bool:
    held = [place for place, each in enumerate(heads) if match_word(each, word) == 1.0]
    return held == [at]


def _list_holding_columns(
    figures: Iterable[str], words: Sequence[Word], table: Table
) -> Iterator[int]:
    """List the columns of the rows that are meant in which a number stands."""
    numbers = frozenset(figures)
    meant = [row for row in table.rows if _is_meant(row[:1], table, words)]
    for row in meant:
        yield from (at for at, cell in enumerate(row) if at and numbers & cell.numbers)


def write_rows(statement: Statement, passage: ParsedPassage) -> list[str]:
    """Write the rows that have a third of a statement or more, as sentences: `Perm: £70`."""
    rows = ((row, table) for table in passage.tables for row in table.rows)
    counted = ((_count_words(statement.words, row), row, table) for row, table in rows)
    enough = [each for each in counted if 3 * each[0] >= len(statement.words)]
    found = nlargest(_ROWS, enough, key=lambda each: each[0])
    return [_write_row(row, table) for _count, row, table in found]


def _count_words(words: Sequence[Word], row: Row) -> int:
    return sum(any(match_word(cell, word) == 1.0 for cell in row) for word in words)


def _write_row(row: Row, table: Table) -> str:
    cells = [each.original.strip() for each in row]
    heads = [each.original.strip() for each in table.heads]
    named = (f"{head} {cell}" for head, cell in zip_longest(heads, cells, fillvalue=""))
    return f"{cells[0]}: {', '.join([*named][1:])}."
