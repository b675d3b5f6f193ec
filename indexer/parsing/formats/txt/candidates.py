"""Finds lines of plain text that look like headings, each by itself: by how they are written.

Whether they are, the others of their kind show: see `indexer.parsing.formats.txt.headings`.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from indexer.text.word_lists import build_alternatives, load_all_words

Style = Literal["ruled", "hash", "numbered", "chapter", "capitals", "marked", "colon", "bare"]

LONGEST = 80  # characters
LONGEST_BARE = 60
FEW_WORDS = 3  # of a title before a colon
SOME_WORDS = 8  # of a title that nothing marks
PARAGRAPH = 80  # characters of the text below such a title
INDENT = 4  # columns; what stands further in is no title, unless it is in capitals
RULES = "=-~*^#_+–—"
NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?[ \t]{1,8}(?=[^\W\d_]|[«„“\"'(])")
HASHES = re.compile(r"(#{1,6}) (?=\S)")
MARKED = re.compile(r"[■◆◇□▼▲★☆●◎§]\s{0,4}\S|【[^【】]{1,60}】$")
COUNTED = re.compile(
    r"第[0-9０-９一二三四五六七八九十百〇零]{1,5}[章节節编編部篇回](?=[\s：:]|$)"
    r"|제\s?[0-9]{1,3}\s?[장절편부](?=[\s.:]|$)"
)
ENDS = ".,;:!?…。，、；：！？،؛؟।"
LISTED = re.compile(r"[-*•·–—>|+/\\]|\w\)")
WIDE = "WF"  # East Asian letters as wide as two


class HeadingCandidate(Struct, frozen=True):
    """Lines that may be a heading: `start` to `end`, with a rule below or above it."""

    start: int
    end: int
    title: str
    style: Style
    mark: str = ""  # the sign of a rule, the word before a chapter's number; also the hashes
    number: tuple[int, ...] = ()

    @property
    def depth(self) -> int:
        """Return how deep its own number or mark says that it is."""
        return len(self.number) if self.style == "numbered" else len(self.mark) or 1


def find_candidates(lines: Sequence[str]) -> Iterator[HeadingCandidate]:
    """Yield what may be headings, in order."""
    last = 0  # past the lines of the last candidate
    for at, line in enumerate(lines):
        title = line.strip()
        if at < last or not 1 < len(title) <= LONGEST:
            continue
        free = at in (0, last) or not lines[at - 1].strip()
        if found := _find_ruled(lines, at, title) or (free and _find_marked(lines, at, title)):
            last = found.end
            yield found


def _find_ruled(lines: Sequence[str], at: int, title: str) -> HeadingCandidate | None:
    """Return the title if a rule of one sign, about as long, is drawn below it."""
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if not _is_rule(below) or not _has_letters(title) or "|" in title or "   " in title:
        return None
    wide = sum(1 + (unicodedata.east_asian_width(letter) in WIDE) for letter in title)
    over = at > 0 and lines[at - 1].strip()[:1] == below[0] and _is_rule(lines[at - 1].strip())
    begins = over or at == 0 or not lines[at - 1].strip()
    if not begins or not wide <= 2 * len(below) <= 4 * wide + 8:
        return None
    return HeadingCandidate(at - bool(over), at + 2, title, "ruled", below[0] * (1 + bool(over)))


def _is_rule(line: str) -> bool:
    return len(line) > 2 and line[0] in RULES and line == line[0] * len(line)


def _has_letters(title: str) -> bool:
    return any(map(str.isalpha, title))


def _find_marked(lines: Sequence[str], at: int, title: str) -> HeadingCandidate | None:
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if not _has_letters(title) or below[:1].islower():
        return None
    near = len(lines[at]) - len(lines[at].lstrip()) < INDENT
    style, mark, number = _choose_style(title, near=near)
    if not style and near and _is_bare(lines, at, title):
        style = "bare"
    return HeadingCandidate(at, at + 1, title, style, mark, number) if style else None


def _choose_style(title: str, *, near: bool) -> tuple[Style | None, str, tuple[int, ...]]:
    """Return the style of a title, its mark and its number; None for no style."""
    if found := _compile_chapter().match(title):
        return "chapter", found[1].casefold(), ()
    if (found := COUNTED.match(title)) and title[-1] not in ENDS:
        return "chapter", found[0][-1], ()
    if near and (found := HASHES.match(title)):
        return "hash", found[1], ()
    if near and title[-1] not in ENDS and (found := NUMBERED.match(title)):
        return "numbered", "", tuple(map(int, found[1].split(".")))
    if MARKED.match(title) and title[-1] not in ENDS:
        return "marked", title[0], ()
    if _is_capital(title):
        return "capitals", "", ()
    return ("colon", "", ()) if near and _is_before_colon(title) else (None, "", ())


@cache
def _compile_chapter() -> re.Pattern[str]:
    """Compile the beginning of a chapter: a word such as `Chapter`, and a number."""
    words = build_alternatives(load_all_words("chapter_words"))
    number = r"(?:\d{1,3}|[IVXLC]{1,7}|[A-Z])"
    return re.compile(rf"({words})\s{{1,3}}{number}(?:[.:]?$|[.:]?\s+[^.]{{1,60}}$)", re.I)


def _is_capital(title: str) -> bool:
    letters = [letter for letter in title if letter.isalpha()]
    cased = len(letters) > 3 and all(map(str.isupper, letters))
    return cased and title[-1] not in ",;!?" and not LISTED.match(title) and "  " not in title


def _is_before_colon(title: str) -> bool:
    few = title[-1] in ":：" and len(title.split()) <= FEW_WORDS
    return few and not title[0].islower() and not LISTED.match(title) and ":" not in title[:-1]


def _is_bare(lines: Sequence[str], at: int, title: str) -> bool:
    """Return whether a short line stands above a paragraph, and is no end of a sentence."""
    short = len(title) <= LONGEST_BARE and len(title.split()) <= SOME_WORDS
    if not short or title[-1] in ENDS or title[0].islower() or LISTED.match(title):
        return False
    below = next((line.strip() for line in lines[at + 1 : at + 3] if line.strip()), "")
    wide = sum(1 + (unicodedata.east_asian_width(letter) in WIDE) for letter in below[:PARAGRAPH])
    return wide >= PARAGRAPH or (
        wide > 2 * len(title) and wide > PARAGRAPH // 2 and below[-1] in ENDS
    )
