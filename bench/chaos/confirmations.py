"""Finds the messages whose delivery was not confirmed: only those may be repeated, once each.

A confirmation is lost in two ways: by the fake, which records it, and by a kill after the fake took
a message and before the daemon stored that, which the daemon's database shows.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from adapters.telegram.render import render
from bench.chaos.storage import Query
from bot.messages.codec import load_reply
from tests.adapters.fake_bot_api.faults import Storm
from tests.adapters.fake_bot_api.world import Call, Message

REPEATED = "(repeated) "
TAKEN = ("ok", "cut")  # outcomes of calls that took effect
# Seconds from a refusal in which its message is not on its way: the refusal is recorded by the
# first, and nothing is sent before the second, as the fake demands.
AT_REST = (0.1, Storm({}).retry_after)
UNCONFIRMED = """
    SELECT inbox.chat, outbox.reply FROM parts
    JOIN outbox ON outbox.id = parts.outbox_id JOIN inbox ON inbox.id = outbox.inbox_id
    WHERE parts.reference IS NULL
"""


class Kill(Struct, frozen=True):
    """A kill with the chats and texts of what had been sent and not confirmed by then."""

    at: float
    unconfirmed: frozenset[tuple[int, str]]
    chats: frozenset[int] | None = None  # that it cut off; None: all

    def cuts_off(self, chat: int) -> bool:
        return self.chats is None or chat in self.chats


def read_unconfirmed(query: Query, at: float, chats: Collection[str] | None = None) -> Kill:
    """Read what is not confirmed after a kill, in these `chats` if others are still answered."""
    rows = [(chat, reply) for chat, reply in query(UNCONFIRMED) if chats is None or chat in chats]
    sent = ((parse_chat(chat), load_reply(reply).text) for chat, reply in rows)
    cut_off = None if chats is None else frozenset(map(parse_chat, chats))
    return Kill(at, frozenset((chat, render(text).text) for chat, text in sent), cut_off)


def parse_chat(key: str) -> int:
    """Return the number that a chat has at Telegram."""
    return int(key.partition(":")[2])


class Confirmations:
    """The lost confirmations of a run, from the fake's calls and from the kills."""

    def __init__(self, calls: Sequence[Call], kills: Sequence[Kill]) -> None:
        self._kills = kills
        self._tried = [
            (_name_call(call), call.at)
            for call in calls
            if call.outcome in (*TAKEN, "dropped") or call.outcome.startswith("page")
        ]
        self._refused = [
            (_name_call(call), call.at) for call in calls if call.outcome.startswith("Too Many")
        ]
        self._calls = {
            (call.message_id, str(call.parameters.get("text"))): call
            for call in calls
            if call.message_id is not None and call.outcome in TAKEN
        }

    def is_unconfirmed(self, message: Message) -> bool:
        """Return whether the daemon could not know that this version of `message` arrived."""
        call = self._calls[message.id, message.text]
        return call.outcome == "cut" or self._is_cut_by_kill(call, message)

    def may_have_been_seen(self, message: Message) -> bool:
        """Return whether Telegram was given the marked `message` before, and did not refuse it."""
        return any(name == _name(message) and at < message.at for name, at in self._tried)

    def was_in_flight(self, message: Message) -> bool:
        """Return whether a kill came between the begin of sending and Telegram."""
        name = _name(message)
        return any(
            name in kill.unconfirmed and not self._is_at_rest(name, kill.at)
            for kill in self._kills
            if kill.at < message.at
        )

    def _is_at_rest(self, name: tuple[int, str], when: float) -> bool:
        """Return whether it was refused so recently that it cannot have been sent again."""
        first, last = AT_REST
        return any(name == other and first < when - at < last for other, at in self._refused)

    def _is_cut_by_kill(self, call: Call, message: Message) -> bool:
        sent = message.chat_id, message.text.removeprefix(REPEATED)
        later = (kill for kill in self._kills if kill.at >= call.at)
        next_kill = next((kill for kill in later if kill.cuts_off(message.chat_id)), None)
        return next_kill is not None and sent in next_kill.unconfirmed


def _name(message: Message) -> tuple[int, str]:
    return message.chat_id, message.text.removeprefix(REPEATED)


def _name_call(call: Call) -> tuple[int, str]:
    text = str(call.parameters.get("text", "")).removeprefix(REPEATED)
    return int(str(call.parameters.get("chat_id", 0))), text
