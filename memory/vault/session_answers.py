"""The beginnings of answers in session files: how they are cut, and which came from which message.

A beginning may lack the words for which its answer, or the question to it, is forgotten. So it is
found by the erased answer itself. Pure.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from indexer.ingest.session_notes import ANSWERED
from memory.chat.folders import encode_folder_name
from memory.vault.markdown_lists import ENTRY, collapse_whitespace

LONGEST = 120  # characters
MARKS = "-*+#> "  # of a list, heading or quotation at the beginning of an answer
CITED = re.compile(r"\s?\[\d{1,3}\]")
PART = re.compile(r"^## (?P<stamp>\S+)\r?$", re.MULTILINE)  # the time of its last message


Part = tuple[str, Path]  # the time of its last message, and the file that has it


class AnswerLine(Struct, frozen=True):
    """An answer in a session file: `stamp` names the part that has it."""

    path: Path
    stamp: str
    text: str


class GivenAnswer(Struct, frozen=True):
    chat: str
    said_at: str  # as in recent.json
    until: str  # it was erased: what ended later cannot have it
    text: str


def cut_answer(text: str) -> str:
    """Return the beginning of an answer in whole words, without the numbers of its sources.

    Half of a word would stay when the word is forgotten.
    """
    line = collapse_whitespace(CITED.sub("", text)).lstrip(MARKS)
    words = line[: LONGEST + 1].rpartition(" ")[0] if len(line) > LONGEST else line
    return words or line[:LONGEST]


def find_answers(
    files: Mapping[Path, str], answers: Collection[GivenAnswer]
) -> frozenset[AnswerLine]:
    """Find where session files have these answers: in the first part that ends after each.

    If that ended only after the answer was erased, none has it: one of the same words is another.
    """
    parts = sorted(
        (part["stamp"], path) for path, text in files.items() for part in PART.finditer(text)
    )
    of_chat = {chat: _select_parts(parts, chat) for chat in {each.chat for each in answers}}
    lines = (_locate(of_chat[answer.chat], answer) for answer in answers)
    return frozenset(line for line in lines if line)


def _select_parts(parts: Iterable[Part], chat: str) -> list[Part]:
    ending = f"-{encode_folder_name(chat)}.md"
    return [each for each in parts if each[1].name.endswith(ending)]


def _locate(parts: Sequence[Part], answer: GivenAnswer) -> AnswerLine | None:
    later = bisect_left(parts, answer.said_at, key=lambda part: part[0])
    found = next(iter(parts[later : later + 1]), None)
    if found is None or found[0] > answer.until:
        return None
    return AnswerLine(found[1], found[0], cut_answer(answer.text))


def list_lines(path: Path, text: str) -> Iterator[AnswerLine | None]:
    """Yield for each line of a session file the answer that it has, or None."""
    stamp = above = ""
    for line in text.splitlines():
        part, entry = PART.match(line), ENTRY.match(line)
        stamp = part["stamp"] if part else stamp
        above = line.strip() if line.strip() and not entry else above
        found = entry if above == ANSWERED else None
        yield AnswerLine(path, stamp, found["text"]) if found else None
