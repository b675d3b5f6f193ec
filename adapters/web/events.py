"""The stream of server-sent events that one open page reads."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from adapters.shared.aside import render_aside
from adapters.web.content import build_draft, build_silence
from adapters.web.hub import Listener
from adapters.web.ports import Entry, Transcript
from bot.messages import Chat, Draft

Check = Callable[[], Awaitable[bool]]

BEAT = 15.0  # seconds of silence before a keep-alive
PACE = 0.08  # seconds between two drafts


async def stream(
    transcript: Transcript, chat: Chat, after: int | None, listener: Listener, signed_in: Check
) -> AsyncIterator[str]:
    """Yield all entries after number `after`, or the latest ones, and then new ones as they come.

    Ends when the page is closed, after what came before that, or when its person is no longer
    `signed_in`.
    """
    last, entries = await _list_first(transcript, chat, after)
    closing = False
    while await signed_in():
        for entry in entries:
            last = max(last, entry.id)
            _drop_answered(listener, entry)
            yield _format_event("entry", _format_entry(entry), entry.id)
        if not entries:
            for key, draft in listener.take_drafts():
                yield _format_event("draft", await _render_draft(key, draft))
            if closing:
                break
            await asyncio.sleep(PACE)
            if not await listener.wait_for_news(BEAT):
                yield ": here\n\n"
        closing = listener.closed  # asked first: what was written before is among the entries
        entries = await transcript.list_since(chat, last)
    yield _format_event("end", "{}")


async def _list_first(
    transcript: Transcript, chat: Chat, after: int | None
) -> tuple[int, Sequence[Entry]]:
    """Return the entries to begin with, and the number after which whatever is written is new."""
    if after is None:  # the current conversation
        last = await transcript.find_last_number(chat)
        return last, await transcript.list_latest(chat)
    return after, await transcript.list_since(chat, after)


def _drop_answered(listener: Listener, entry: Entry) -> None:
    if entry.side == "told":  # the question has the same key, and no answer yet
        listener.drop_draft(entry.key)


async def _render_draft(key: str, draft: Draft | None) -> str:
    if draft is None:
        return build_silence(key)
    return await render_aside(lambda _text: build_draft(key, draft), draft.text)


def build_entry(entry: Entry) -> dict[str, object]:
    """Build an entry as the page's script reads it."""
    about = {
        "id": entry.id,
        "key": entry.key,
        "side": entry.side,
        "at": entry.at,
        "conversation": entry.conversation,
    }
    return {**about, **json.loads(entry.content)}


def _format_entry(entry: Entry) -> str:
    return json.dumps(build_entry(entry), ensure_ascii=False)


def _format_event(name: str, data: str, number: int | None = None) -> str:
    """Format a server-sent event; `data` is JSON on one line."""
    named = f"id: {number}\n" if number is not None else ""
    return f"event: {name}\n{named}data: {data}\n\n"
