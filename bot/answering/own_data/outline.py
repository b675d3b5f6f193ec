"""The outline of a document: its headings, or how it begins, as a list."""

from bot.messages import run_aside
from bot.messages.marked_text import escape_line, escape_markup
from bot.rendering.format import shorten
from bot.turns.command import Turn
from indexer.documents import Document

OUTLINE = 30  # headings
BEGINNING = 5  # lines
LINE = 160  # characters
FIRST = 1, 1  # passage


async def format_outline(turn: Turn, document: Document) -> str:
    """Return its name and the first of its headings, below each other; without any, its beginning.

    The beginning is text, so of that only what may be recalled here is shown.
    """
    entries = await turn.services.outlines.load_outline(turn.visibility, document.id)
    lines = [f"{'  ' * each.depth}- {escape_markup(each.text)}" for each in entries[:OUTLINE]]
    if len(entries) <= 1:
        own = [each for each in lines if each != f"- {escape_markup(document.name)}"]
        lines = [*own, *await _list_beginning(turn, document)] or lines
    return "\n".join([escape_markup(document.name), "", *lines])


async def _list_beginning(turn: Turn, document: Document) -> list[str]:
    """List the first lines of a document; none if the reader may not see them."""
    hits = await turn.services.outlines.load_passages(
        turn.recall, document.id, FIRST, paged=False, limit=1
    )
    text = "".join(each.chunk.text for each in hits)
    return await run_aside(lambda: _format_lines(text), len(text))


def _format_lines(text: str) -> list[str]:
    from bot.answering.extracts.pieces import split_passage  # needed for nothing else here
    from indexer.text.question_words import detect_question_language

    pieces = split_passage(text, detect_question_language(text))
    said = (each.line or ", ".join(each.columns) for each in pieces)
    lines = list(dict.fromkeys(each for each in said if each))[:BEGINNING]
    return [f"- {escape_line(shorten(each, LINE))}" for each in lines]
