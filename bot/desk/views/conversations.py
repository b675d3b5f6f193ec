"""The conversations of this chat on the page, or those in which something was said.

Words and meaning are searched among what memory keeps; titles among those of the page.
"""

from collections.abc import Sequence

from msgspec import Struct

from bot.desk.conversations import Conversation
from bot.desk.views import Arguments, View, ViewContext
from bot.rendering.format import shorten
from memory.conversations.recorder import get_key
from memory.conversations.search import parse_asked

FOUND = 60  # turns of a search, those of other chats among them
EXCERPT = 120  # characters


class ConversationView(Struct, frozen=True):
    id: str
    title: str  # empty where nobody has asked anything in it
    pinned: bool
    used_at: int  # epoch seconds
    current: bool
    excerpt: str  # what was found in it; empty where nothing was searched


class ConversationList(Struct, frozen=True):
    rows: tuple[ConversationView, ...]  # pinned ones first, then the last used
    deleted: tuple[ConversationView, ...]  # those that can still be restored


async def show(context: ViewContext, arguments: Arguments) -> ConversationList:
    """Return all conversations, or those with `q` in their title or in what was said."""
    words = arguments.get("q", "").strip()
    everything = await context.conversations.list_all(context.turn.message.chat)
    here = [each for each in everything if not each.deleted]
    if words:
        found = await _search(context, words)
        titled = [each for each in here if words.casefold() in each.title.casefold()]
        said = [each for name in found for each in here if each.id == name]
        rows = [_build(each, found.get(each.id, "")) for each in dict.fromkeys((*titled, *said))]
        return ConversationList(tuple(rows), ())
    return ConversationList(_build_all(here), _build_all([e for e in everything if e.deleted]))


async def _search(context: ViewContext, words: str) -> dict[str, str]:
    """Return what was found, by the id of its conversation, the best first."""
    turn = context.turn
    asked = parse_asked(words, turn.now.astimezone())
    search = turn.services.conversations
    hits = await search.find_mentions(turn.recall, asked, limit=FOUND)
    prefix = f"{turn.message.chat.key}:"
    keys = {get_key(hit.turn).removeprefix(prefix): hit.turn.text for hit in hits}
    placed = await context.conversations.find_by_keys(turn.message.chat, keys)
    excerpts: dict[str, str] = {}
    for key, text in keys.items():
        if key in placed:
            excerpts.setdefault(placed[key], shorten(text, EXCERPT))
    return excerpts


def _build_all(found: Sequence[Conversation]) -> tuple[ConversationView, ...]:
    return tuple(_build(each, "") for each in found)


def _build(each: Conversation, excerpt: str) -> ConversationView:
    return ConversationView(each.id, each.title, each.pinned, each.used_at, each.current, excerpt)


view = View("conversations", show)
