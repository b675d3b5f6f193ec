"""/search WORDS"""

from bot.messages import N_, Answer, Reply, UserError, _
from bot.messages.marked_text import escape_markup
from bot.rendering.format import shorten
from bot.rendering.passages import format_location
from bot.turns.command import Command, Turn
from bot.views.documents import format_scope
from bot.views.scope_names import Names, load_names
from indexer.documents import Hit

EXCERPT = 200  # characters


async def search(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError(_("Usage: /search WORDS"))
    store = turn.services.store
    hits = await store.search(turn.visibility, question, now=turn.now)
    if not hits:
        yield Reply(_("Nothing found. Try other words, or send /docs to see what is indexed."))
        return
    await store.record_access(turn.visibility, hits, question, turn.now)
    names = await load_names(turn)
    yield Reply(
        "\n\n".join(f"{n}. {_format_hit(turn, hit, names)}" for n, hit in enumerate(hits, 1))
    )


def _format_hit(turn: Turn, hit: Hit, names: Names | None) -> str:
    """Format where a passage stands, and to the owner whose it is, if it is of another chat."""
    chat = turn.message.chat
    place = format_location(hit, shared=not chat.private)
    others = hit.scope.chat not in ("", chat.key)
    whose = f" ({format_scope(hit.scope, names)})" if others else ""
    return f"**{escape_markup(place)}{whose}**\n{shorten(hit.chunk.text, EXCERPT)}"


command = Command(
    "search", N_("WORDS"), N_("Find passages in your documents"), search, ordered=False
)
