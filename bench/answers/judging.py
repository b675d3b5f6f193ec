"""Judges a reply by its label, as a reader would who looks at its first lines."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from bench.answers.items import Grade, Item, fold, holds_answer, holds_any
from bench.answers.replies import AskedReply, Piece

MOST_ROWS = 3  # of a table, among which a reader finds the cell


class Outcome(StrEnum):
    """What became of a question; the values are the columns of the report."""

    RIGHT = "right"
    HEDGED = "right, as may be"
    UNCLEAR = "unclear"  # the answer stands behind another piece, or beside a near miss
    UNANSWERED = "right, as unanswered"
    MISSED = "missed"  # not there, and it does not claim to be
    WRONG = "wrong"  # without a word of doubt


class Judged(Struct, frozen=True):
    item: Item
    reply: AskedReply
    outcome: Outcome

    @property
    def needless(self) -> int:
        """Pieces beside the first."""
        return max(0, len(self.reply.pieces) - 1)

    @property
    def on_subject(self) -> bool:
        """True if its first piece is of the right document, whatever it says and how surely."""
        return any(piece.document == self.item.document for piece in self.reply.pieces[:1])


def judge(item: Item, reply: AskedReply) -> Judged:
    return Judged(item, reply, _decide(item, reply))


def _decide(item: Item, reply: AskedReply) -> Outcome:
    if item.kind == "self":
        return _decide_about_itself(item, reply)
    if item.grade is Grade.NOTHING:
        return Outcome.WRONG if _claims(reply) else Outcome.RIGHT
    if item.grade is Grade.CANNOT:
        return _decide_refusal(reply)
    return _decide_answer(item, reply)


def _claims(reply: AskedReply) -> bool:
    return reply.grade is Grade.ANSWERS and bool(reply.pieces)


def _decide_refusal(reply: AskedReply) -> Outcome:
    if reply.grade is Grade.CANNOT:
        return Outcome.RIGHT
    return Outcome.WRONG if _claims(reply) else Outcome.MISSED


def _decide_about_itself(item: Item, reply: AskedReply) -> Outcome:
    """About itself it answers from its own data: nothing of a document is quoted."""
    quotes = any(_quotes(piece) for piece in reply.pieces)
    if item.grade is Grade.NOTHING:
        return Outcome.WRONG if _claims(reply) and quotes else Outcome.RIGHT
    if reply.grade is Grade.ANSWERS and not quotes:
        return Outcome.RIGHT if holds_answer(reply.text, item.answer) else Outcome.MISSED
    return Outcome.WRONG if _claims(reply) else Outcome.MISSED


def _quotes(piece: Piece) -> bool:
    """Return whether it says anything of a document but its name."""
    return bool(piece.document) and fold(Path(piece.document).stem) not in fold(piece.text)


def _decide_answer(item: Item, reply: AskedReply) -> Outcome:
    first = bool(reply.pieces) and _answers(item, reply.pieces[0])
    there = any(_answers(item, piece) for piece in reply.pieces)
    if reply.grade is not Grade.ANSWERS:
        return _decide_hedged(item, reply.grade, first=first, there=there)
    if not there:
        return Outcome.WRONG if reply.pieces else Outcome.MISSED
    clear = first and not _is_blurred(item, reply.pieces[0])
    return Outcome.RIGHT if clear else Outcome.UNCLEAR


def _decide_hedged(item: Item, grade: Grade, *, first: bool, there: bool) -> Outcome:
    if grade is Grade.MAYBE and first:
        return Outcome.RIGHT if item.grade is Grade.MAYBE else Outcome.HEDGED
    if not there:
        return Outcome.MISSED
    return Outcome.UNCLEAR if grade is Grade.MAYBE else Outcome.UNANSWERED


def _answers(item: Item, piece: Piece) -> bool:
    known = not piece.document or piece.document == item.document
    return known and holds_answer(piece.text, item.answer)


def _is_blurred(item: Item, piece: Piece) -> bool:
    """Return whether the reader has yet to find the answer: among many rows, or by a near miss."""
    return holds_any(piece.text, item.avoid) or _count_rows(piece.text.splitlines()) > MOST_ROWS


def _count_rows(lines: Sequence[str]) -> int:
    """Count the rows of a Markdown table, without its head and rule."""
    return max(0, sum(line.startswith("|") for line in lines) - 2)
