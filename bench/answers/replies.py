"""Takes a reply apart: how sure it is, the pieces it quotes, and the document of each."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bench.answers.items import Grade, fold
from bot.answering.extracts.phrases import list_phrases
from bot.answering.without_model import INSTEAD

# The beginnings of the sentences by which multis says how sure it is. A test finds each of these in
# the catalogue; those of other versions are compared with as well.
SAID: Mapping[Grade, Sequence[str]] = {
    Grade.NOTHING: (
        *list_phrases("nothing"),
        *list_phrases("untold"),
        "Nothing is indexed yet",
    ),
    Grade.MAYBE: list_phrases("maybe"),
    Grade.CANNOT: tuple(
        phrase
        for name in ("sum", "compare", "prices", "summary", "translate", "cannot")
        for phrase in list_phrases(name)
    ),
}
OTHERS: Mapping[Grade, Sequence[str]] = {
    Grade.NOTHING: ("The documents do not answer this",),
}
MARK = re.compile(r"\[(\d{1,2})\]")
ITEM = re.compile(r"^- ")


class Piece(Struct, frozen=True):
    """One quotation; `document` is the name of the file it comes from, empty for a fact."""

    text: str
    document: str = ""


class AskedReply(Struct, frozen=True):
    """A reply as a person reads it, in parts."""

    text: str
    grade: Grade
    pieces: tuple[Piece, ...] = ()


def parse_reply(
    text: str, documents: Mapping[int, str], said: Mapping[Grade, Sequence[str]] = SAID
) -> AskedReply:
    """Parse the reply `text`; `documents` has the file of each number that it cites."""
    body = _cut_sources(text, documents)
    return AskedReply(text, find_grade(body, said), tuple(_split_pieces(body, documents)))


def parse_written_reply(text: str, documents: Mapping[int, str]) -> AskedReply:
    """Parse what a model wrote: one piece, which claims something if it cites anything.

    Exits where no model answered: what the documents say instead is measured without one.
    """
    if str(INSTEAD) in text:
        sys.exit(f"The model gave no answer. {text.partition(str(INSTEAD))[0].strip()}")
    body = _cut_sources(text, documents)
    cited = next((documents[int(n)] for n in MARK.findall(body) if int(n) in documents), "")
    grade = Grade.ANSWERS if cited else Grade.NOTHING
    return AskedReply(text, grade, (Piece(MARK.sub("", body), cited),))


def find_grade(body: str, said: Mapping[Grade, Sequence[str]] = SAID) -> Grade:
    """Return the grade whose sentence stands before the first quotation; else it answers."""
    lead = fold(_cut_lead(body))
    for table in (said, OTHERS):
        for grade, sentences in table.items():
            if any(fold(sentence) in lead for sentence in sentences):
                return grade
    return Grade.ANSWERS


def _cut_lead(body: str) -> str:
    """Return the lines before the first quotation; all of it where nothing is quoted."""
    lines = body.splitlines()
    first = next((n for n, line in enumerate(lines) if _begins_piece(line)), len(lines))
    return "\n".join(lines[:first])


def _cut_sources(text: str, documents: Mapping[int, str]) -> str:
    """Cut the list of sources at the end."""
    lines = text.rstrip().splitlines()
    while lines and (not lines[-1].strip() or _is_source(lines[-1], documents)):
        lines.pop()
    return "\n".join(lines)


def _is_source(line: str, documents: Mapping[int, str]) -> bool:
    found = MARK.match(line)
    if found is None:
        return False
    name = documents.get(int(found[1]))
    return name is not None and line[found.end() :].strip().startswith(name)


def _begins_piece(line: str) -> bool:
    return bool(ITEM.match(line))


def _split_pieces(body: str, documents: Mapping[int, str]) -> Iterator[Piece]:
    """Yield each quotation: an item of the reply's list with the rows or code below it."""
    piece: list[str] = []
    for line in body.splitlines():
        if _begins_piece(line) and (not piece or MARK.search(line) or not documents):
            if piece:
                yield _build_piece(piece, documents)
            piece = [line]
        elif piece:
            piece.append(line)
    if piece:
        yield _build_piece(piece, documents)


def _build_piece(lines: Sequence[str], documents: Mapping[int, str]) -> Piece:
    """Build the piece; its mark ends its first line, and others may be footnotes that it quotes."""
    text = "\n".join(lines)
    marks = [*reversed(MARK.findall(lines[0])), *MARK.findall(text)]
    document = next((documents[int(n)] for n in marks if int(n) in documents), "")
    return Piece(MARK.sub("", text).removeprefix("- ").strip(), document)
