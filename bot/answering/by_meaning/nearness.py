"""Chooses by meaning among the pieces that only may answer, where words alone do not decide.

"Who may steer the safety boat?" has no word of "The rescue launch is driven by members." A model
of meaning tells which piece is near to the question as a whole, and that is one more reason to
quote it first. It is no reason to be surer: "a manicure" is as near to the price of a haircut.

`python -m bench.answers --semantic MODEL` measures it. The weights are those under which the right
pieces of the hedged answers of the open halves are likeliest; half or twice as much is as good.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.extract import Extracts, quote_best
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import Piece

KIND = 0.25  # what the kind of thing that is asked for is worth, against the best score by words
LONGEST = 600  # characters of a piece that are compared
_MARKS = re.compile(r"[#*_|`>]")
_SPACED = str.maketrans("-_", "  ")


def write_pieces(found: Extracts) -> list[str]:
    """Write out the pieces that may answer, to be compared with the question; see `write_out`."""
    return [write_out(each) for _score, each in found.ranked]


def choose_nearest(found: Extracts, cosines: Sequence[float], weight: float) -> Extracts:
    """Quote first what words and meaning together find best; `cosines` are those of its pieces.

    `weight` is what a cosine is worth against the best score by words.
    """
    best = max(score for score, _each in found.ranked)
    scored = [
        (score / best + weight * cosine + KIND * each.kind, each)
        for (score, each), cosine in zip(found.ranked, cosines, strict=True)
    ]
    nearest = sorted(scored, key=lambda pair: (-pair[0], pair[1].n, pair[1].place))
    return quote_best(nearest, Grade.MAYBE)


def write_out(each: Candidate) -> str:
    """Write a piece so that it says by itself what it is about: file, headings, columns.

    One that begins with a pronoun has the sentence before it, which names what is meant.
    """
    parts = (_clean(part) for part in _list_parts(each))
    return ". ".join(dict.fromkeys(filter(None, parts)))[:LONGEST]


def _list_parts(each: Candidate) -> Iterator[str]:
    yield Path(each.placed.file).stem.translate(_SPACED)
    yield from (title.original for title in each.piece.titles)
    before = each.piece.beside.original if each.piece.refers and each.piece.beside else ""
    yield f"{before} {_join_cells(each.piece) or each.piece.own.original}"


def _join_cells(piece: Piece) -> str:
    """Join the cells of a row with the names of their columns: "Day: Thursday, Room: 4"."""
    pairs = zip(piece.columns, piece.cells, strict=False) if piece.head else ()
    return ", ".join(f"{column}: {cell}" for column, cell in pairs if cell)


def _clean(text: str) -> str:
    return " ".join(_MARKS.sub(" ", text).split())
