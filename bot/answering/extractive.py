"""An answer without a model: the sentences of the best passages that match the question.

A word of the question weighs the more, the fewer of the passages' sentences have it. Each of the
best passages gives the piece (`bot.answering.quotes`) that holds most, with the one behind it
where that holds something too, and its number; of a table the rows that hold most.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import log

from bot.answering.quotes import BLOCK, ROOM, Piece, list_quotable_pieces, split_pieces
from bot.citations.statement import ParsedSentence, Word, extract_words
from bot.messages.marked_text import MarkedText, join_marked
from indexer.documents import Hit
from indexer.text.languages import detect_language

PASSAGES = 3
WORTH = 0.5  # of the best passage's weight: what a further passage must have
MORE = "| … |"  # below rows of which there are more
PART = 0.3  # of a word's weight, where only a part of it is there

NOT_ANSWERED = "The documents do not answer this. What comes near:"
NOTHING_FOUND = "The documents do not answer this: nothing in them has these words."


@dataclass(frozen=True, slots=True)
class Extracts:
    """Quotations as a list with `[n]` marks, the best first; `numbers` are those it quotes."""

    said: MarkedText
    numbers: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        return self.said.text


@dataclass(frozen=True, slots=True)
class _Passage:
    n: int
    words: Sequence[Word]  # of the question, by the rules of the passage's language
    pieces: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class _Extract:
    n: int
    pieces: Sequence[Piece]

    @property
    def said(self) -> MarkedText:
        """An item of a list; what keeps its lines stands behind it."""
        line = _shorten_line(
            " ".join(dict.fromkeys(each.line for each in self.pieces if each.line))
        )
        item = f"- {line} " if line else "- "
        blocks = "\n\n".join(_format_blocks(self.pieces))
        return MarkedText(
            f"{item}[{self.n}]" + (f"\n\n{blocks}\n" if blocks else ""),
            (len(item),),
        )


def _format_blocks(pieces: Sequence[Piece]) -> Iterator[str]:
    yield from (each.block for each in pieces if each.block and not each.head)
    rows = [each for each in pieces if each.head]
    if rows:
        yield "\n".join([rows[0].head, *(each.block for each in rows)])


def extract(question: str, hits: Sequence[Hit]) -> Extracts:
    """What answers; empty where nothing does. `hits` are numbered from 1."""
    return _select_extracts(
        [_split_passage(n, hit, question, list_quotable_pieces) for n, hit in enumerate(hits, 1)]
    )


def extract_nearest(question: str, hits: Sequence[Hit]) -> Extracts:
    """The answer where nothing fits: says so, and offers what there is."""
    found = extract(question, hits)
    if not found.numbers:
        found = _select_extracts(
            [_split_passage(n, hit, question, split_pieces) for n, hit in enumerate(hits, 1)]
        )
    if not found.numbers:
        return Extracts(MarkedText(NOTHING_FOUND))
    return Extracts(join_marked("\n\n", (MarkedText(NOT_ANSWERED), found.said)), found.numbers)


def _split_passage(
    n: int, hit: Hit, question: str, take: Callable[[str, str], Iterable[Piece]]
) -> _Passage:
    text = hit.chunk.text
    language = detect_language(text)
    words = extract_words(question, language)
    asked, paged = {stem for word in words for stem in word.terms}, bool(hit.chunk.pages)
    pieces = [piece for piece in take(text, language) if piece.text]
    telling = [piece for piece in pieces if not piece.echoes(asked, paged=paged)]
    return _Passage(n, words, [_add_heading(piece, words) for piece in telling])


def _add_heading(piece: Piece, words: Sequence[Word]) -> Piece:
    """With its heading where that alone has a word of the question."""
    heading = piece.heading
    if not heading or all(
        _match_word(heading, each) <= _match_word(piece.own, each) for each in words
    ):
        return piece
    title = heading.said.strip().strip("#").strip()
    return replace(piece, line=f"**{title}** {piece.line}".strip())


def _select_extracts(passages: Sequence[_Passage]) -> Extracts:
    weights = _weigh_words(passages)
    held = {passage.n: _score_pieces(passage, weights) for passage in passages}
    worth = {n: max(each, default=0.0) for n, each in held.items()}
    enough = WORTH * max(worth.values(), default=0.0)
    chosen: list[_Extract] = []
    # Passages of one document overlap: what one has told, the next need not tell again.
    told: set[str] = set()
    for passage in sorted(passages, key=lambda each: -worth[each.n]):
        n = passage.n
        each = _select_pieces(passage, held[n], told) if worth[n] >= enough else None
        if each:
            chosen.append(each)
            told.update(piece.text for piece in each.pieces)
    best = chosen[:PASSAGES]
    said = join_marked("\n", (each.said for each in best))
    return Extracts(replace(said, text=said.text.rstrip()), tuple(each.n for each in best))


def _weigh_words(passages: Sequence[_Passage]) -> Mapping[Word, float]:
    """How much each word of the question tells, by how few pieces have it."""
    pieces = [piece.words for passage in passages for piece in passage.pieces]
    words = {word for passage in passages for word in passage.words}
    having = {word: sum(_match_word(piece, word) == 1.0 for piece in pieces) for word in words}
    return {word: log(1 + len(pieces) / (1 + having[word])) for word in words}


def _score_pieces(passage: _Passage, weights: Mapping[Word, float]) -> list[float]:
    """What each piece of a passage is worth."""
    return [
        sum(weights[word] * _match_word(piece.words, word) for word in passage.words)
        for piece in passage.pieces
    ]


def _select_pieces(
    passage: _Passage, held: Sequence[float], told: Collection[str]
) -> _Extract | None:
    """The best piece, and the one behind it where that holds something; of a table its best rows.

    None for a passage whose best is told already: its second best would hardly say more.
    """
    pieces = passage.pieces
    new = [place for place, piece in enumerate(pieces) if piece.text not in told]
    first = max(new, key=held.__getitem__, default=None)
    if first is None or held[first] < max(held):
        return None
    if pieces[first].head:
        return _Extract(passage.n, _select_rows([pieces[n] for n in new if held[n] == held[first]]))
    follows = first + 1 in new and held[first + 1] > 0 and len(pieces[first].text) < ROOM
    return _Extract(passage.n, pieces[first : first + 2 if follows else first + 1])


def _select_rows(best: Sequence[Piece]) -> Sequence[Piece]:
    """Those of the first one's table, as many as there is room for."""
    rows = [piece for piece in best if piece.head == best[0].head]
    ends = accumulate(len(row.block) + 1 for row in rows)
    told = [row for row, end in zip(rows, ends, strict=True) if end <= BLOCK] or rows[:1]
    return told if len(told) == len(rows) else [*told, replace(told[0], block=MORE)]


def _match_word(held: ParsedSentence, word: Word) -> float:
    """1 for the word, less for a part of it: Person41 has something of Person42."""
    if word.terms[0] in held.terms or held.terms.issuperset(word.terms):
        return 1.0
    return PART if any(stem in held.terms for stem in word.terms) else 0.0


def _shorten_line(text: str) -> str:
    if len(text) <= ROOM:
        return text
    return (text[:ROOM].rpartition(" ")[0] or text[:ROOM]) + " …"
