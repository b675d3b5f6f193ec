"""The outline of a document: its headings, as a list."""

from bot.messages.marked_text import escape_markup
from bot.turns.command import Turn
from indexer.documents import Document

OUTLINE = 30  # headings


async def format_outline(turn: Turn, document: Document) -> str:
    """Return its name and the first of its headings, below each other."""
    entries = await turn.services.outlines.load_outline(turn.visibility, document.id)
    lines = [f"{'  ' * each.depth}- {escape_markup(each.text)}" for each in entries[:OUTLINE]]
    return "\n".join([escape_markup(document.name), "", *lines])
