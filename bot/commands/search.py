"""/search <words>"""

from bot.messages import Answer, Reply, UserError
from bot.rendering.format import shorten
from bot.rendering.passages import format_location
from bot.turns.command import Command, Turn
from indexer.documents import Hit

EXCERPT = 200  # characters


async def search(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError("Usage: /search <words>")
    store = turn.services.store
    hits = await store.search(turn.visibility, question, now=turn.now)
    if not hits:
        yield Reply("Nothing found. Try other words, or /docs to see what is indexed.")
        return
    await store.record_access(turn.visibility, hits, question, turn.now)
    yield Reply("\n\n".join(f"{n}. {_told(hit)}" for n, hit in enumerate(hits, 1)))


def _told(hit: Hit) -> str:
    return f"**{format_location(hit)}**\n{shorten(hit.chunk.text, EXCERPT)}"


command = Command("search", "<words>", "Find passages in the documents", search)
