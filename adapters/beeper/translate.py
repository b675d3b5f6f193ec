"""Translate Beeper's chats and messages into those of multis. Pure functions."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from adapters.beeper.api import Json
from bot.messages import N_, Attachment, Chat, IncomingMessage, Recording, Sender

PLATFORM = "beeper"
OWNER = "owner"  # the owner of the account, on every network
PICTURE = "img"
KINDS = {PICTURE: N_("a picture"), "video": N_("a video"), "audio": N_("an audio file")}
RECORDED = ("audio", "video")
SILENT = ("NOTICE", "REACTION")  # types that are not messages from a person
LARGEST = 1 << 50  # of a number that somebody meant


def get_text(of: Json, key: str) -> str:
    """Return a text; half an emoji, which nothing can store or send, becomes "?"."""
    value = of.get(key)
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _get_number(of: Json, key: str) -> int:
    """Return a whole number that is not negative; 0 if there is none. JSON has endless ones too."""
    value = of.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        return 0
    return int(min(value, LARGEST))


def is_note_to_self(chat: Json) -> bool:
    """Return whether only the owner reads there: a note to self, on any network."""
    people = chat.get("participants")
    items = people.get("items") if isinstance(people, dict) else None
    if not isinstance(people, dict) or not isinstance(items, list) or people.get("hasMore"):
        return False
    alone = bool(items) and all(isinstance(p, dict) and p.get("isSelf") is True for p in items)
    return alone and people.get("total") == len(items) and get_text(chat, "type") == "single"


def build_chat(chat: Json, mine: bool) -> Chat:
    """Build the chat of a message; `mine` if the owner sent it.

    A chat with others is not private to the owner: they read there too.
    """
    if is_note_to_self(chat):
        return Chat(PLATFORM, OWNER, private=True, thread=get_text(chat, "id"))
    return Chat(PLATFORM, get_text(chat, "id"), get_text(chat, "type") == "single" and not mine)


def parse_message(message: Json, chat: Json, me: Sequence[str]) -> IncomingMessage | None:
    """Translate a message; None for notices, reactions and deleted or empty ones.

    `me` are the owner's ids on all networks.
    """
    mine = message.get("isSender") is True
    if not _is_readable(message) or _poses_as_owner(message, chat):
        return None
    attachments, unsupported = _parse_attachments(message)
    words = get_text(message, "text").strip()
    if not (words or attachments or unsupported):
        return None
    where, alone = build_chat(chat, mine), is_note_to_self(chat)
    return IncomingMessage(
        f"{get_text(chat, 'id')} {get_text(message, 'id')}",
        where,
        _build_sender(message, mine),
        words,
        attachments,
        sent_at=parse_time(message),
        addressed=alone or (not mine and (where.private or _mentions(message, me))),
        to_owner=not alone,
        unsupported=unsupported,
        recording=_find_recording(message) if unsupported else None,
    )


def _is_readable(message: Json) -> bool:
    """Return whether people see it as a message: it is no notice, and not deleted or hidden."""
    gone = message.get("isDeleted") is True or message.get("isHidden") is True
    silent = get_text(message, "type") in SILENT
    return bool(get_text(message, "id")) and not gone and not silent


def _poses_as_owner(message: Json, chat: Json) -> bool:
    """Return whether another person or chat has the name that stands for the owner here.

    Each network gives out ids by its own rules, and in some of them people choose theirs.
    """
    other = message.get("isSender") is not True and get_text(message, "senderID") == OWNER
    return other or get_text(chat, "id") == OWNER


def parse_time(message: Json) -> datetime | None:
    """Return the aware time of a message; None if it cannot be parsed."""
    try:
        at = datetime.fromisoformat(get_text(message, "timestamp"))
    except ValueError:
        return None
    return at if at.tzinfo else None


def sort_key(message: Json) -> tuple[str, int, str]:
    key = get_text(message, "sortKey")
    return get_text(message, "timestamp"), len(key), key


def _build_sender(message: Json, mine: bool) -> Sender:
    if mine:
        return Sender(PLATFORM, OWNER)
    return Sender(PLATFORM, get_text(message, "senderID"), get_text(message, "senderName"))


def _mentions(message: Json, me: Sequence[str]) -> bool:
    mentions = message.get("mentions")
    return isinstance(mentions, list) and any(each in me for each in mentions)


def _parse_attachments(message: Json) -> tuple[tuple[Attachment, ...], str]:
    """Return the files, and the kind of an unsupported attachment if there are no files."""
    found = message.get("attachments")
    files, other = list[Attachment](), ""
    for each in found if isinstance(found, list) else []:
        if not isinstance(each, dict):
            continue
        kind, file = get_text(each, "type"), _parse_file(each)
        if file and (kind == PICTURE or kind not in KINDS):
            files.append(replace(file, picture=kind == PICTURE))
        elif kind in KINDS:
            other = KINDS[kind].text
    return tuple(files), "" if files else other


def _find_recording(message: Json) -> Recording | None:
    """Return the sound of the first voice note, file or video that is Beeper's own."""
    found = message.get("attachments")
    for each in found if isinstance(found, list) else []:
        if isinstance(each, dict) and get_text(each, "type") in RECORDED:
            file, seconds = _parse_file(each), _get_number(each, "duration")
            return Recording(file, seconds, each.get("isVoiceNote") is True) if file else None
    return None


def _parse_file(attachment: Json) -> Attachment | None:
    address = get_text(attachment, "id") or get_text(attachment, "srcURL")
    # Only Beeper's own media: any other URL may come from anybody.
    if not address.startswith(("mxc://", "localmxc://")):
        return None
    size = _get_number(attachment, "fileSize")
    return Attachment(get_text(attachment, "fileName") or "file", size, address)
