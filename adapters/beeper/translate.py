"""Beeper's chats and messages as ours. Pure."""

from collections.abc import Sequence
from datetime import datetime

from adapters.beeper.api import Json
from bot.messages import Attachment, Chat, IncomingMessage, Sender

PLATFORM = "beeper"
OWNER = "owner"  # whoever the account belongs to, on every network
KINDS = {"img": "a picture", "video": "a video", "audio": "an audio file"}
SILENT = ("NOTICE", "REACTION")  # what nobody said


def text(of: Json, key: str) -> str:
    value = of.get(key)
    return value if isinstance(value, str) else ""


def own_chat(chat: Json) -> bool:
    """Whether the owner alone reads there: a note to self, on any network."""
    people = chat.get("participants")
    items = people.get("items") if isinstance(people, dict) else None
    if not isinstance(people, dict) or not isinstance(items, list) or people.get("hasMore"):
        return False
    alone = bool(items) and all(isinstance(p, dict) and p.get("isSelf") is True for p in items)
    return alone and people.get("total") == len(items) and text(chat, "type") == "single"


def chat_of(chat: Json, mine: bool) -> Chat:
    """`mine`: the owner speaks. In a chat with others, what the owner reads is read by them too."""
    if own_chat(chat):
        return Chat(PLATFORM, OWNER, private=True, thread=text(chat, "id"))
    return Chat(PLATFORM, text(chat, "id"), text(chat, "type") == "single" and not mine)


def incoming(message: Json, chat: Json, me: Sequence[str]) -> IncomingMessage | None:
    """None for what nobody said. `me` are the owner's ids on all networks."""
    mine = message.get("isSender") is True
    gone = message.get("isDeleted") is True or message.get("isHidden") is True
    key = f"{text(chat, 'id')} {text(message, 'id')}"
    if gone or text(message, "type") in SILENT or not text(message, "id"):
        return None
    attachments, unsupported = _attached(message)
    where, words = chat_of(chat, mine), text(message, "text").strip()
    if not (words or attachments or unsupported):
        return None
    alone = own_chat(chat)
    sender = Sender(PLATFORM, OWNER if mine else text(message, "senderID"), _name(message, mine))
    return IncomingMessage(
        key,
        where,
        sender,
        words,
        attachments,
        sent_at=instant(message),
        addressed=alone or (not mine and (where.private or _mentions(message, me))),
        to_owner=not alone,
        unsupported=unsupported,
    )


def instant(message: Json) -> datetime | None:
    """Aware; None if it cannot be read."""
    try:
        at = datetime.fromisoformat(text(message, "timestamp"))
    except ValueError:
        return None
    return at if at.tzinfo else None


def order(message: Json) -> tuple[str, int, str]:
    key = text(message, "sortKey")
    return text(message, "timestamp"), len(key), key


def _name(message: Json, mine: bool) -> str:
    return "" if mine else text(message, "senderName")


def _mentions(message: Json, me: Sequence[str]) -> bool:
    mentions = message.get("mentions")
    return isinstance(mentions, list) and any(each in me for each in mentions)


def _attached(message: Json) -> tuple[tuple[Attachment, ...], str]:
    """The files, and what else there is that cannot be read."""
    found = message.get("attachments")
    files, other = list[Attachment](), ""
    for each in found if isinstance(found, list) else []:
        if not isinstance(each, dict):
            continue
        kind, address = text(each, "type"), text(each, "id") or text(each, "srcURL")
        size = each.get("fileSize")
        if kind in KINDS:
            other = KINDS[kind]
        # Nothing but Beeper's own media: an address may have come from anybody.
        elif address.startswith(("mxc://", "localmxc://")):
            bytes_ = int(size) if isinstance(size, int | float) and size > 0 else 0
            files.append(Attachment(text(each, "fileName") or "file", bytes_, address))
    return tuple(files), "" if files else other
