"""Splits a long text into parts (chunks) that can be found and cited on their own.

Paragraphs, list items, tables and code fences are packed whole; only a block too long for one part
is split: at sentence ends, then clauses, words and finally characters. The new texts of all parts,
joined, are the text: nothing is lost and nothing changed.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from msgspec import Struct, field

from indexer.text.llm_tokens import count_llm_tokens
from indexer.text.markdown_blocks import (
    AT_ONCE,
    BlockKind,
    MarkdownBlock,
    split_blocks,
    split_lines,
)
from indexer.text.sentences import find_cuts, find_sentence_ends

NEAR = 10  # characters of white space between two blocks, at most
FRAGMENT = 100  # characters; a shorter part is filled up with what comes next, or before
MOST_MOVED = 8  # blocks: headings of six levels, a caption, and what introduces a table
OPEN = 2  # parts at the end that may still change
# As in: Table 2: costs; Abb. 3; 表 4
CAPTION = re.compile(
    r"\W{0,4}(?:[^\W\d_]{2,12}\.? |[图圖表] ?)\d{1,3}(?:[.-]\d{1,3}){0,3}[.:\s]",
)
PROSE = (BlockKind.PROSE, BlockKind.SENTENCE)


class Profile(Struct, frozen=True):
    """The size of parts, in whatever `measure` counts."""

    size: int
    overlap: int
    fence: int  # a code fence up to this size stays whole, whatever `size` says
    headings: bool = False  # a heading inside the text opens a new part
    measure: Callable[[str], int] = len


class PartBuilder(Struct):
    """One part that is being filled."""

    text: str
    profile: Profile
    head: str = ""  # text that the part repeats before its first piece
    filled: int = 0  # size of head and pieces
    pieces: list[MarkdownBlock] = field(default_factory=list)

    def measure(self, piece: MarkdownBlock) -> int:
        return self.profile.measure(self.text[piece.start : piece.end])

    def add(self, piece: MarkdownBlock) -> None:
        self.pieces.append(piece)
        self.filled += self.measure(piece)

    def is_fragment(self) -> bool:
        new = self.pieces[-1].end - self.pieces[0].start if self.pieces else 0
        return new < min(FRAGMENT, self.profile.size // 4)

    def has_room_for(self, piece: MarkdownBlock) -> bool:
        if piece.kind is BlockKind.HEADING and self.profile.headings and not self.is_fragment():
            return False
        whole = piece.kind is BlockKind.FENCE and self.is_fragment()
        return self.filled + self.measure(piece) <= (
            self.profile.fence if whole else self.profile.size
        )

    def split_finer(self, piece: MarkdownBlock) -> list[MarkdownBlock]:
        """Split `piece` if it is too long or the part would stay short; else return nothing."""
        if piece.kind is BlockKind.FENCE:
            return split_lines(self.text, piece) if self.measure(piece) > self.profile.fence else []
        too_long = self.measure(piece) > self.profile.size
        if not too_long and self.filled >= self.profile.size // 2:
            return []
        smaller = split_piece(self.text, piece)
        if not smaller and (too_long or self.is_fragment()):
            smaller = self._split_hard(piece)
        return smaller

    def _split_hard(self, piece: MarkdownBlock) -> list[MarkdownBlock]:
        room, size = self.profile.size - self.filled, self.profile.size
        room = room if room >= size // 4 else size
        return split_hard(self.text, piece, room, self.profile)

    def start_next(self, piece: MarkdownBlock) -> "PartBuilder":
        """Start the next part with `piece`; what belongs to it at the end of this one moves there.

        That are headings, what introduces a table or list, and the table that a caption names; but
        no more than a few of them: where nothing else comes, each part would move the whole.
        """
        moved = list[MarkdownBlock]()
        while len(self.pieces) > 1 and self._belongs_to(self.pieces[-1], moved, piece):
            moved.insert(0, self.pieces.pop())
        head = self._find_head((*moved, piece)[0])
        group = PartBuilder(self.text, self.profile, head, self.profile.measure(head))
        for each in (*moved, piece):
            group.add(each)
        return group

    def _belongs_to(
        self, block: MarkdownBlock, moved: Sequence[MarkdownBlock], piece: MarkdownBlock
    ) -> bool:
        if len(moved) >= MOST_MOVED or not self._introduces(block, (moved or [piece])[0]):
            return False
        together = self.profile.measure(self.text[block.start : piece.end])
        room = self.profile.fence if piece.kind is BlockKind.FENCE else self.profile.size
        return together <= room

    def _introduces(self, block: MarkdownBlock, following: MarkdownBlock) -> bool:
        """Return whether a block is read with the one behind it."""
        if block.kind is BlockKind.HEADING:
            return True
        if block.start - self.pieces[0].start < FRAGMENT:
            return False  # what is left would be a fragment
        if block.kind is BlockKind.TABLE:
            return CAPTION.match(self.text, following.start, following.end) is not None
        short = block.kind in PROSE and self.measure(block) <= self.profile.size // 10
        opens = self.text[block.start : block.end].rstrip().endswith((":", "："))
        table = following.kind is BlockKind.TABLE
        return short and (opens or table or goes_on(self.text, following.start))

    def _find_head(self, piece: MarkdownBlock) -> str:
        room = self.profile.size - self.measure(piece)
        if piece.head[0] < piece.head[1] <= piece.start:
            return self._find_repeated_head(piece, room)
        return (
            self._find_last_sentences(min(room, self.profile.overlap))
            if piece.kind in PROSE
            else ""
        )

    def _find_repeated_head(self, piece: MarkdownBlock, room: int) -> str:
        """Return the head of the table or fence that a row or line was cut off, if it fits."""
        start, end = piece.head
        head = self.text[start:end] if start < end <= piece.start else ""
        return head if self.profile.measure(head) <= min(room, self.profile.size // 2) else ""

    def _find_last_sentences(self, room: int) -> str:
        """Return whole sentences from the end of this part, of at most the size `room`."""
        start = end = self.pieces[-1].end
        for piece in reversed(self.pieces):
            if piece.kind not in PROSE or end - piece.end > 4 * room:
                break
            start = piece.start
        for begin in (start, *find_sentence_ends(self.text, start, end)):
            fits = self.profile.measure(self.text[begin:end]) <= room
            if fits and not goes_on(self.text, begin):
                return self.text[begin:end]
        return ""

    def take_from(self, before: "PartBuilder") -> bool:
        """Move the last piece of the part before to this one; return whether that was possible."""
        piece = before.pieces[-1]
        if smaller := split_piece(self.text, piece):
            before.pieces[-1:] = smaller
            return True
        if self.filled + self.measure(piece) > self.profile.size or len(before.pieces) == 1:
            return self._take_half(before, piece)
        self._prepend(before.pieces.pop())
        return True

    def _take_half(self, before: "PartBuilder", piece: MarkdownBlock) -> bool:
        halves = split_hard(self.text, piece, self.measure(piece) // 2 + 1, self.profile)
        if piece.kind is BlockKind.FENCE or len(halves) < 2:
            return False
        before.pieces[-1:] = halves
        return True

    def close(self) -> None:
        """Keep one piece for all: a file of full stops alone has millions."""
        first, last = self.pieces[0], self.pieces[-1]
        self.pieces = [MarkdownBlock(first.start, last.end, first.kind, first.head)]

    def _prepend(self, piece: MarkdownBlock) -> None:
        self.pieces.insert(0, piece)
        filled = sum(map(self.measure, self.pieces))
        self.head = self._find_repeated_head(piece, self.profile.size - filled)
        self.filled = filled + self.profile.measure(self.head)


def pack(text: str, profile: Profile) -> list[PartBuilder]:
    """Fill parts in order; their pieces, joined, are the text."""
    groups = [PartBuilder(text, profile)]
    for block in split_blocks(text):
        _place(block, groups)
    while len(groups) > 1 and groups[-1].is_fragment() and groups[-1].take_from(groups[-2]):
        pass
    return groups


def _place(block: MarkdownBlock, groups: list[PartBuilder]) -> None:
    """Add a block to the last part, or as much of it as fits, and the rest to new ones."""
    queue = deque([block])
    while queue:
        piece = queue.popleft()
        group = groups[-1]
        if group.has_room_for(piece):
            group.add(piece)
        elif smaller := group.split_finer(piece):
            queue.extendleft(reversed(smaller))
        elif group.pieces:
            groups.append(group.start_next(piece))
            if len(groups) > OPEN:
                groups[-OPEN - 1].close()
        else:
            group.add(piece)


def goes_on(text: str, at: int) -> bool:
    """Return whether small letters go on at `at` with what no mark has ended before.

    As after a line with code in the middle of a sentence, or what introduces such a line.
    """
    before = text[max(0, at - NEAR) : at].rstrip()
    unfinished = before[-1:].isalpha() or before[-1:] == ","
    return unfinished and text[at : at + 1].islower()


def split_piece(text: str, piece: MarkdownBlock) -> list[MarkdownBlock]:
    """Return the sentences of a paragraph or the rows of a table; nothing for fewer than two."""
    if piece.kind is BlockKind.TABLE:
        found = split_lines(text, piece)
    elif piece.kind is BlockKind.PROSE:
        found = _split_sentences(text, piece)
    else:
        found = []
    return found if len(found) > 1 else []


def _split_sentences(text: str, piece: MarkdownBlock) -> list[MarkdownBlock]:
    """Return the sentences of a paragraph; of a very long one the first, and the rest whole."""
    ends = []
    for end in find_sentence_ends(text, piece.start, piece.end):
        ends.append(end)
        if min(end - piece.start, piece.end - end) > AT_ONCE:
            break
    found = _build_pieces(piece, ends, BlockKind.SENTENCE)
    rest = MarkdownBlock(ends[-1] if ends else piece.end, piece.end, piece.kind, piece.head)
    return [*found, rest] if rest.start < rest.end else found


def split_hard(text: str, piece: MarkdownBlock, room: int, profile: Profile) -> list[MarkdownBlock]:
    ends = find_cuts(text, (piece.start, piece.end), (room, profile.size), profile.measure)
    found = _build_pieces(piece, ends, piece.kind)
    return found if len(found) > 1 else []


def _build_pieces(
    piece: MarkdownBlock, ends: Iterable[int], kind: BlockKind
) -> list[MarkdownBlock]:
    return [
        MarkdownBlock(start, end, kind, piece.head) for start, end in pairwise((piece.start, *ends))
    ]


__all__ = ["DOCUMENT", "MEMORY", "Profile", "TextPart", "find_paragraphs", "split_text"]

PARAGRAPH = 20  # characters; a shorter paragraph of a synced file is not worth finding


class TextPart(Struct, frozen=True):
    """One part of a text. `text[overlap:]` is new; the rest repeats the last part's end or a head.

    `start` is where the part begins in the whole text: at the repeated sentences, but below a
    repeated table head, which may stand pages above.
    """

    text: str
    overlap: int
    start: int = 0


DOCUMENT = Profile(size=2000, overlap=200, fence=8000)
MEMORY = Profile(size=400, overlap=80, fence=2000, headings=True, measure=count_llm_tokens)


def split_text(text: str, profile: Profile) -> list[TextPart]:
    """Split `text` into parts of at most `profile.size` (fences aside); a short text is one."""
    if profile.measure(text) <= profile.size:
        return [TextPart(text, 0)] if text else []
    return [_build_part(group) for group in pack(text, profile)]


def _build_part(group: PartBuilder) -> TextPart:
    first = group.pieces[0].start
    new = group.text[first : group.pieces[-1].end]
    follows = group.text.endswith(group.head, 0, first)
    start = first - len(group.head) if follows else first
    return TextPart(group.head + new, len(group.head), start)


def find_paragraphs(text: str) -> list[tuple[int, str]]:
    """Return the paragraphs between blank lines that are worth finding, with their first line."""
    found: list[tuple[int, str]] = []
    gathered: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            gathered.append(line)
        elif gathered:
            found.append((number - len(gathered), "\n".join(gathered).strip()))
            gathered = []
    return [(line, paragraph) for line, paragraph in found if len(paragraph) >= PARAGRAPH]
