"""Answers without a model: quotes the sentences of the best passages that match the question.

A word of the question weighs the more, the fewer of the passages' sentences have it. Each of the
best passages gives the piece (`bot.answering.quotes`) that holds most, with the one behind it
where that holds something too, and its number; of a table the rows that hold most.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from math import log

from bot.answering.quotes import BLOCK, ROOM, Piece, list_quotable_pieces, split_pieces
from bot.citations.statement import ParsedSentence, Word, extract_words
from bot.messages.marked_text import MarkedText, join_marked
from indexer.documents import Hit
from indexer.i18n import N_
from indexer.text.graphemes import cut_text
from indexer.text.languages import detect_language

PASSAGES = 3
KEPT = 256  # passages in pieces
WORTH = 0.5  # of the best passage's weight: what a further passage must have
MORE = "| … |"  # below rows of which there are more
PART = 0.3  # of a word's weight, where only a part of it is there

Split = Callable[[str, str], Iterable[Piece]]

NOT_ANSWERED = N_("The documents do not answer this. The closest passages:")
NOTHING_FOUND = N_("The documents do not answer this: these words do not occur in them.")


@dataclass(frozen=True, slots=True)
class Extracts:
    """Quotations as a list with `[n]` marks, the best first; `numbers` are those it quotes."""

    marked: MarkedText
    numbers: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        return self.marked.text


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
    def marked(self) -> MarkedText:
        """A list item with its `[n]`; code and rows, which keep their lines, follow it."""
        lines = dict.fromkeys(each.line for each in self.pieces if each.line)
        line = _shorten_line(" ".join(lines))
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
    """Quote what answers; empty where nothing does. `hits` are numbered from 1."""
    return _select_extracts(_split_passages(question, hits, list_quotable_pieces))


def extract_nearest(question: str, hits: Sequence[Hit]) -> Extracts:
    """Say that the documents do not answer, and quote what comes closest."""
    found = extract(question, hits)
    if not found.numbers:
        found = _select_extracts(_split_passages(question, hits, split_pieces))
    if not found.numbers:
        return Extracts(MarkedText(str(NOTHING_FOUND)))
    lead = MarkedText(str(NOT_ANSWERED))
    return Extracts(join_marked("\n\n", (lead, found.marked)), found.numbers)


def _split_passages(question: str, hits: Sequence[Hit], split: Split) -> list[_Passage]:
    return [_split_passage(n, hit, question, split) for n, hit in enumerate(hits, 1)]


def _split_passage(n: int, hit: Hit, question: str, split: Split) -> _Passage:
    text = hit.chunk.text
    language = detect_language(text)
    words = extract_words(question, language)
    asked, paged = {stem for word in words for stem in word.terms}, bool(hit.chunk.pages)
    pieces = [piece for piece in _split_once(split, text, language) if piece.text]
    informative = [piece for piece in pieces if not piece.is_echo(asked, paged=paged)]
    return _Passage(n, words, [_add_heading(piece, words) for piece in informative])


# The next question often finds a passage again.
@lru_cache(maxsize=KEPT)
def _split_once(split: Split, text: str, language: str) -> tuple[Piece, ...]:
    return tuple(split(text, language))


def _add_heading(piece: Piece, words: Sequence[Word]) -> Piece:
    """Put the heading before the piece where it alone has a word of the question."""
    heading = piece.heading
    if not heading or all(
        _match_word(heading, each) <= _match_word(piece.own, each) for each in words
    ):
        return piece
    title = heading.original.strip().strip("#").strip()
    return replace(piece, line=f"**{title}** {piece.line}".strip())


def _select_extracts(passages: Sequence[_Passage]) -> Extracts:
    weights = _weigh_words(passages)
    scores = {passage.n: _score_pieces(passage, weights) for passage in passages}
    worth = {n: max(each, default=0.0) for n, each in scores.items()}
    enough = WORTH * max(worth.values(), default=0.0)
    chosen: list[_Extract] = []
    # Passages of one document overlap: what was quoted from one need not be quoted again.
    quoted: set[str] = set()
    for passage in sorted(passages, key=lambda each: -worth[each.n]):
        n = passage.n
        each = _select_pieces(passage, scores[n], quoted) if worth[n] >= enough else None
        if each:
            chosen.append(each)
            quoted.update(piece.text for piece in each.pieces)
    best = chosen[:PASSAGES]
    marked = join_marked("\n", (each.marked for each in best))
    return Extracts(replace(marked, text=marked.text.rstrip()), tuple(each.n for each in best))


def _weigh_words(passages: Sequence[_Passage]) -> Mapping[Word, float]:
    """Weigh each word of the question: the more, the fewer pieces have it."""
    pieces = [piece.words for passage in passages for piece in passage.pieces]
    words = {word for passage in passages for word in passage.words}
    having = {word: sum(_match_word(piece, word) == 1.0 for piece in pieces) for word in words}
    return {word: log(1 + len(pieces) / (1 + having[word])) for word in words}


def _score_pieces(passage: _Passage, weights: Mapping[Word, float]) -> list[float]:
    return [
        sum(weights[word] * _match_word(piece.words, word) for word in passage.words)
        for piece in passage.pieces
    ]


def _select_pieces(
    passage: _Passage, scores: Sequence[float], quoted: Collection[str]
) -> _Extract | None:
    """Select the best piece, with the one behind it if that scores; of a table its best rows.

    None for a passage whose best is already quoted: its second best would hardly add anything.
    """
    pieces = passage.pieces
    new = [place for place, piece in enumerate(pieces) if piece.text not in quoted]
    first = max(new, key=scores.__getitem__, default=None)
    if first is None or scores[first] < max(scores):
        return None
    if pieces[first].head:
        rows = [pieces[n] for n in new if scores[n] == scores[first]]
        return _Extract(passage.n, _select_rows(rows))
    follows = first + 1 in new and scores[first + 1] > 0 and len(pieces[first].text) < ROOM
    return _Extract(passage.n, pieces[first : first + 2 if follows else first + 1])


def _select_rows(best: Sequence[Piece]) -> Sequence[Piece]:
    """The rows of the first one's table, as many as there is room for."""
    rows = [piece for piece in best if piece.head == best[0].head]
    ends = accumulate(len(row.block) + 1 for row in rows)
    fitting = [row for row, end in zip(rows, ends, strict=True) if end <= BLOCK] or rows[:1]
    return fitting if len(fitting) == len(rows) else [*fitting, replace(fitting[0], block=MORE)]


def _match_word(sentence: ParsedSentence, word: Word) -> float:
    """1 for the word, less for a part of it: Person41 has something of Person42."""
    if word.terms[0] in sentence.terms or sentence.terms.issuperset(word.terms):
        return 1.0
    return PART if any(stem in sentence.terms for stem in word.terms) else 0.0


def _shorten_line(text: str) -> str:
    if len(text) <= ROOM:
        return text
    start = cut_text(text, ROOM)
    return (start.rpartition(" ")[0] or start) + " …"
