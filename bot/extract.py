"""An answer without a model: the sentences of the best passages that match the question.

A word of the question weighs the more, the fewer of the passages' sentences have it. Each of the
best passages gives the piece (`bot.quotable`) that holds most, with the one behind it where that
holds something too, and its number.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

from bot.quotable import ROOM, Piece, all_pieces, quotable
from bot.wording import Sentence, Word, words_of
from indexer.documents import Hit
from indexer.languages import language_of

PASSAGES = 3
WORTH = 0.5  # of the best passage's weight: what a further passage must have

NOT_ANSWERED = "The documents do not answer this. What comes near:"
NOTHING_FOUND = "The documents do not answer this: nothing in them has these words."


@dataclass(frozen=True, slots=True)
class Extracts:
    """Quotations as a list with `[n]` marks, the best first; `numbers` are those it quotes.

    Only its maker knows which brackets are marks: what is quoted may have some of its own.
    """

    text: str = ""
    numbers: tuple[int, ...] = ()


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
    def text(self) -> str:
        """An item of a list; what keeps its lines stands behind it."""
        line = _cut(" ".join(each.line for each in self.pieces if each.line))
        blocks = [each.block for each in self.pieces if each.block]
        item = f"- {line} [{self.n}]" if line else f"- [{self.n}]"
        return "\n\n".join([item, *blocks]) + ("\n" if blocks else "")


def extract(question: str, hits: Sequence[Hit]) -> Extracts:
    """What answers; empty where nothing does. `hits` are numbered from 1."""
    return _listed([_passage(n, hit, question, quotable) for n, hit in enumerate(hits, 1)])


def near(question: str, hits: Sequence[Hit]) -> Extracts:
    """The answer where nothing fits: says so, and offers what there is."""
    found = extract(question, hits)
    if not found.numbers:
        found = _listed([_passage(n, hit, question, all_pieces) for n, hit in enumerate(hits, 1)])
    text = f"{NOT_ANSWERED}\n\n{found.text}" if found.numbers else NOTHING_FOUND
    return Extracts(text, found.numbers)


def _passage(
    n: int, hit: Hit, question: str, take: Callable[[str, str], Iterable[Piece]]
) -> _Passage:
    text = hit.chunk.text
    language = language_of(text)
    words = words_of(question, language)
    asked, paged = {stem for word in words for stem in word.terms}, bool(hit.chunk.pages)
    pieces = [piece for piece in take(text, language) if piece.text]
    telling = [piece for piece in pieces if not piece.echoes(asked, paged=paged)]
    return _Passage(n, words, [_titled(piece, words) for piece in telling])


def _titled(piece: Piece, words: Sequence[Word]) -> Piece:
    """With its heading where that alone has a word of the question."""
    heading = piece.heading
    if not heading or not any(_has(heading, each) and not _has(piece.own, each) for each in words):
        return piece
    title = heading.said.strip().strip("#").strip()
    return replace(piece, line=f"**{title}** {piece.line}".strip())


def _listed(passages: Sequence[_Passage]) -> Extracts:
    weights = _weights(passages)
    held = {passage.n: _held(passage, weights) for passage in passages}
    worth = {n: max(each, default=0.0) for n, each in held.items()}
    enough = WORTH * max(worth.values(), default=0.0)
    chosen: list[_Extract] = []
    # Passages of one document overlap: what one has told, the next need not tell again.
    told: set[str] = set()
    for passage in sorted(passages, key=lambda each: -worth[each.n]):
        n = passage.n
        each = _best(passage, held[n], told) if worth[n] >= enough else None
        if each:
            chosen.append(each)
            told.update(piece.text for piece in each.pieces)
    best = chosen[:PASSAGES]
    text = "\n".join(each.text for each in best).rstrip()
    return Extracts(text, tuple(each.n for each in best))


def _weights(passages: Sequence[_Passage]) -> Mapping[Word, float]:
    """How much each word of the question tells, by how few pieces have it."""
    pieces = [piece.words for passage in passages for piece in passage.pieces]
    words = {word for passage in passages for word in passage.words}
    having = {word: sum(_has(piece, word) for piece in pieces) for word in words}
    return {word: log(1 + len(pieces) / (1 + having[word])) for word in words}


def _held(passage: _Passage, weights: Mapping[Word, float]) -> list[float]:
    """What each piece of a passage is worth."""
    return [
        sum(weights[word] for word in passage.words if _has(piece.words, word))
        for piece in passage.pieces
    ]


def _best(passage: _Passage, held: Sequence[float], told: Collection[str]) -> _Extract | None:
    """The best piece, and the one behind it where that holds something.

    None for a passage whose best is told already: its second best would hardly say more.
    """
    pieces = passage.pieces
    new = [place for place, piece in enumerate(pieces) if piece.text not in told]
    first = max(new, key=held.__getitem__, default=None)
    if first is None or held[first] < max(held):
        return None
    follows = first + 1 in new and held[first + 1] > 0 and len(pieces[first].text) < ROOM
    return _Extract(passage.n, pieces[first : first + 2 if follows else first + 1])


def _has(sentence: Sentence, word: Word) -> bool:
    return any(stem in sentence.terms for stem in word.terms)


def _cut(text: str) -> str:
    if len(text) <= ROOM:
        return text
    return (text[:ROOM].rpartition(" ")[0] or text[:ROOM]) + " …"
