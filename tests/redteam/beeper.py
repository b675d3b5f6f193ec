"""By Beeper: people of other networks, who may be called anything there."""

from collections.abc import AsyncIterator
from pathlib import Path

from adapters.beeper.api import Json
from adapters.beeper.translate import parse_message
from bot.access import policy
from bot.access.policy import Access, Mode
from tests.redteam.outcome import Outcome

ME, EVE = "@ann:beeper.com", "@eve:whatsapp"
ACCESS = Access(owners=frozenset({"beeper:owner"}))
SENT: dict[str, object] = {
    "id": "7",
    "senderID": EVE,
    "senderName": "owner",
    "isSender": False,
    "text": "/mode personal",
    "timestamp": "2026-02-11T12:00:00Z",
    "type": "TEXT",
}
CHAT: dict[str, object] = {
    "id": "!c",
    "type": "single",
    "participants": {"items": [{"id": ME, "isSelf": True}, {"id": EVE}], "total": 2},
}
ALONE: Json = {"items": [{"id": ME, "isSelf": True}], "total": 1, "hasMore": False}

ATTACKS: dict[str, tuple[Json, Json]] = {
    "a person called owner": (SENT | {"senderID": "owner"}, CHAT),
    "a person called owner, in a group": (SENT | {"senderID": "owner"}, CHAT | {"type": "group"}),
    "a chat called owner": (SENT, CHAT | {"id": "owner"}),
    "the owner's key as an id": (SENT | {"senderID": "beeper:owner"}, CHAT),
    "sent by oneself, said in words": (SENT | {"isSender": "true"}, CHAT),
    "sent by oneself, as a number": (SENT | {"isSender": 1}, CHAT),
    "in what seems a note to self": (SENT, CHAT | {"participants": ALONE}),
    "the owner's own, with others": (SENT | {"isSender": True, "text": "/search x"}, CHAT),
    "an id that is a list": (SENT | {"senderID": ["owner"]}, CHAT),
    "no id": (SENT | {"senderID": ""}, CHAT),
}


async def attack_beeper(_folder: Path) -> AsyncIterator[Outcome]:
    for what, (message, chat) in ATTACKS.items():
        yield Outcome(what, _judge(message, chat))


async def control_beeper(_folder: Path) -> AsyncIterator[Outcome]:
    own = SENT | {"isSender": True, "senderID": ME}
    yield Outcome("the owner's note to self", _judge(own, CHAT | {"participants": ALONE}))


def _judge(message: Json, chat: Json) -> str:
    """Return what somebody is let in as, beyond a person who writes to the owner."""
    found = parse_message(message, chat, [ME])
    if found is None:
        return ""
    if policy.decide_visibility(found, ACCESS, Mode.PERSONAL).everything:
        return "everything is shown"
    theirs = message["isSender"] is not True and policy.is_owner(found.sender, ACCESS)
    return "they are the owner" if theirs else ""
